import Bus
import Foundation
import WebhooksAPI

/// The `standups webhook edit` command.
enum WebhookEditVerb {
  static let url = Argument<String?>.option(
    "--url", placeholder: "URL", help: "New address to post to.")
  static let allTypes = Argument<Bool>.flag(
    "--all-types",
    help: "Post all types of events; to a chat, those that have a chat text.")
  static let allStandups = Argument<Bool>.flag(
    "--all-standups", help: "Post the events of all standups.")

  static let verb = Verb(
    "edit", summary: "Change the URL, the events or the secret of a webhook.",
    details: """
      Properties without an option stay as they are, and so does the position: no event is skipped. --type replaces \
      all types. A new secret signs the next request, so the receiver should accept both for a moment. The format and \
      the team cannot be changed; add another webhook instead.
      """,
    arguments: [
      WebhookVerb.id, url, EventArguments.types, allTypes, EventArguments.standup, allStandups,
      WebhookAddVerb.secret, WebhookAddVerb.secretFile,
    ],
    examples: [
      .init("standups webhook edit 6f1c --url https://example.org/new", "Another receiver."),
      .init("standups webhook edit 6f1c --secret-file key", "A new secret."),
      .init("standups webhook edit 6f1c --type meeting. --all-standups", "Other events."),
    ],
    json: WebhookVerb.json
  ) { values, context in
    let types = try values[EventArguments.types]
    let isForAllTypes = try values[allTypes]
    guard types.isEmpty || !isForAllTypes else { throw Failure.exclusive("--type", "--all-types") }
    let standup = try values[EventArguments.standup]
    let isForAllStandups = try values[allStandups]
    guard standup == nil || !isForAllStandups else {
      throw Failure.exclusive("--standup", "--all-standups")
    }
    let secret = try WebhookAddVerb.secret(values, context)
    let address = try values[url]
    guard
      address != nil || secret != nil || standup != nil || !types.isEmpty || isForAllTypes
        || isForAllStandups
    else {
      throw Failure.usage("Nothing to change; give at least one option, such as --url.")
    }
    try await context.connected { connection in
      let found = try await WebhookVerb.find(try values[WebhookVerb.id], connection)
      var command = EditWebhook(id: found.id, url: address, secret: secret)
      if isForAllTypes || !types.isEmpty { command.types = types }
      if let standup {
        command.standup = try await Finder(connection: connection).standup(standup).id.description
      } else if isForAllStandups {
        command.standup = ""
      }
      let hook = try await connection.send(command)
      try context.show(hook) {
        [
          "Changed \(hook.id.prefix(8)): posts \(WebhookVerb.events(hook)) events to"
            + " \(DisplayText.safe(hook.url))."
        ]
      }
    }
  }
}

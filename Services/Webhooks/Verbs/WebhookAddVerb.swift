import Bus
import Foundation
import WebhooksAPI

/// The `standups webhook add` command.
enum WebhookAddVerb {
  static let url = Argument<String>.required(
    "URL", help: "Address to post to: http or https, without user, password or fragment.")
  static let format = Argument<WebhookFormat?>.option(
    "--format", placeholder: "FORMAT",
    help:
      "For programs: binary sends attributes as ce-… headers and the data as the body, structured"
      + " sends the whole event as the body. For people, as text: slack, mattermost, discord, matrix."
      + " Default: binary.")
  static let secret = Argument<String?>.option(
    "--secret", placeholder: "SECRET",
    help:
      "Secret to sign with: 16 to 512 bytes, or “whsec_” and Base64. Other users of this machine may"
      + " see it in the process list; --secret-file is safer.")
  static let secretFile = Argument<String?>.option(
    "--secret-file", placeholder: "FILE", completion: .file,
    help: "File whose first line is the secret to sign with; “-” reads standard input.")

  static let team = Argument<String?>.option(
    "--team", placeholder: "ID",
    help:
      "Post only the events of this team, whose admins may then change the webhook. Default for an"
      + " operator: the events of all teams; for others, as for a new standup.")

  static let verb = Verb(
    "add", summary: "Post events to a URL.",
    details: """
      Without --since, the webhook starts with the next event; with --since 0, with the oldest retained event. A \
      secret signs each request as defined by Standard Webhooks (webhook-signature, HMAC-SHA256). It is stored with \
      the webhook and never shown again; only the start of its SHA-256 hash is shown.

      A chat is notified of the end of a meeting, with the transcript, and of scheduled times; it can also receive \
      event types of your own. @-mentions are suppressed. Slack, Mattermost and Discord provide the URL of an incoming \
      webhook and need no secret. For Matrix, use the URL of a room, and the access token of an account in it as the \
      secret.
      """,
    arguments: [
      url, EventArguments.types, EventArguments.standup, EventArguments.meeting, team, format,
      secret, secretFile, EventArguments.since, EventArguments.epoch,
    ],
    examples: [
      .init(
        "standups webhook add https://example.org/hook --type meeting.finished --secret-file key",
        "Posts signed requests."),
      .init(
        "standups webhook add http://localhost:8080/ --type meeting. --standup Daily --since 0",
        "Posts all meetings of one standup, including past ones."),
      .init(
        "standups webhook add https://example.org/hook --team web", "Posts the events of a team."),
      .init(
        "standups webhook add https://hooks.slack.com/services/T0/B0/x --format slack",
        "Notifies a Slack channel."),
      .init(
        "standups webhook add 'https://matrix.example.org/_matrix/client/v3/rooms/!r:example.org'"
          + " --format matrix --secret-file key", "Notifies a Matrix room."),
    ],
    json: WebhookVerb.json
  ) { values, context in
    let key = try secret(values, context)
    try await context.connected { connection in
      let filter = try await EventArguments.filter(values, connection)
      var command = AddWebhook(
        url: try values[url], types: filter.types, standup: filter.standup?.description,
        meeting: filter.meeting?.description, team: try values[team],
        format: try values[format], secret: key,
        epoch: try values[EventArguments.epoch])
      if let since = try values[EventArguments.since] {
        let start = try await JournalStart.find(
          since: since, epoch: command.epoch, now: context.date(), connection: connection)
        (command.after, command.epoch) = (start.position, start.epoch)
      }
      let hook = try await connection.send(command)
      try context.show(hook) {
        [
          "Added \(hook.id.prefix(8)): posts \(WebhookVerb.events(hook)) events after"
            + " \(hook.sequence).",
          "“standups webhook test \(hook.id.prefix(8))” sends a ping.",
        ]
      }
    }
  }

  /// The signing secret from the command line or a file; nil for none.
  static func secret(
    _ values: Values, _ context: CommandContext
  ) throws -> WebhookSecret? {
    let given = try values[secret]
    guard let file = try values[secretFile] else { return given.map { WebhookSecret($0) } }
    guard given == nil else {
      throw Failure.exclusive("--secret", "--secret-file")
    }
    let text = String(decoding: try context.read(file), as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first else {
      throw Failure(
        .data, code: "invalid", "\(file) is empty; expected the secret in its first line.")
    }
    return WebhookSecret(String(line))
  }
}

extension WebhookFormat: ArgumentValue {
  static var placeholder: String { "FORMAT" }
}

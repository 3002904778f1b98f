import Bus
import Foundation
import WebhooksAPI

/// `standups webhook add`
enum WebhookAddVerb {
  static let url = Argument<String>.required(
    "URL", help: "http or https, without user, password and fragment.")
  static let format = Argument<WebhookFormat?>.option(
    "--format", placeholder: "FORMAT",
    help: "For programs: binary (unless told), attributes as ce-… headers, the data as the body;"
      + " structured, the whole event as the body. For people, in words: slack, mattermost, discord,"
      + " matrix.")
  static let secret = Argument<String?>.option(
    "--secret", placeholder: "SECRET",
    help: "Sign with it; 16 to 512 bytes, or “whsec_” and Base64. Others on this machine may see it"
      + " in the list of processes: --secret-file is better.")
  static let secretFile = Argument<String?>.option(
    "--secret-file", placeholder: "FILE", completion: .file,
    help: "Sign with the first line of this file; “-” is standard input.")

  static let verb = Verb(
    "add", summary: "Post events to a URL.",
    details: """
      Without --since it begins with what happens next; with --since 0 it begins with the oldest event \
      that is kept. A secret signs each request as Standard Webhooks say (webhook-signature, \
      HMAC-SHA256); it is stored with the webhook and never shown again, only how its SHA-256 begins.

      A chat is told when a meeting has ended, with who said what, and of the times of schedules; it can also get \
      types of your own. Nobody is called by a name in it. Slack, Mattermost and Discord give you the URL of an \
      incoming webhook and take no secret. For Matrix the URL is that of a room, and the secret the access token of \
      an account in it.
      """,
    arguments: [
      url, EventArguments.types, EventArguments.standup, EventArguments.meeting, format, secret,
      secretFile, EventArguments.since, EventArguments.epoch,
    ],
    examples: [
      .init(
        "standups webhook add https://example.org/hook --type meeting.finished --secret-file key",
        "Signed."),
      .init(
        "standups webhook add http://localhost:8080/ --type meeting. --standup Daily --since 0",
        "All meetings of one standup, those of the past as well."),
      .init(
        "standups webhook add https://hooks.slack.com/services/T0/B0/x --format slack",
        "Tells a channel what was said, and when it is time."),
      .init(
        "standups webhook add 'https://matrix.example.org/_matrix/client/v3/rooms/!r:example.org'"
          + " --format matrix --secret-file key", "Tells a room of Matrix."),
    ],
    json: WebhookVerb.json
  ) { values, context in
    let key = try secret(values, context)
    try await context.connected { connection in
      let filter = try await EventArguments.filter(values, connection)
      var command = AddWebhook(
        url: try values[url], types: filter.types, standup: filter.standup?.description,
        meeting: filter.meeting?.description, format: try values[format], secret: key,
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

  /// What the command line says to sign with.
  private static func secret(
    _ values: Values, _ context: CommandContext
  ) throws -> WebhookSecret? {
    let given = try values[secret]
    guard let file = try values[secretFile] else { return given.map { WebhookSecret($0) } }
    guard given == nil else {
      throw Failure.usage("--secret and --secret-file are two secrets; give one.")
    }
    let text = String(decoding: try context.read(file), as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first else {
      throw Failure(.data, code: "invalid", "\(file) is empty; it should hold the secret.")
    }
    return WebhookSecret(String(line))
  }
}

extension WebhookFormat: ArgumentValue {
  static var placeholder: String { "FORMAT" }
}

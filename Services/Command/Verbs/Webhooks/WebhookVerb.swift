import Bus
import Foundation
import WebhooksAPI

/// `standups webhook`
enum WebhookVerb {
  static let verb = Verb(
    "webhook", summary: "Post events to the URLs of other tools.",
    details: """
      Every event that fits is posted as a CloudEvent, in order, and tried again until the receiver \
      answers 2xx: at least once, so a receiver drops what it has by the event’s id. Pauses between \
      attempts grow from 1 s to 5 min; after 3 days of failing, or when the receiver answers 410, the \
      webhook is paused and “standups health” says so. Redirections are not followed. Addresses of your \
      own network are fine.
      """,
    examples: [
      .init(
        "standups webhook add https://example.org/hook --type meeting.finished",
        "Posts each meeting that ends."),
      .init("standups webhook list", "How each of them is."),
    ],
    verbs: [
      WebhookAddVerb.verb, list, show, pause, resume, test, remove,
    ])

  static let id = Argument<WebhookReference>.required(
    "WEBHOOK", help: "Its id, or the beginning of its id.")

  static let json =
    "{“id”, “url”, “types”, “standup”, “meeting”, “format”, “secretFingerprint”, “createdAt”,"
    + " “state”: “active”, “failing” or “paused”, “reason”, “epoch”, “sequence”, “behind”,"
    + " “delivered”, “deliveredAt”, “failingSince”, “attempts”, “nextAttemptAt”}"

  static let list = Verb(
    "list", summary: "List the webhooks and how they are.",
    examples: [.init("standups webhook list --json", "For programs.")],
    json: "{“webhooks”: [as “show” prints them]}"
  ) { _, context in
    let reply = try await context.send(ListWebhooks())
    try context.show(reply) {
      guard !reply.webhooks.isEmpty else {
        return ["There are no webhooks: “standups webhook add URL” makes one."]
      }
      var table = Table(header: ["ID", "STATE", "BEHIND", "EVENTS", "URL"], flexible: 4)
      table.rows = reply.webhooks.map { hook in
        [
          String(hook.id.prefix(8)), state(hook, context.console.ink),
          hook.behind.map { String($0) } ?? "–", events(hook), DisplayText.safe(hook.url),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
        + reply.webhooks.compactMap { hook in
          hook.reason.map { "\(hook.id.prefix(8)): \(DisplayText.safe($0))" }
        }
    }
  }

  static let show = Verb(
    "show", summary: "Show one webhook.", arguments: [id],
    examples: [.init("standups webhook show 6f1c", "All about it but its secret.")], json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await find(try values[id], connection)
      try context.show(found) { lines(found, context) }
    }
  }

  static let pause = Verb(
    "pause", summary: "Post nothing until it is resumed; nothing is skipped.", arguments: [id],
    examples: [.init("standups webhook pause 6f1c", "While its receiver is rebuilt.")], json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await find(try values[id], connection)
      let hook = try await connection.send(PauseWebhook(id: found.id))
      try context.show(hook) { ["Paused \(hook.id.prefix(8))."] }
    }
  }

  static let resume = Verb(
    "resume", summary: "Go on after the last event that was accepted, at once.",
    details: "Also where a retry is waited for: it is tried now.", arguments: [id],
    examples: [.init("standups webhook resume 6f1c", "After its receiver was mended.")], json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await find(try values[id], connection)
      let hook = try await connection.send(ResumeWebhook(id: found.id))
      try context.show(hook) { ["Resumed \(hook.id.prefix(8))."] }
    }
  }

  static let remove = Verb(
    "remove", summary: "Remove a webhook.", arguments: [id, DeleteVerb.yes],
    examples: [.init("standups webhook remove 6f1c --yes", "Does not ask; for scripts.")],
    json: "{“removed”: true or false, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let (id, name) = try await removable(try values[id], connection)
      let agreed = try Confirmation.ask(
        "remove the webhook \(name)?", isGiven: values[DeleteVerb.yes], context)
      if agreed { _ = try await connection.send(RemoveWebhook(id: id)) }
      try context.show(Removal(removed: agreed, id: id)) {
        [agreed ? "Removed the webhook \(name)." : "Nothing was removed."]
      }
    }
  }

  struct Removal: Codable {
    var removed: Bool
    var id: String
  }

  static let test = Verb(
    "test", summary: "Post a “webhook.ping” now, and print how the receiver answers.",
    details:
      "A chat gets an example of what it will be told. Exit code 0 if the receiver accepted it, 69 if not. It may take 15 s.",
    arguments: [id],
    examples: [.init("standups webhook test 6f1c", "Also for one that is paused.")],
    json: "{“isAccepted”, “status”, “reason”, “ms”}"
  ) { values, context in
    var context = context
    context.globals.timeoutMs = context.globals.timeoutMs ?? 20_000
    let reply = try await context.connected { connection in
      let found = try await find(try values[id], connection)
      return try await connection.send(TestWebhook(id: found.id))
    }
    try context.show(reply) {
      [
        reply.status.map { "The receiver answered \($0) after \(reply.ms) ms." }
          ?? "There was no answer in \(reply.ms) ms."
      ]
    }
    if !reply.isAccepted {
      throw Failure(
        .unavailable, code: "not_accepted", reply.reason ?? "The receiver did not accept it.")
    }
  }

  // MARK: Showing

  static func lines(_ hook: WebhookStatus, _ context: CommandContext) -> [String] {
    func date(_ date: Date?) -> String? { date.map(context.page.date) }
    let rows: [(String, String?)] = [
      ("Id", hook.id), ("URL", DisplayText.safe(hook.url)), ("Format", hook.format.rawValue),
      ("Events", events(hook)), ("Standup", hook.standup.map(DisplayText.safe)),
      ("Meeting", hook.meeting.map(DisplayText.safe)),
      ("Secret", hook.secretFingerprint.map { "SHA-256 begins with \($0)" } ?? "none"),
      ("Made", date(hook.createdAt)), ("State", state(hook, context.console.ink)),
      ("Reason", hook.reason.map(DisplayText.safe)),
      ("Failing", date(hook.failingSince).map { "since \($0), \(hook.attempts) attempts" }),
      ("Next try", hook.nextAttemptAt.map { pause(until: $0, context) }),
      ("Position", "\(hook.sequence)" + (hook.behind.map { ", \($0) behind" } ?? "")),
      (
        "Accepted",
        "\(hook.delivered)" + (date(hook.deliveredAt).map { ", the last one \($0)" } ?? "")
      ),
    ]
    return rows.compactMap { name, value in
      value.map { name.padding(toLength: 10, withPad: " ", startingAt: 0) + $0 }
    }
  }

  /// Such as “in 4 s”.
  private static func pause(until date: Date, _ context: CommandContext) -> String {
    let seconds = Int64(date.timeIntervalSince(context.date()).rounded(.up))
    return seconds > 0 ? "in \(DurationText.words(seconds * 1000))" : "now"
  }

  static func events(_ hook: WebhookStatus) -> String {
    hook.types.isEmpty ? "all" : DisplayText.safe(hook.types.joined(separator: ", "))
  }

  private static func state(_ hook: WebhookStatus, _ ink: Ink) -> String {
    switch hook.state {
    case .active: hook.state.rawValue
    case .failing: ink.red(hook.state.rawValue)
    case .paused: hook.state.rawValue
    }
  }

  // MARK: Finding

  /// The id of what is to be removed, and how to call it. A whole id may be that of one that cannot be read,
  /// which is not listed.
  private static func removable(
    _ reference: WebhookReference, _ connection: Connection
  ) async throws -> (id: String, name: String) {
    do {
      let found = try await find(reference, connection)
      return (found.id, "to \(DisplayText.safe(found.url))")
    } catch let failure as Failure where UUID(text: reference.text) != nil {
      guard failure.code == BusError.Code.notFound.rawValue else { throw failure }
      return (reference.text, reference.text)
    }
  }

  static func find(
    _ reference: WebhookReference, _ connection: Connection
  ) async throws -> WebhookStatus {
    let all = try await connection.send(ListWebhooks()).webhooks
    let found = all.filter { $0.id.hasPrefix(reference.text) }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      throw Failure(
        .data, code: "ambiguous",
        "“\(reference.text)” may be any of these: \(found.map(\.id).joined(separator: ", ")).")
    }
    throw Failure.notFound(
      "There is no webhook \(reference.text): “standups webhook list” shows them.")
  }
}

/// How a person names a webhook: its id, or the beginning of its id.
struct WebhookReference: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    let letters = argument.lowercased()
    guard !letters.isEmpty, letters.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw UsageError(message: "is no id of a webhook")
    }
    text = letters
  }
  static var placeholder: String { "WEBHOOK" }
}

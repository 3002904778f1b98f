import Bus
import Foundation
import WebhooksAPI

/// The `standups webhook` command.
enum WebhookVerb {
  static let verb = Verb(
    "webhook", summary: "Post events to the URLs of other tools.",
    details: """
      Every matching event is posted as a CloudEvent, in order, and retried until the receiver responds with 2xx. \
      Delivery is at least once, so receivers should ignore events whose id they already have. Pauses between attempts \
      grow from 1 s to 5 min. After 3 days of failures, or if the receiver responds with 410, the webhook is paused \
      and “standups health” reports it. Redirects are not followed. The user of the machine may also use addresses in \
      the local network; others may not, unless STANDUPS_REACH lists them.

      A webhook may belong to a team. It then receives only the events of that team, and the team's admins may list, \
      change and remove it.
      """,
    examples: [
      .init(
        "standups webhook add https://example.org/hook --type meeting.finished",
        "Posts every meeting that ends."),
      .init("standups webhook list", "All webhooks and their states."),
    ],
    verbs: [
      WebhookAddVerb.verb, WebhookEditVerb.verb, list, show, pause, resume, test, remove,
    ])

  static let id = Argument<WebhookReference>.required(
    "WEBHOOK", help: "Id of the webhook, or the start of the id.")

  static let json =
    "{“id”, “url”, “types”, “standup”, “meeting”, “team”, “format”, “secretFingerprint”, “createdAt”,"
    + " “state”: “active”, “failing” or “paused”, “reason”, “epoch”, “sequence”, “behind”,"
    + " “delivered”, “deliveredAt”, “failingSince”, “attempts”, “nextAttemptAt”}"

  static let list = Verb(
    "list", summary: "List the webhooks and their states.",
    examples: [.init("standups webhook list --json", "As JSON.")],
    json: "{“webhooks”: [as “show” prints them]}"
  ) { _, context in
    let reply = try await context.send(ListWebhooks())
    try context.show(reply) {
      guard !reply.webhooks.isEmpty else {
        return ["No webhooks yet. Add one with “standups webhook add URL”."]
      }
      let hasTeams = reply.webhooks.contains { $0.team != nil }
      var table = Table(
        header: ["ID", "STATE", "BEHIND", "EVENTS", "URL"] + (hasTeams ? ["TEAM"] : []),
        flexible: 4)
      table.rows = reply.webhooks.map { hook in
        [
          String(hook.id.prefix(8)), state(hook, context.console.ink),
          hook.behind.map { String($0) } ?? "–", events(hook), DisplayText.safe(hook.url),
        ] + (hasTeams ? [team(hook)] : [])
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
        + reply.webhooks.compactMap { hook in
          hook.reason.map { "\(hook.id.prefix(8)): \(DisplayText.safe($0))" }
        }
    }
  }

  static let show = Verb(
    "show", summary: "Show one webhook.", arguments: [id],
    examples: [.init("standups webhook show 6f1c", "All properties except the secret.")], json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await find(try values[id], connection)
      try context.show(found) { lines(found, context) }
    }
  }

  static let pause = Verb(
    "pause", summary: "Pause a webhook; no event is skipped.", arguments: [id],
    examples: [.init("standups webhook pause 6f1c", "While the receiver is down.")], json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await find(try values[id], connection)
      let hook = try await connection.send(PauseWebhook(id: found.id))
      try context.show(hook) { ["Paused \(hook.id.prefix(8))."] }
    }
  }

  static let resume = Verb(
    "resume", summary: "Resume a webhook after the last event that was accepted.",
    details: "If the webhook is waiting for a retry, it retries immediately.", arguments: [id],
    examples: [.init("standups webhook resume 6f1c", "After the receiver has been fixed.")],
    json: json
  ) { values, context in
    try await context.connected { connection in
      let found = try await find(try values[id], connection)
      let hook = try await connection.send(ResumeWebhook(id: found.id))
      try context.show(hook) { ["Resumed \(hook.id.prefix(8))."] }
    }
  }

  static let remove = Verb(
    "remove", summary: "Remove a webhook.", arguments: [id, Confirmation.yes],
    examples: [.init("standups webhook remove 6f1c --yes", "Without confirmation, for scripts.")],
    json: "{“removed”: true or false, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let (id, name) = try await removable(try values[id], connection)
      let agreed = try Confirmation.ask(
        "Remove the webhook \(name)?", isGiven: values[Confirmation.yes], context)
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
    "test", summary: "Post a “webhook.ping” now, and print the receiver’s response.",
    details:
      "A chat receives an example of a notification. Exits with 0 if the receiver accepts it, and with 69"
      + " if not. May take up to 15 s.",
    arguments: [id],
    examples: [.init("standups webhook test 6f1c", "Works for a paused webhook as well.")],
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
        reply.status.map { "The receiver responded with status \($0) after \(reply.ms) ms." }
          ?? "No response within \(reply.ms) ms."
      ]
    }
    if !reply.isAccepted {
      throw Failure(
        .unavailable, code: "not_accepted", reply.reason ?? "The receiver did not accept the event."
      )
    }
  }

  // MARK: Output

  static func lines(_ hook: WebhookStatus, _ context: CommandContext) -> [String] {
    func date(_ date: Date?) -> String? { date.map(context.page.date) }
    let rows: [(String, String?)] = [
      ("ID", hook.id), ("URL", DisplayText.safe(hook.url)), ("Format", hook.format.rawValue),
      ("Events", events(hook)), ("Standup", hook.standup.map(DisplayText.safe)),
      ("Meeting", hook.meeting.map(DisplayText.safe)), ("Team", team(hook)),
      ("Secret", hook.secretFingerprint.map { "SHA-256 starts with \($0)" } ?? "none"),
      ("Created", date(hook.createdAt)), ("State", state(hook, context.console.ink)),
      ("Reason", hook.reason.map(DisplayText.safe)),
      (
        "Failing",
        date(hook.failingSince).map {
          "since \($0), \(DisplayText.count(hook.attempts, "attempt"))"
        }
      ),
      ("Next try", hook.nextAttemptAt.map { pause(until: $0, context) }),
      ("Position", "\(hook.sequence)" + (hook.behind.map { ", \($0) behind" } ?? "")),
      (
        "Accepted",
        "\(hook.delivered)" + (date(hook.deliveredAt).map { ", most recently \($0)" } ?? "")
      ),
    ]
    return rows.compactMap { name, value in
      value.map { name.padding(toLength: 10, withPad: " ", startingAt: 0) + $0 }
    }
  }

  /// The time until a date, such as “in 4 s”.
  private static func pause(until date: Date, _ context: CommandContext) -> String {
    let seconds = Int64(date.timeIntervalSince(context.date()).rounded(.up))
    return seconds > 0 ? "in \(DurationText.words(seconds * 1000))" : "now"
  }

  static func events(_ hook: WebhookStatus) -> String {
    hook.types.isEmpty ? "all" : DisplayText.safe(hook.types.joined(separator: ", "))
  }

  private static func team(_ hook: WebhookStatus) -> String {
    hook.team.map(DisplayText.safe) ?? "all"
  }

  private static func state(_ hook: WebhookStatus, _ ink: Ink) -> String {
    switch hook.state {
    case .active: hook.state.rawValue
    case .failing: ink.red(hook.state.rawValue)
    case .paused: hook.state.rawValue
    }
  }

  // MARK: Lookup

  /// The id of the webhook to remove, with a description of it. A complete id may belong to a
  /// webhook that is unreadable and therefore not listed.
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
      throw Failure.ambiguous(reference.text, found.map(\.id))
    }
    throw Failure.notFound("Webhook", reference.text, list: "standups webhook list")
  }
}

/// A reference to a webhook: its id, or the start of the id.
struct WebhookReference: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    let letters = argument.lowercased()
    guard !letters.isEmpty, letters.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw UsageError(message: "expected the id of a webhook, or the start of one")
    }
    text = letters
  }
  static var placeholder: String { "WEBHOOK" }
}

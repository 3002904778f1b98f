import Bus
import FocusAPI
import Foundation

/// The `standups focus list`, `show` and `delete` commands.
enum FocusItemVerbs {
  static let limit = PageArguments.limit("sessions", fallback: 20)
  static let all = Argument<Bool>.flag("--all", help: "List everyone's sessions.")
  static let item = Argument<FocusItemReference>.required(
    "ID", help: "Id of the session, the start of the id, or “last”.")

  private static let nothingYet = "No focus sessions yet."

  static let list = Verb(
    "list", summary: "List focus sessions, newest first.",
    arguments: [limit, PageArguments.after, all, FocusVerb.person],
    examples: [
      .init("standups focus list --limit 5", "The last five sessions."),
      .init("standups focus list --all --json", "Everyone's sessions, as JSON."),
    ],
    json: "{“items”: [{“id”, “person”, “title”, “seconds”, “date”}], “next”, “total”}"
  ) { values, context in
    let person = try values[all] ? nil : try FocusVerb.name(values, context)
    try await list(
      of: person, limit: try values[limit], after: try values[PageArguments.after], context)
  }

  /// Lists focus items.
  ///
  /// - Parameter person: the person whose items are listed; nil for all people.
  static func list(
    of person: String?, limit: Int? = nil, after: String? = nil, _ context: CommandContext
  ) async throws {
    try Failure.require("--limit", limit, in: 1...1000)
    let reply = try await context.send(
      ListFocusItems(person: person, after: after, limit: limit))
    try context.show(reply) { lines(reply, isEverybody: person == nil, context) }
  }

  private static func lines(
    _ reply: ListFocusItems.Reply, isEverybody: Bool, _ context: CommandContext
  ) -> [String] {
    guard !reply.items.isEmpty else { return [nothingYet] }
    let people = isEverybody ? ["PERSON"] : []
    var table = Table(
      header: ["ID", "WHEN", "TIME"] + people + ["TITLE"], flexible: people.count + 3)
    table.rows = reply.items.map { item in
      [
        String(item.id.prefix(8)), context.page.date(item.date),
        DurationText.clock(item.seconds * 1000),
      ] + (isEverybody ? [DisplayText.safe(item.person)] : []) + [DisplayText.safe(item.title)]
    }
    var lines = table.lines(width: context.console.width, ink: context.console.ink)
    if let next = reply.next {
      lines.append("\(reply.items.count) of \(reply.total). \(PageArguments.more(after: next))")
    }
    return lines
  }

  static let show = Verb(
    "show", summary: "Show one focus session.", arguments: [item, FocusVerb.person],
    examples: [.init("standups focus show last", "Your last session.")],
    json: "{“id”, “person”, “title”, “seconds”, “date”}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await find(values, connection, context)
      try context.show(found) { lines(found, context) }
    }
  }

  /// Shows an item, which is identified by its complete id.
  static func show(_ id: FocusItem.ID, _ context: CommandContext) async throws {
    let item = try await context.send(GetFocusItem(id: id))
    try context.show(item) { lines(item, context) }
  }

  private static func lines(_ item: FocusItem, _ context: CommandContext) -> [String] {
    [
      context.console.ink.bold(DisplayText.safe(item.title)), "Session \(item.id)",
      "\(DisplayText.safe(item.person)), \(FocusVerb.words(item.seconds * 1000)),"
        + " until \(context.page.date(item.date))",
    ]
  }

  static let delete = Verb(
    "delete", summary: "Delete one focus session.", details: "Asks for confirmation.",
    arguments: [item, FocusVerb.person, Confirmation.yes],
    examples: [.init("standups focus delete last --yes", "Without confirmation.")],
    json: "{“deleted”: true or false, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await find(values, connection, context)
      let title = DisplayText.safe(found.title)
      let agreed = try Confirmation.ask(
        "Delete “\(title)” from \(context.page.date(found.date))?",
        isGiven: values[Confirmation.yes], context)
      if agreed { _ = try await connection.send(DeleteFocusItem(id: found.id)) }
      try context.show(Deleted(deleted: agreed, id: found.id)) {
        [agreed ? "Deleted “\(title)”." : "Nothing was deleted."]
      }
    }
  }

  struct Deleted: Codable {
    var deleted: Bool
    var id: FocusItem.ID
  }

  /// Item that a reference identifies. A complete id may belong to any person; any other reference
  /// is limited to one person.
  private static func find(
    _ values: Values, _ connection: Connection, _ context: CommandContext
  ) async throws -> FocusItem {
    let text = try values[item].text
    if UUID(text: text) != nil { return try await connection.send(GetFocusItem(id: text)) }
    let person = try FocusVerb.name(values, context)
    var page = try await connection.send(
      ListFocusItems(person: person, limit: text == FocusItemReference.last ? 1 : 1000))
    if text == FocusItemReference.last {
      guard let newest = page.items.first else { throw Failure.notFound(nothingYet) }
      return newest
    }
    var found = page.items.filter { $0.id.hasPrefix(text) }
    while let next = page.next {
      page = try await connection.send(
        ListFocusItems(person: person, after: next, limit: 1000))
      found += page.items.filter { $0.id.hasPrefix(text) }
    }
    guard let first = found.first else {
      throw Failure.notFound("Focus session", text, list: "standups focus list")
    }
    guard found.count == 1 else {
      throw Failure.ambiguous(text, found.map(\.id))
    }
    return first
  }
}

/// A reference to a focus item: its id, the start of the id, or `last`.
struct FocusItemReference: ArgumentValue, Hashable {
  static let last = "last"

  var text: String

  init(argument: String) throws {
    text = argument.lowercased()
    guard
      text == Self.last || (!text.isEmpty && text.allSatisfy { $0.isHexDigit || $0 == "-" })
    else { throw UsageError(message: "expected the id of a session, the start of one, or “last”") }
  }

  static var placeholder: String { "ID" }
  static var completion: Completion { .words([last]) }
}

import FocusAPI
import Links

/// The `standups focus` command.
enum FocusVerb {
  static let verb = Verb(
    "focus", summary: "Work on one thing for a set time.",
    details: "Each person has one focus. A session is saved when it stops.",
    examples: [
      .init("standups focus start Report", "25 minutes for the report."),
      .init("standups focus list", "Your past sessions."),
    ],
    verbs: [
      FocusStartVerb.verb, stop, status, title, FocusItemVerbs.list, FocusItemVerbs.show,
      FocusItemVerbs.delete,
    ])

  static let person = Argument<String?>.option(
    "--person", placeholder: "NAME", help: "Person whose focus it is. Default: $USER.")
  static let json = "{“person”, “title”, “isRunning”, “elapsedMs”, “durationMs”}"

  static let stop = Verb(
    "stop", summary: "Stop the focus session and save it.",
    details: "A session of less than a second is not saved, but its title remains set.",
    arguments: [person],
    examples: [.init("standups focus stop", "Ends the session early.")],
    json: "{“focus”: as “status” prints it, “item”: as “show” prints it}"
  ) { values, context in
    let command = StopFocus(person: try name(values, context))
    let reply = try await context.send(command)
    try context.show(reply) { done(reply.item, context) }
  }

  static let status = Verb(
    "status", summary: "Show the current session and the time left.",
    arguments: [person],
    examples: [.init("standups focus status --person ann", "Ann’s current session.")], json: json
  ) { values, context in
    try await status(try name(values, context), context)
  }

  private static func status(_ person: String, _ context: CommandContext) async throws {
    let focus = try await context.send(GetFocus(person: person))
    try context.show(focus) { [line(focus)] }
  }

  static let newTitle = Argument<String>.required("TITLE", help: "Title of the next session.")

  static let title = Verb(
    "title", summary: "Set the title of the next session.",
    details: "The title of a running session cannot be changed.",
    arguments: [newTitle, person],
    examples: [.init("standups focus title Report", "The title for the next “start”.")], json: json
  ) { values, context in
    let command = SetFocusTitle(
      person: try name(values, context), title: try values[newTitle])
    let focus = try await context.send(command)
    try context.show(focus) { [line(focus)] }
  }

  // MARK: People

  /// The person whose focus is selected. Default: `$USER`.
  static func name(_ values: Values, _ context: CommandContext) throws -> String {
    try name(values[person], context)
  }

  private static func name(_ given: String?, _ context: CommandContext) throws -> String {
    if let name = given ?? context.environment["USER"], !name.isEmpty { return name }
    throw Failure.usage("$USER is not set. Add --person NAME.")
  }

  // MARK: Places

  /// Shows the target of a link.
  static func open(_ place: FocusPlace, _ context: CommandContext) async throws {
    switch place {
    case .focus: try await status(try name(nil, context), context)
    case .items: try await FocusItemVerbs.list(of: try name(nil, context), context)
    case .item(let id): try await FocusItemVerbs.show(id, context)
    }
  }

  // MARK: Output

  static func line(_ focus: Focus) -> String {
    let title = DisplayText.safe(focus.title)
    guard focus.isRunning else {
      return title.isEmpty
        ? "No session is running."
        : "No session is running. Next: “\(title)”, \(words(focus.durationMs))."
    }
    let left = DurationText.clock(max(0, focus.durationMs - focus.elapsedMs) + 999)
    return "“\(title)”: \(left) of \(DurationText.clock(focus.durationMs)) left."
  }

  /// A sentence about the result of a stopped session.
  static func done(_ item: FocusItem?, _ context: CommandContext) -> [String] {
    guard let item else { return ["Stopped within the first second. Nothing was saved."] }
    return ["Saved “\(DisplayText.safe(item.title))”: \(words(item.seconds * 1000))."]
  }

  static func words(_ ms: Int64) -> String { DurationText.words(ms) }
}

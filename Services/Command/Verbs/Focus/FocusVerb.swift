import FocusAPI
import Links

/// `standups focus`
enum FocusVerb {
  static let verb = Verb(
    "focus", summary: "Work on one thing for a while, by the clock.",
    details: "Everybody has one focus. What was done in it is written down when it stops.",
    examples: [
      .init("standups focus start Report", "25 minutes for the report."),
      .init("standups focus list", "What you have done."),
    ],
    verbs: [
      FocusStartVerb.verb, stop, status, title, FocusItemVerbs.list, FocusItemVerbs.show,
      FocusItemVerbs.delete,
    ])

  static let person = Argument<String?>.option(
    "--person", placeholder: "NAME", help: "Whose focus; yours, by $USER, unless told.")
  static let json = "{“person”, “title”, “isRunning”, “elapsedMs”, “durationMs”}"

  static let stop = Verb(
    "stop", summary: "Stop the focus and write down what was done.",
    details: "Nothing is written down of less than a second, and the title stays.",
    arguments: [person],
    examples: [.init("standups focus stop", "It was long enough.")],
    json: "{“focus”: as “status” prints it, “item”: as “show” prints it}"
  ) { values, context in
    let command = StopFocus(person: try name(values, context))
    let reply = try await context.send(command)
    try context.show(reply) { done(reply.item, context) }
  }

  static let status = Verb(
    "status", summary: "Show what runs, and how much time is left.",
    arguments: [person],
    examples: [.init("standups focus status --person ann", "What Ann is doing.")], json: json
  ) { values, context in
    try await status(try name(values, context), context)
  }

  private static func status(_ person: String, _ context: CommandContext) async throws {
    let focus = try await context.send(GetFocus(person: person))
    try context.show(focus) { [line(focus)] }
  }

  static let newTitle = Argument<String>.required("TITLE", help: "What is to be done.")

  static let title = Verb(
    "title", summary: "Say what is to be done next.",
    details: "While the focus runs its title is locked.",
    arguments: [newTitle, person],
    examples: [.init("standups focus title Report", "The next “start” is about that.")], json: json
  ) { values, context in
    let command = SetFocusTitle(
      person: try name(values, context), title: try values[newTitle])
    let focus = try await context.send(command)
    try context.show(focus) { [line(focus)] }
  }

  // MARK: Persons

  /// Whose focus is meant.
  static func name(_ values: Values, _ context: CommandContext) throws -> String {
    try name(values[person], context)
  }

  private static func name(_ given: String?, _ context: CommandContext) throws -> String {
    if let name = given ?? context.environment["USER"], !name.isEmpty { return name }
    throw Failure.usage("It is not known who you are, as $USER is not set: add --person NAME.")
  }

  // MARK: Places

  /// Shows what a link leads to.
  static func open(_ place: FocusPlace, _ context: CommandContext) async throws {
    switch place {
    case .focus: try await status(try name(nil, context), context)
    case .items: try await FocusItemVerbs.list(of: try name(nil, context), context)
    case .item(let id): try await FocusItemVerbs.show(id, context)
    }
  }

  // MARK: Showing

  static func line(_ focus: Focus) -> String {
    let title = DisplayText.safe(focus.title)
    guard focus.isRunning else {
      return title.isEmpty
        ? "Nothing runs." : "Nothing runs. Next: “\(title)”, \(words(focus.durationMs))."
    }
    let left = DurationText.clock(max(0, focus.durationMs - focus.elapsedMs) + 999)
    return "“\(title)”: \(left) of \(DurationText.clock(focus.durationMs)) left."
  }

  /// What came of a focus that stopped.
  static func done(_ item: FocusItem?, _ context: CommandContext) -> [String] {
    guard let item else { return ["Stopped before the first second: nothing was written down."] }
    return ["“\(DisplayText.safe(item.title))”: \(words(item.seconds * 1000)) written down."]
  }

  static func words(_ ms: Int64) -> String { DurationText.words(ms) }
}

import Bus
import RouterAPI

/// `standups trace`
enum TraceVerb {
  static let id = Argument<TraceReference?>.optional(
    "ID",
    help: "Of a command, or of any message or event of its tree; of a command or message, 8"
      + " characters are enough.")
  static let target = Argument<String?>.option(
    "--target", placeholder: "TARGET",
    help: "In the list: only this command, or with a dot at the end all that begin so.")
  static let failed = Argument<Bool>.flag("--failed", help: "In the list: only what failed.")
  static let all = Argument<Bool>.flag(
    "--all", help: "In the list: also what only asks how the bus is.")
  static let limit = Argument<Int?>.option(
    "--limit", help: "In the list: how many, from 1 to 1000; 20 unless told.")

  static let verb = Verb(
    "trace", summary: "Show all that a command led to, as a tree with times.",
    details: """
      Without an id, it lists the latest commands. With one, it shows every message that the command \
      led to (who sent it to whom, when the router got it, how it was answered and after how long) and \
      every event. What was said is never shown. The router remembers the last messages only \
      (STANDUPS_TRACE_MESSAGES), and none from before it started; events are in the journal, with the id \
      of the command in their “correlationid”. With --trace any command shows its own tree.
      """,
    arguments: [id, target, failed, all, limit],
    examples: [
      .init("standups trace", "The latest commands."),
      .init("standups trace --failed --target meetings.", "Those about meetings that failed."),
      .init("standups trace 4be1f6a2", "One of them, by how its id begins."),
      .init("standups add Daily --attendee Ann --trace", "What adding a standup does."),
    ],
    json: "With an id {“correlation”, “messages”: [{“id”, “correlation”, “cause”, “kind”, “target”,"
      + " “from”, “to”, “attempt”, “time”, “clockUs”, “parts”, “answer”: {“id”, “kind”, “code”,"
      + " “afterUs”}}], “events”: [{“id”, “type”, “subject”, “sequence”, “time”, “cause”}],"
      + " “memory”, “isJournalRead”, “isComplete”}; without {“traces”: [message], “memory”:"
      + " {“messages”, “capacity”, “since”}}"
  ) { values, context in
    if let reference = try values[id] { return try await show(reference.text, context) }
    let limit = try values[limit]
    guard (1...1000).contains(limit ?? 1) else {
      throw Failure.usage("--limit is from 1 to 1000.")
    }
    let reply = try await context.send(
      ListTraces(
        target: try values[target], isFailed: try values[failed] ? true : nil,
        isAll: try values[all] ? true : nil, limit: limit))
    try context.show(reply) {
      let memory = reply.memory
      let since =
        "The router remembers \(memory.messages) of at most \(memory.capacity) messages,"
        + " since \(Timestamp.format(memory.since))."
      guard !reply.traces.isEmpty else { return ["No such commands.", since] }
      return context.tracePage.table(reply.traces) + [context.console.ink.dim(since)]
    }
  }

  /// Shows one, by an id in it or how one begins.
  static func show(_ id: String, _ context: CommandContext) async throws {
    let trace = try await context.connected { try await WholeTrace.read(id, $0) }
    try context.show(trace) { context.tracePage.lines(trace) }
  }
}

/// How a person names a trace: an id in it, or how one begins.
struct TraceReference: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    let letters = argument.lowercased()
    let isID = letters.allSatisfy { $0.isHexDigit || $0 == "-" }
    guard isID, (GetTrace.fewestCharacters...36).contains(letters.utf8.count) else {
      throw UsageError(
        message: "is no id, and not its first \(GetTrace.fewestCharacters) characters or more")
    }
    text = letters
  }
  static var placeholder: String { "ID" }
}

import Bus
import RouterAPI

/// The `standups trace` command.
enum TraceVerb {
  static let id = Argument<TraceReference?>.optional(
    "ID",
    help: "Id of a command, or of any message or event of its trace. For commands and messages, the"
      + " first 8 characters are enough.")
  static let target = Argument<String?>.option(
    "--target", placeholder: "TARGET",
    help: "In the list: only this command; with a dot at the end, all that start with it.")
  static let failed = Argument<Bool>.flag("--failed", help: "In the list: only failed commands.")
  static let all = Argument<Bool>.flag(
    "--all", help: "In the list: also commands that only query the state of the bus.")
  static let limit = Argument<Int?>.option(
    "--limit", help: "In the list: maximum number of commands, 1 to 1000. Default: 20.")

  static let verb = Verb(
    "trace", summary: "Show everything that a command caused, as a tree with times.",
    details: """
      Without an id, lists the latest commands. With one, shows every message that the command caused (sender, \
      recipient, the time when the router received it, the reply and its delay) and every event. Contents are never \
      shown. The router keeps only the latest messages (STANDUPS_TRACE_MESSAGES), and none from before it started; \
      events are in the journal, with the id of the command in their “correlationid”. With --trace, any command prints \
      its own trace.
      """,
    arguments: [id, target, failed, all, limit],
    examples: [
      .init("standups trace", "The latest commands."),
      .init("standups trace --failed --target meetings.", "Failed commands about meetings."),
      .init("standups trace 4be1f6a2", "One command, by the start of its id."),
      .init(
        "standups add Daily --attendee Ann --trace", "Everything that adding a standup causes."),
    ],
    json: "With an id {“correlation”, “messages”: [{“id”, “correlation”, “cause”, “kind”, “target”,"
      + " “from”, “to”, “attempt”, “time”, “clockUs”, “parts”, “answer”: {“id”, “kind”, “code”,"
      + " “afterUs”}}], “events”: [{“id”, “type”, “subject”, “sequence”, “time”, “cause”}],"
      + " “memory”, “isJournalRead”, “isComplete”}; without {“traces”: [message], “memory”:"
      + " {“messages”, “capacity”, “since”}}"
  ) { values, context in
    if let reference = try values[id] { return try await show(reference.text, context) }
    let limit = try values[limit]
    try Failure.require("--limit", limit, in: 1...1000)
    let reply = try await context.send(
      ListTraces(
        target: try values[target], isFailed: try values[failed] ? true : nil,
        isAll: try values[all] ? true : nil, limit: limit))
    try context.show(reply) {
      let memory = reply.memory
      let since =
        "The router has \(memory.messages) of at most \(memory.capacity) messages,"
        + " since \(Timestamp.format(memory.since))."
      guard !reply.traces.isEmpty else { return ["No matching commands.", since] }
      return context.tracePage.table(reply.traces) + [context.console.ink.dim(since)]
    }
  }

  /// Shows a trace by one of its ids or the start of one.
  static func show(_ id: String, _ context: CommandContext) async throws {
    let trace = try await context.connected { try await WholeTrace.read(id, $0) }
    try context.show(trace) { context.tracePage.lines(trace) }
  }
}

/// A reference to a trace: one of its ids, or the start of one.
struct TraceReference: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    let letters = argument.lowercased()
    let isID = letters.allSatisfy { $0.isHexDigit || $0 == "-" }
    guard isID, (GetTrace.minCharacters...36).contains(letters.utf8.count) else {
      throw UsageError(
        message: "expected an id, or at least its first \(GetTrace.minCharacters) characters")
    }
    text = letters
  }
  static var placeholder: String { "ID" }
}

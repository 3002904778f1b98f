import Bus
import Foundation
import RouterAPI

/// The `standups dead-letters` command.
enum DeadLettersVerb {
  static let verb = Verb(
    "dead-letters", summary: "List, replay and drop messages that could not be delivered.",
    details: """
      A message from a service goes to the dead-letter queue, with the reason, if it has no handler or cannot be \
      handled. The queue is in the database and survives restarts. Only “show --body” prints the body of a \
      message, which may be private.
      """,
    examples: [
      .init("standups dead-letters list", "Failed messages and the reasons."),
      .init("standups dead-letters replay --all", "Sends all of them again."),
      .init("standups dead-letters drop --all --older-than 30d --yes", "Drops the old ones."),
    ],
    verbs: [list, show, replay, drop])

  static let id = Argument<String>.required(
    "ID", help: "Id of the dead letter; its first 8 characters are enough.")
  static let which = Argument<String?>.optional(
    "ID", help: "Id of the dead letter; its first 8 characters are enough.")
  static let all = Argument<Bool>.flag(
    "--all", help: "All dead letters, or all that match the filters.")
  static let limit = PageArguments.limit("dead letters", fallback: 100)
  static let body = Argument<Bool>.flag("--body", help: "Print the body, which may be private.")
  static let json =
    "{“letters”: [{“id”, “time”, “sender”, “target”, “attempts”, “error”, “correlation”, “bytes”}],"
    + " “removed”: [id], “total”, “next”}"

  static let list = Verb(
    "list", summary: "List the dead letters, oldest first.",
    arguments: [
      DeadLetterFilter.target, DeadLetterFilter.older, DeadLetterFilter.newer, limit,
      PageArguments.after,
    ],
    examples: [
      .init("standups dead-letters list --json", "As JSON."),
      .init(
        "standups dead-letters list --target timer. --newer-than 1h",
        "Dead letters from the timer in the last hour."),
    ], json: json
  ) { values, context in
    let limit = try values[limit]
    try Failure.require("--limit", limit, in: 1...1000)
    var command = DeadLetters(
      action: .list, after: try values[PageArguments.after], limit: limit)
    try DeadLetterFilter.apply(values, context, to: &command)
    let reply = try await DeadLetterReader(context).collect(command, atMost: limit ?? 100)
    try context.show(reply) {
      guard !reply.letters.isEmpty || reply.next != nil else {
        return [reply.total == 0 ? "No dead letters." : "No matching dead letters."]
      }
      let page = DeadLetterPage(context)
      var lines = page.table(reply.letters)
      if let next = reply.next {
        lines.append("\(reply.letters.count) of \(reply.total). \(PageArguments.more(after: next))")
      }
      return lines
    }
  }

  static let show = Verb(
    "show", summary: "Show one dead letter.", arguments: [id, body],
    examples: [
      .init("standups dead-letters show 6f1c2d3e", "The message and why it failed."),
      .init("standups dead-letters show 6f1c2d3e --body", "With its body."),
    ],
    json: "{“letters”: [the dead letter, with “body” if --body is given], “removed”: [], “total”}"
  ) { values, context in
    var reply = try await context.send(DeadLetters(action: .list, id: try values[id]))
    guard let letter = reply.letters.first else {
      throw Failure.notFound(
        "Dead letter", try values[id], list: "standups dead-letters list")
    }
    let showsBody = try values[body]
    if !showsBody { reply.letters[0].body = nil }
    try context.show(reply) { try DeadLetterPage(context).lines(letter, showsBody: showsBody) }
  }

  static let replay = Verb(
    "replay", summary: "Send dead letters again.",
    details:
      "A dead letter that is delivered is removed from the queue. Replay is idempotent. Exits with 75"
      + " if one of them fails again; it stays in the queue with the new reason.",
    arguments: [
      which, all, DeadLetterFilter.target, DeadLetterFilter.older, DeadLetterFilter.newer,
    ],
    examples: [
      .init("standups dead-letters replay 6f1c2d3e", "One dead letter."),
      .init("standups dead-letters replay --all --target timer.finished", "All of one type."),
    ], json: json
  ) { values, context in
    let reply = try await act(.replay, values, context) { reply in
      "\(reply.removed.count) delivered, \(reply.letters.count - reply.removed.count) failed again."
    }
    let failed = reply.letters.filter { !reply.removed.contains($0.id) }
    guard let first = failed.first else { return }
    throw Failure(
      .temporary, code: first.error.code.rawValue,
      "Dead letter \(first.id.prefix(8)) failed again: \(first.error.message)")
  }

  static let drop = Verb(
    "drop", summary: "Drop dead letters.",
    arguments: [
      which, all, DeadLetterFilter.target, DeadLetterFilter.older, DeadLetterFilter.newer,
      Confirmation.yes,
    ],
    examples: [
      .init("standups dead-letters drop --all --yes", "All of them."),
      .init(
        "standups dead-letters drop --all --older-than 30d", "The old ones, after confirmation."),
    ], json: json
  ) { values, context in
    _ = try chosen(.drop, values, context)
    let question = try values[which].map { "Drop the dead letter \(DisplayText.safe($0))?" }
    let agreed = try Confirmation.ask(
      question
        ?? (try DeadLetterFilter.isGiven(values)
          ? "Drop all dead letters that match the filters?" : "Drop all dead letters?"),
      isGiven: values[Confirmation.yes], context)
    guard agreed else { return try context.console.print("Nothing was dropped.") }
    _ = try await act(.drop, values, context) {
      "Dropped \(DisplayText.count($0.removed.count, "dead letter"))."
    }
  }

  private static func chosen(
    _ action: DeadLetters.Action, _ values: Values, _ context: CommandContext
  ) throws -> DeadLetters {
    let id = try values[which]
    guard (id == nil) == (try values[all]) else {
      throw Failure.usage("Give either the id of a dead letter, or --all.")
    }
    guard try id == nil || !DeadLetterFilter.isGiven(values) else {
      throw Failure.usage("Filters need --all, and cannot be combined with an id.")
    }
    var command = DeadLetters(action: action, id: id)
    try DeadLetterFilter.apply(values, context, to: &command)
    return command
  }

  private static func act(
    _ action: DeadLetters.Action, _ values: Values, _ context: CommandContext,
    _ sentence: (DeadLetters.Reply) -> String
  ) async throws -> DeadLetters.Reply {
    let reply = try await DeadLetterReader(context).collect(try chosen(action, values, context))
    try context.show(reply) { [sentence(reply)] }
    return reply
  }
}

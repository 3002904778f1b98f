import Bus
import Foundation
import RouterAPI

/// `standups dead-letters`
enum DeadLettersVerb {
  static let verb = Verb(
    "dead-letters", summary: "List, replay and drop what could not be delivered.",
    details: """
      A message of a service that nothing handles, or whose handling failed for good, is put here with \
      the reason. The letters are in the database and survive restarts. What they say, which may be \
      private, is shown by “show --body” alone.
      """,
    examples: [
      .init("standups dead-letters list", "What went wrong, and why."),
      .init("standups dead-letters replay --all", "Tries all of it again."),
      .init("standups dead-letters drop --all --older-than 30d --yes", "Forgets the old ones."),
    ],
    verbs: [list, show, replay, drop])

  static let id = Argument<String>.required(
    "ID", help: "The letter’s id; its first 8 characters are enough.")
  static let which = Argument<String?>.optional(
    "ID", help: "The letter’s id; its first 8 characters are enough.")
  static let all = Argument<Bool>.flag("--all", help: "All of them, or all that the filter takes.")
  static let after = Argument<String?>.option(
    "--after", placeholder: "NEXT", help: "Go on where a page before ended: its “next”.")
  static let limit = Argument<Int?>.option(
    "--limit", help: "How many, up to 1000; 100 unless told.")
  static let body = Argument<Bool>.flag("--body", help: "With what it says, which may be private.")
  static let json =
    "{“letters”: [{“id”, “time”, “sender”, “target”, “attempts”, “error”, “correlation”, “bytes”}],"
    + " “removed”: [id], “total”, “next”}"

  static let list = Verb(
    "list", summary: "List the dead letters, oldest first.",
    arguments: [LetterFilter.target, LetterFilter.older, LetterFilter.newer, limit, after],
    examples: [
      .init("standups dead-letters list --json", "For programs."),
      .init("standups dead-letters list --target timer. --newer-than 1h", "The timer’s latest."),
    ], json: json
  ) { values, context in
    let limit = try values[limit]
    guard (1...1000).contains(limit ?? 1) else {
      throw Failure.usage("--limit is from 1 to 1000.")
    }
    var command = DeadLetters(action: .list, after: try values[after], limit: limit)
    try LetterFilter.apply(values, context, to: &command)
    let reply = try await LetterPages(context).collect(command, atMost: limit ?? 100)
    try context.show(reply) {
      guard !reply.letters.isEmpty || reply.next != nil else {
        return [reply.total == 0 ? "There are no dead letters." : "There are no such dead letters."]
      }
      let page = LetterPage(context)
      var lines = page.table(reply.letters)
      if let next = reply.next {
        lines.append("\(reply.total) in all. More: add --after \(Shell.quote(next)).")
      }
      return lines
    }
  }

  static let show = Verb(
    "show", summary: "Show one dead letter.", arguments: [id, body],
    examples: [
      .init("standups dead-letters show 6f1c2d3e", "What it is and why it is here."),
      .init("standups dead-letters show 6f1c2d3e --body", "With all that it says."),
    ],
    json: "{“letters”: [the letter, with “body” if --body asks for it], “removed”: [], “total”}"
  ) { values, context in
    var reply = try await context.send(DeadLetters(action: .list, id: try values[id]))
    guard let letter = reply.letters.first else {
      throw Failure.notFound("There is no dead letter “\(try values[id])”.")
    }
    let showsBody = try values[body]
    if !showsBody { reply.letters[0].body = nil }
    try context.show(reply) { try LetterPage(context).lines(letter, showsBody: showsBody) }
  }

  static let replay = Verb(
    "replay", summary: "Send dead letters again.",
    details:
      "What is delivered is removed. Doing it twice does nothing twice. Exit code 75 if one of"
      + " them failed again: it stays, with its new reason.",
    arguments: [which, all, LetterFilter.target, LetterFilter.older, LetterFilter.newer],
    examples: [
      .init("standups dead-letters replay 6f1c2d3e", "One of them."),
      .init("standups dead-letters replay --all --target timer.finished", "All of one kind."),
    ], json: json
  ) { values, context in
    let reply = try await act(.replay, values, context) { reply in
      "\(reply.removed.count) delivered, \(reply.letters.count - reply.removed.count) failed again."
    }
    let failed = reply.letters.filter { !reply.removed.contains($0.id) }
    guard let first = failed.first else { return }
    throw Failure(
      .temporary, code: first.error.code.rawValue,
      "The dead letter \(first.id.prefix(8)) failed again: \(first.error.message)")
  }

  static let drop = Verb(
    "drop", summary: "Forget dead letters.",
    arguments: [
      which, all, LetterFilter.target, LetterFilter.older, LetterFilter.newer, DeleteVerb.yes,
    ],
    examples: [
      .init("standups dead-letters drop --all --yes", "All of them."),
      .init("standups dead-letters drop --all --older-than 30d", "The old ones; asks first."),
    ], json: json
  ) { values, context in
    _ = try chosen(.drop, values, context)
    let question = try values[which].map { "drop the dead letter \(DisplayText.safe($0))?" }
    let agreed = try Confirmation.ask(
      question
        ?? (try LetterFilter.isGiven(values)
          ? "drop all dead letters that the filter takes?" : "drop all dead letters?"),
      isGiven: values[DeleteVerb.yes], context)
    guard agreed else { return try context.console.print("Nothing was dropped.") }
    _ = try await act(.drop, values, context) { "\($0.removed.count) dropped." }
  }

  private static func chosen(
    _ action: DeadLetters.Action, _ values: Values, _ context: CommandContext
  ) throws -> DeadLetters {
    let id = try values[which]
    guard (id == nil) == (try values[all]) else {
      throw Failure.usage("Name one dead letter by its id, or say --all.")
    }
    guard try id == nil || !LetterFilter.isGiven(values) else {
      throw Failure.usage("An id names one dead letter; filters go with --all.")
    }
    var command = DeadLetters(action: action, id: id)
    try LetterFilter.apply(values, context, to: &command)
    return command
  }

  private static func act(
    _ action: DeadLetters.Action, _ values: Values, _ context: CommandContext,
    _ sentence: (DeadLetters.Reply) -> String
  ) async throws -> DeadLetters.Reply {
    let reply = try await LetterPages(context).collect(try chosen(action, values, context))
    try context.show(reply) { [sentence(reply)] }
    return reply
  }
}

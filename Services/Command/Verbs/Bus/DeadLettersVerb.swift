import Bus
import Messages

/// `standups dead-letters`
enum DeadLettersVerb {
  static let verb = Verb(
    "dead-letters", summary: "List, replay and drop what could not be delivered.",
    examples: [
      .init("standups dead-letters list", "What went wrong, and why."),
      .init("standups dead-letters replay --all", "Tries all of it again."),
    ],
    verbs: [list, show, replay, drop])

  static let id = Argument<String>.required("ID", help: "The letter’s id, as “list” shows it.")
  static let which = Argument<String?>.optional("ID", help: "The letter’s id.")
  static let all = Argument<Bool>.flag("--all", help: "All of them.")
  static let after = Argument<String?>.option(
    "--after", placeholder: "NEXT", help: "Go on where a page before ended: its “next”.")
  static let limit = Argument<Int?>.option(
    "--limit", help: "How many, up to 1000; 100 unless told.")
  static let json =
    "{“letters”: [{“id”, “time”, “sender”, “target”, “attempts”, “error”, “body”}],"
    + " “removed”: [id], “total”, “next”}"

  static let list = Verb(
    "list", summary: "List the dead letters, oldest first.",
    arguments: [limit, after],
    examples: [.init("standups dead-letters list --json", "For programs.")], json: json
  ) { values, context in
    let reply = try await context.send(
      DeadLetters(action: .list, after: try values[after], limit: try values[limit]))
    try context.show(reply) {
      guard !reply.letters.isEmpty else { return ["There are no dead letters."] }
      var table = Table(header: ["ID", "WHEN", "FROM", "MESSAGE", "TRIES", "WHY"], flexible: 5)
      table.rows = reply.letters.map {
        [
          DisplayText.safe($0.id), context.page.date($0.time), DisplayText.safe($0.sender),
          DisplayText.safe($0.target), String($0.attempts), DisplayText.safe($0.error.message),
        ]
      }
      var lines = table.lines(width: nil, ink: context.console.ink)
      if let next = reply.next {
        lines.append("\(reply.total) in all. More: add --after \(Shell.quote(next)).")
      }
      return lines
    }
  }

  static let show = Verb(
    "show", summary: "Show one dead letter with all that it says.", arguments: [id],
    examples: [.init("standups dead-letters show 6f1c…", "What it says may be private.")],
    json: json
  ) { values, context in
    let reply = try await context.send(DeadLetters(action: .list, id: try values[id]))
    guard let letter = reply.letters.first else {
      throw Failure.notFound("There is no dead letter “\(try values[id])”.")
    }
    try context.show(reply) {
      [
        "Id        \(DisplayText.safe(letter.id))",
        "When      \(context.page.date(letter.time))",
        "From      \(DisplayText.safe(letter.sender))",
        "Message   \(DisplayText.safe(letter.target)), tried \(letter.attempts) times",
        "Why       \(DisplayText.safe(letter.error.description))",
        "Body      \(try body(letter))",
      ]
    }
  }

  private static func body(_ letter: DeadLetter) throws -> String {
    guard let body = letter.body else { return "(not kept)" }
    return DisplayText.safe(String(decoding: try BusJSON.encode(body), as: UTF8.self))
  }

  static let replay = Verb(
    "replay", summary: "Send dead letters again.",
    details: "What is delivered is removed. Doing it twice does nothing twice.",
    arguments: [which, all],
    examples: [.init("standups dead-letters replay 6f1c…", "One of them.")], json: json
  ) { values, context in
    try await act(.replay, values, context) { reply in
      "\(reply.removed.count) delivered, \(reply.letters.count - reply.removed.count) failed again."
    }
  }

  static let drop = Verb(
    "drop", summary: "Forget dead letters.",
    arguments: [which, all, DeleteVerb.yes],
    examples: [.init("standups dead-letters drop --all --yes", "All of them.")], json: json
  ) { values, context in
    let agreed = try Confirmation.ask(
      try values[which].map { "drop the dead letter \($0)?" } ?? "drop all dead letters?",
      isGiven: values[DeleteVerb.yes], context)
    guard agreed else { return try context.console.print("Nothing was dropped.") }
    try await act(.drop, values, context) { "\($0.removed.count) dropped." }
  }

  private static func act(
    _ action: DeadLetters.Action, _ values: Values, _ context: CommandContext,
    _ sentence: (DeadLetters.Reply) -> String
  ) async throws {
    let id = try values[which]
    guard (id == nil) == (try values[all]) else {
      throw Failure.usage("Name one dead letter by its id, or say --all.")
    }
    let reply = try await context.send(DeadLetters(action: action, id: id))
    try context.show(reply) { [sentence(reply)] }
  }
}

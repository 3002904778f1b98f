import Bus
import CommandLineKit
import Foundation
import Standups
import StandupsAPI

/// The `standups glossary` command and its subcommands.
enum GlossaryVerb {
  static let verb = Verb(
    "glossary", summary: "Manage the terms that transcripts spell like a team.",
    details: """
      Recognised lines spell the terms of the standup’s team where they have words that sound alike; the recognised \
      words stay beside them. A change applies at once, also to meetings that are live, but not to lines that were \
      recognised before. Names of attendees need no entry. Any member of the team can change its glossary, which has \
      at most \(GlossaryTerm.maxInTeam) terms. Without a command, lists the terms.
      """,
    examples: [
      .init("standups glossary", "The terms of your team."),
      .init("standups glossary add Grafana", "Adds a term."),
      .init(
        "standups glossary add nginx --sounds-like 'engine x'", "A term that sounds different."),
      .init("standups glossary import terms.txt --team web", "Adds the terms of a list."),
    ],
    json: listJSON, verbs: [add, remove, list, load]
  ) { _, context in try await list(of: nil, context) }

  private static let team = Argument<TeamReference?>.option(
    "--team", help: "Id or name of the team. Default: “default”, or your only team.")
  private static let term = Argument<String>.required(
    "TERM", help: "Spelling of the term, at most \(GlossaryTerm.maxBytes) bytes.")
  private static let sounds = Argument<String?>.option(
    "--sounds-like", placeholder: "TEXT",
    help:
      "Spelling in Latin letters that sounds like the term, such as “engine x”. Default: as it is spelled."
  )
  private static let terms = Argument<[String]>.rest(
    "TERM", isRequired: true, help: "Spelling of a term, in either case. Repeatable.")
  private static let file = Argument<String>.required(
    "FILE", completion: .file,
    help: "A text file with one term in each line; “-” reads standard input.")
  private static let addJSON = "{“team”, “added”, “replaced”, “count”}"
  private static let listJSON = "{“team”, “terms”: [{“term”, “soundsLike”}]}"

  // MARK: Adding

  private static let add = Verb(
    "add", summary: "Add a term, or change what it sounds like.",
    details: "A term that is the same except for its case is replaced.",
    arguments: [term, sounds, team],
    examples: [
      .init("standups glossary add Grafana", "Adds a term."),
      .init(
        "standups glossary add nginx --sounds-like 'engine x'", "A term that sounds different."),
    ],
    json: addJSON
  ) { values, context in
    let term = GlossaryTerm(try values[term], soundsLike: try values[sounds]).collapsed
    if let problem = term.problem { throw Failure.usage(problem) }
    try await context.connected { connection in
      let reply = try await connection.send(
        AddTerms(team: try await id(of: try values[team], connection), terms: [term]))
      try context.show(reply) {
        let name = "“\(DisplayText.safe(term.term))”"
        let done =
          reply.added > 0 ? "Added" : reply.replaced > 0 ? "Changed" : "Nothing changed:"
        return ["\(done) \(name). \(count(reply.count, reply.team))"]
      }
    }
  }

  // MARK: Removing

  private static let remove = Verb(
    "remove", summary: "Remove terms.",
    details: "Prints the commands that add them again. Transcripts stay as they are.",
    arguments: [terms, team],
    examples: [.init("standups glossary remove Grafana", "Removes a term.")],
    json: "{“team”, “removed”, “count”}"
  ) { values, context in
    let keys = Set(try values[terms].map(GlossaryTerm.key))
    try await context.connected { connection in
      let owner = try await id(of: try values[team], connection)
      let before = try await connection.send(ListTerms(team: owner))
      let found = before.terms.filter { keys.contains(GlossaryTerm.key($0.term)) }
      guard !found.isEmpty else {
        throw Failure.notFound(
          "Term", try values[terms][0], list: "standups glossary list",
          near: Meant.nearest(to: try values[terms][0], in: before.terms.map(\.term)))
      }
      let reply = try await connection.send(
        RemoveTerms(team: owner, terms: found.map(\.term)))
      try context.show(reply) {
        let removed = DisplayText.count(reply.removed, "term")
        return ["Removed \(removed). \(count(reply.count, reply.team)) To undo:"]
          + found.map { "  \(undo($0, owner))" }
      }
    }
  }

  /// The command that adds a term again.
  private static func undo(_ term: GlossaryTerm, _ team: String?) -> String {
    let words: [String] =
      ["standups", "glossary", "add", term.term]
      + (term.soundsLike.map { ["--sounds-like", $0] } ?? []) + (team.map { ["--team", $0] } ?? [])
    return DisplayText.safe(words.map(Shell.quote).joined(separator: " "))
  }

  // MARK: Listing

  private static let list = Verb(
    "list", summary: "List the terms in the form of a file that “standups glossary import” reads.",
    arguments: [team],
    examples: [.init("standups glossary list --team web", "All terms of a team.")],
    json: listJSON
  ) { values, context in try await list(of: try values[team], context) }

  private static func list(
    of team: TeamReference?, _ context: CommandContext
  ) async throws {
    try await context.connected { connection in
      let reply = try await connection.send(ListTerms(team: try await id(of: team, connection)))
      try context.show(reply) { reply.terms.map { DisplayText.safe(GlossaryFile.line($0)) } }
      if reply.terms.isEmpty {
        context.note("The glossary is empty; “standups glossary add TERM” adds a term.")
      }
    }
  }

  // MARK: Importing

  private static let load = Verb(
    "import", summary: "Add the terms of a list.",
    details: """
      Each line of the file is a term, or a term, “=”, and what it sounds like: “nginx = engine x”. Empty lines are \
      ignored. A line that is not valid or that repeats a term is skipped and reported. Terms that are in the \
      glossary are replaced, and all others stay. Either all terms of the file are added, or none if the glossary \
      would have more than \(GlossaryTerm.maxInTeam).
      """,
    arguments: [file, team],
    examples: [
      .init("standups glossary import terms.txt", "Adds the terms of a file."),
      .init("standups glossary import - --team web", "Reads standard input."),
    ],
    json: "{“team”, “added”, “replaced”, “count”, “skipped”: [{“line”, “text”, “reason”}]}"
  ) { values, context in
    let name = try values[file]
    let list = GlossaryFile(try read(name, context))
    guard !list.terms.isEmpty else {
      let first = list.skipped.first.map { " Line \($0.line): \($0.reason)" } ?? ""
      throw Failure(.data, code: "invalid", "\(name) contains no term.\(first)")
    }
    try await context.connected { connection in
      let reply = try await connection.send(
        AddTerms(team: try await id(of: try values[team], connection), terms: list.terms))
      try context.show(Imported(reply, skipped: list.skipped)) {
        [
          "Added \(DisplayText.count(reply.added, "term")), and changed \(reply.replaced). "
            + count(reply.count, reply.team)
        ]
      }
      guard !context.globals.isJSON else { return }
      for line in list.skipped.prefix(maxNotes) {
        context.note(
          DisplayText.safe("Skipped line \(line.line), “\(line.text)”: \(line.reason)"))
      }
      if list.skipped.count > maxNotes {
        context.note("Skipped \(list.skipped.count - maxNotes) more lines; “--json” lists them.")
      }
    }
  }

  /// Maximum number of skipped lines that are printed.
  private static let maxNotes = 20

  /// The result of an import.
  private struct Imported: Codable {
    var team: String
    var added: Int
    var replaced: Int
    var count: Int
    var skipped: [GlossaryFile.Skipped]

    init(_ reply: AddTerms.Reply, skipped: [GlossaryFile.Skipped]) {
      (team, added, replaced, count) = (reply.team, reply.added, reply.replaced, reply.count)
      self.skipped = skipped
    }
  }

  /// Reads a file of terms.
  ///
  /// - Throws: `Failure` if it cannot be read, is too long, or is not text.
  private static func read(_ name: String, _ context: CommandContext) throws -> String {
    var data = Data()
    if name == "-" {
      while data.count <= GlossaryFile.maxBytes, case let more = try context.input.read(1 << 16),
        !more.isEmpty
      { data += more }
    } else {
      let handle = try context.open(name)
      do {
        data = try handle.read(upToCount: GlossaryFile.maxBytes + 1) ?? Data()
      } catch {
        throw Failure.file(name, "read", error)
      }
    }
    guard data.count <= GlossaryFile.maxBytes else {
      throw Failure(
        .data, code: "too_large",
        "\(name) is too long; a list of terms has at most \(GlossaryFile.maxBytes) bytes.")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(.data, code: "invalid", "\(name) is not text in UTF-8.")
    }
    return text
  }

  // MARK: For several commands

  /// The id of the team that the user names; nil if they name none.
  private static func id(
    of team: TeamReference?, _ connection: Connection
  ) async throws -> String? {
    try await team.asyncMap { try await PeopleFinder(connection: connection).team($0).id }
  }

  private static func count(_ count: Int, _ team: String) -> String {
    "The glossary of the team \(DisplayText.safe(team)) has \(DisplayText.count(count, "term"))."
  }

  /// Removes the glossary of a team, so that that of an archive can replace it.
  static func clear(_ team: String, _ connection: Connection) async throws {
    let terms = try await connection.send(ListTerms(team: team)).terms.map(\.term)
    if !terms.isEmpty { _ = try await connection.send(RemoveTerms(team: team, terms: terms)) }
  }
}

import CommandLineKit
import PostgreSQL

/// `persistence-service move`: moves a store from a file to a database server, or back.
enum MoveVerb {
  private static let from = Argument<String?>.option(
    "--from", placeholder: "PLACE", help: "The database to copy.")
  private static let to = Argument<String?>.option(
    "--to", placeholder: "PLACE", help: "The database to fill.")

  static let verb: Verb<VerbContext> = Verb(
    "move",
    summary:
      "Copies all data from one database to another, which must be new or empty, and compares the two.",
    details: """
      Stop the persistence service first. \(DatabasePlace.forms)

      If a move is interrupted, run the command again: it continues where it stopped.
      """,
    arguments: [from, to],
    run: { values, context in
      guard let from = try values[from], let to = try values[to], from != to else {
        throw UsageError(
          message: "--from and --to must name two different databases.")
      }
      let source = try end(from, isSource: true)
      defer { source.close() }
      let target = try end(to, isSource: false)
      defer { target.close() }
      try StoreMove(source: source, target: target, report: { context.output($0 + "\n") }).run()
    })

  private static func end(_ text: String, isSource: Bool) throws -> any MoveEnd {
    switch try DatabasePlace(text) {
    case .server(let address): return try PostgreSQLMoveEnd(PostgreSQLConfiguration(address))
    case .file(let path):
      if isSource, FileSystem.size(path) == 0 {
        throw UsageError(message: "Database \(path) not found.")
      }
      return try SQLiteMoveEnd(path)
    }
  }
}

import CommandLineKit
import Foundation
import PostgreSQL

/// `persistence-service move`: moves a store from a file to a database server, or back.
enum MoveCommand {
  static let name = "move"

  private static let usage = """
    usage: persistence-service move --from PLACE --to PLACE

    Copies all data from one database to another, which must be new or empty, and compares the two. Stop the
    persistence service first. PLACE is the absolute path of a SQLite file or the URI of a PostgreSQL database
    (postgres://…). If a move is interrupted, run the command again: it continues where it stopped.

    """

  /// Runs the move, reports its progress, and exits.
  static func main(_ arguments: [String]) -> Never {
    run(arguments, .standard).exitProcess()
  }

  /// Runs the move.
  ///
  /// - Parameter arguments: the arguments after the verb.
  static func run(_ arguments: [String], _ console: VerbConsole) -> ExitCode {
    if arguments == ["--help"] || arguments == ["-h"] {
      console.output(usage)
      return .ok
    }
    do {
      let (from, to) = try places(arguments)
      let source = try end(from, isSource: true)
      defer { source.close() }
      let target = try end(to, isSource: false)
      defer { target.close() }
      try StoreMove(source: source, target: target, report: { console.output($0 + "\n") }).run()
      return .ok
    } catch {
      return console.fail(error, usage: usage)
    }
  }

  static func relativePath(_ place: String) -> String {
    "Invalid path “\(place.prefix(100))”; expected the absolute path of a file."
  }

  private static func places(_ arguments: [String]) throws -> (from: String, to: String) {
    var given: [String: String] = [:]
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard ["--from", "--to"].contains(option), given[option] == nil, let place = rest.popFirst()
      else {
        throw UsageError(
          message: "Invalid argument “\(option.prefix(20))”; expected --from and --to.")
      }
      given[option] = place
    }
    guard let from = given["--from"], let to = given["--to"], from != to else {
      throw UsageError(message: "--from and --to must name two different databases.")
    }
    return (from, to)
  }

  private static func end(_ place: String, isSource: Bool) throws -> any MoveEnd {
    if PostgreSQLAddress.isOne(place) {
      guard let address = PostgreSQLAddress(place) else {
        throw UsageError(message: PersistenceSettings.invalidURI)
      }
      return try PostgreSQLMoveEnd(PostgreSQLConfiguration(address))
    }
    guard place.hasPrefix("/") else {
      throw UsageError(message: relativePath(place))
    }
    if isSource, FileSystem.size(place) == 0 {
      throw UsageError(message: "Database \(place) not found.")
    }
    return try SQLiteMoveEnd(place)
  }
}

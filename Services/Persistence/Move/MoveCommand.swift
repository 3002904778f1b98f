import CommandLineKit
import Foundation
import PostgreSQL

/// `persistence-service move`: a store from a file into a database on a server, or back.
enum MoveCommand {
  static let name = "move"

  private static let usage = """
    usage: persistence-service move --from PLACE --to PLACE

    Moves a store from one database into another that has nothing yet, while persistence is stopped, and
    compares them. A PLACE is the absolute path of a SQLite file, or the URI of a PostgreSQL database
    (postgres://…). Run again, it goes on where it stopped.

    """

  /// Does it, says what it does, and ends the program.
  static func main(_ arguments: [String]) -> Never {
    run(arguments, .standard).exitProcess()
  }

  /// - Parameter arguments: those behind the verb.
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

  private static func places(_ arguments: [String]) throws -> (from: String, to: String) {
    var given: [String: String] = [:]
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard ["--from", "--to"].contains(option), given[option] == nil, let place = rest.popFirst()
      else { throw UsageError(message: "“\(option.prefix(20))” is not understood.") }
      given[option] = place
    }
    guard let from = given["--from"], let to = given["--to"], from != to else {
      throw UsageError(message: "Two different places are needed.")
    }
    return (from, to)
  }

  private static func end(_ place: String, isSource: Bool) throws -> any MoveEnd {
    if PostgreSQLAddress.isOne(place) {
      guard let address = PostgreSQLAddress(place) else {
        throw UsageError(message: "The URI of the PostgreSQL database cannot be read.")
      }
      return try PostgreSQLMoveEnd(PostgreSQLConfiguration(address))
    }
    guard place.hasPrefix("/") else {
      throw UsageError(message: "A file is named by its absolute path.")
    }
    if isSource, FileSystem.size(place) == 0 {
      throw UsageError(message: "There is no database \(place).")
    }
    return try SQLiteMoveEnd(place)
  }
}

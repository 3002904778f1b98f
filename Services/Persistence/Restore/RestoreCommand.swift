import CommandLineKit
import Foundation

/// `persistence-service restore`: a backup takes the place of the database.
enum RestoreCommand {
  static let name = "restore"

  private static let usage = """
    usage: persistence-service restore FILE

    Puts a backup that “standups backup” made in the place of the database in STANDUPS_DATA, while
    persistence is stopped. It is checked before anything changes, and what was there is kept.

    """

  /// Does it, says what it did, and ends the program.
  static func main(_ arguments: [String]) -> Never {
    run(arguments, environment: ProcessInfo.processInfo.environment, .standard).exitProcess()
  }

  /// - Parameter arguments: those behind the verb.
  static func run(
    _ arguments: [String], environment: [String: String], _ console: VerbConsole
  ) -> ExitCode {
    guard arguments.count == 1, let file = arguments.first, file.hasPrefix("/") else {
      let wantsHelp = arguments == ["--help"] || arguments == ["-h"]
      (wantsHelp ? console.output : console.errors)(usage)
      return wantsHelp ? .ok : .usage
    }
    // An empty variable is none: compose passes on what is not set as one.
    let environment = environment.filter { !$0.value.isEmpty }
    if environment["STANDUPS_DATABASE"] != nil {
      return console.fail(
        "The database is on a server (STANDUPS_DATABASE): restore it with its own tools, pg_restore or a"
          + " recovery to a point in time (docs/how-to/run-on-postgresql.md).", .usage)
    }
    guard let directory = environment["STANDUPS_DATA"], directory.hasPrefix("/") else {
      return console.fail(
        "STANDUPS_DATA has to name the directory of the database.", .configuration)
    }
    do {
      let outcome = try StoreRestore(
        source: file, path: "\(directory)/\(StorePlace.file)", now: Date()
      ).run()
      console.output(
        "Restored \(file): \(outcome.documents) documents, events up to \(outcome.head).\n"
          + (outcome.kept.map { "What was there is kept: \($0)\n" } ?? "")
          + "Start the services again.\n")
      return .ok
    } catch {
      return console.fail(error, usage: usage, path: directory)
    }
  }
}

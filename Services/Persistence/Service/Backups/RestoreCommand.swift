import CommandLineKit
import Foundation

/// `persistence-service restore`: replaces the database with a backup.
enum RestoreCommand {
  static let name = "restore"

  private static let usage = """
    usage: persistence-service restore FILE

    Replaces the database in STANDUPS_DATA with FILE, the absolute path of a backup from “standups backup”. Stop
    the persistence service first. The backup is checked before anything changes, and the previous database is
    kept.

    """

  /// Runs the restore, reports the result, and exits.
  static func main(_ arguments: [String]) -> Never {
    run(arguments, environment: ProcessInfo.processInfo.environment, .standard).exitProcess()
  }

  /// Runs the restore.
  ///
  /// - Parameter arguments: the arguments after the verb.
  static func run(
    _ arguments: [String], environment: [String: String], _ console: VerbConsole
  ) -> ExitCode {
    guard arguments.count == 1, let file = arguments.first, file.hasPrefix("/") else {
      let wantsHelp = arguments == ["--help"] || arguments == ["-h"]
      (wantsHelp ? console.output : console.errors)(usage)
      return wantsHelp ? .ok : .usage
    }
    // An empty variable counts as unset, because Docker Compose passes unset variables as empty
    // ones.
    let environment = environment.filter { !$0.value.isEmpty }
    if environment["STANDUPS_DATABASE"] != nil {
      return console.fail(
        "The database is on a PostgreSQL server (STANDUPS_DATABASE): restore it with pg_restore or point-in-time"
          + " recovery. See docs/how-to/run-on-postgresql.md.", .usage)
    }
    guard let directory = environment["STANDUPS_DATA"], directory.hasPrefix("/") else {
      return console.fail(
        "STANDUPS_DATA must be the absolute path of the database's directory.", .configuration)
    }
    do {
      let outcome = try StoreRestore(
        source: file, path: "\(directory)/\(StorePlace.file)", now: Date()
      ).run()
      console.output(
        "Restored \(file) (documents: \(outcome.documents), last event: \(outcome.head)).\n"
          + (outcome.kept.map { "The previous database was kept at \($0).\n" } ?? "")
          + "Start the services again.\n")
      return .ok
    } catch {
      return console.fail(error, usage: usage, path: directory)
    }
  }
}

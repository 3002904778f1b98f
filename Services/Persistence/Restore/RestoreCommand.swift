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
    run(
      arguments, environment: ProcessInfo.processInfo.environment,
      output: { FileHandle.standardOutput.write(Data($0.utf8)) },
      errors: { FileHandle.standardError.write(Data($0.utf8)) }
    ).exitProcess()
  }

  /// - Parameter arguments: those behind the verb.
  static func run(
    _ arguments: [String], environment: [String: String], output: (String) -> Void,
    errors: (String) -> Void
  ) -> ExitCode {
    guard arguments.count == 1, let file = arguments.first, file.hasPrefix("/") else {
      let wantsHelp = arguments == ["--help"] || arguments == ["-h"]
      if wantsHelp { output(usage) } else { errors(usage) }
      return wantsHelp ? .ok : .usage
    }
    // An empty variable is none: compose passes on what is not set as one.
    let environment = environment.filter { !$0.value.isEmpty }
    if environment["STANDUPS_DATABASE"] != nil {
      errors(
        "persistence-service: The database is on a server (STANDUPS_DATABASE): restore it with its own"
          + " tools, pg_restore or a recovery to a point in time (docs/operations.md).\n")
      return .usage
    }
    guard let directory = environment["STANDUPS_DATA"], directory.hasPrefix("/") else {
      errors("persistence-service: STANDUPS_DATA has to name the directory of the database.\n")
      return .configuration
    }
    do {
      let outcome = try StoreRestore(
        source: file, path: "\(directory)/\(StorePlace.file)", now: Date()
      ).run()
      output(
        "Restored \(file): \(outcome.documents) documents, events up to \(outcome.head).\n"
          + (outcome.kept.map { "What was there is kept: \($0)\n" } ?? "")
          + "Start the services again.\n")
      return .ok
    } catch {
      let failure = StoreError.from(error, path: directory)
      errors("persistence-service: \(failure.sentence)\n")
      return failure.code.isRetryable ? .temporary : .data
    }
  }
}

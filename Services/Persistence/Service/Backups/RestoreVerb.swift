import CommandLineKit
import Foundation
import StandupsConfiguration

/// `persistence-service restore`: replaces the database with a backup.
enum RestoreVerb {
  private static let file = Argument<String>.required(
    "FILE", completion: .file, help: "The absolute path of the backup.")

  static let verb: Verb<VerbContext> = Verb(
    "restore",
    summary: "Replaces the database in STANDUPS_DATA with a backup from “standups backup”.",
    details: """
      Stop the persistence service first. The backup is checked before anything changes, and the previous \
      database is kept.
      """,
    arguments: [file],
    run: { values, context in
      let file = try values[file]
      guard file.hasPrefix("/") else {
        throw UsageError(
          message: "Invalid FILE “\(file.prefix(100))”; expected an absolute path.")
      }
      let environment = context.environment.filter { !$0.value.isEmpty }
      if environment["STANDUPS_DATABASE"] != nil {
        throw UsageError(
          message:
            "The database is on a PostgreSQL server (STANDUPS_DATABASE): restore it with pg_restore or point-in-time"
            + " recovery, as in docs/how-to/run-on-postgresql.md.")
      }
      guard let directory = environment["STANDUPS_DATA"], directory.hasPrefix("/") else {
        throw ConfigurationError(
          "STANDUPS_DATA", "invalid value; expected the absolute path of the database's directory.")
      }
      do {
        let outcome = try StoreRestore(
          source: file, path: "\(directory)/\(StorePlace.file)", now: Date()
        ).run()
        context.output(
          "Restored \(file) (documents: \(outcome.documents), last event: \(outcome.head)).\n"
            + (outcome.kept.map { "The previous database was kept at \($0).\n" } ?? "")
            + "Start the services again.\n")
      } catch {
        throw StoreError.from(error, path: directory)
      }
    })
}

import Configuration
import PostgreSQL

/// What persistence reads from the environment.
struct PersistenceSettings: ProgramSettings {
  /// The database on a server; nil for a file in the directory of the durable data.
  var database: PostgreSQLAddress?
  /// The directory of backups; nil for `backups` in the directory of the durable data.
  var backups: String?
  /// How many days an event stays in the journal.
  var journalDays: Int
  /// The most events that stay in the journal.
  var journalEvents: Int

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_DATABASE", form: "postgres://user@host,host/database?…",
      fallback: "SQLite in STANDUPS_DATA",
      "the PostgreSQL database that documents and events are kept in"),
    EnvironmentVariable(
      "STANDUPS_BACKUPS", form: "absolute path", fallback: "backups in STANDUPS_DATA",
      "the directory that “standups backup” writes to"),
    EnvironmentVariable(
      "STANDUPS_JOURNAL_DAYS", form: "whole number from 1 to 36500", fallback: "90",
      "how many days an event stays in the journal, to be read again"),
    EnvironmentVariable(
      "STANDUPS_JOURNAL_EVENTS", form: "whole number from 1 to 1000000000", fallback: "5000000",
      "the most events that stay in the journal"),
  ]

  init(_ reader: inout EnvironmentReader) {
    if let text = reader.value("STANDUPS_DATABASE") {
      database = PostgreSQLAddress(text)
      // Not repeated: it may hold a password.
      if database == nil {
        reader.refuse(
          "STANDUPS_DATABASE",
          "it must be the URI of a PostgreSQL database, such as postgres://user@host/standups.")
      }
    }
    backups = reader.directory("STANDUPS_BACKUPS")
    journalDays = reader.integer("STANDUPS_JOURNAL_DAYS", in: 1...36_500, or: 90)
    journalEvents = reader.integer(
      "STANDUPS_JOURNAL_EVENTS", in: 1...1_000_000_000, or: 5_000_000)
  }
}

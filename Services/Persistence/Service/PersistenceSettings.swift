import StandupsConfiguration
import PostgreSQL

/// Persistence settings from the environment.
struct PersistenceSettings: ProgramSettings {
  /// PostgreSQL database; nil for a SQLite file in the data directory.
  var database: PostgreSQLAddress?
  /// Directory of backups; nil for `backups` in the data directory.
  var backups: String?
  /// Retention of events in the journal, in days.
  var journalDays: Int
  /// Maximum number of events in the journal.
  var journalEvents: Int

  /// The error message omits the URI, which may contain a password.
  static let invalidURI =
    "Invalid URI of a PostgreSQL database; expected one such as postgres://user@host/standups."

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_DATABASE", form: "postgres://user@host,host/database?…",
      fallback: "SQLite in STANDUPS_DATA",
      "the PostgreSQL database that stores documents and events"),
    EnvironmentVariable(
      "STANDUPS_BACKUPS", form: "absolute path", fallback: "backups in STANDUPS_DATA",
      "the directory for the backups of “standups backup”"),
    EnvironmentVariable(
      "STANDUPS_JOURNAL_DAYS", form: "whole number from 1 to 36500", fallback: "90",
      "number of days for which the journal retains an event"),
    EnvironmentVariable(
      "STANDUPS_JOURNAL_EVENTS", form: "whole number from 1 to 1000000000", fallback: "5000000",
      "maximum number of events that the journal retains"),
  ]

  init(_ reader: inout EnvironmentReader) {
    if let text = reader.value("STANDUPS_DATABASE") {
      database = PostgreSQLAddress(text)
      if database == nil { reader.refuse("STANDUPS_DATABASE", Self.invalidURI) }
    }
    backups = reader.directory("STANDUPS_BACKUPS")
    journalDays = reader.integer("STANDUPS_JOURNAL_DAYS", in: 1...36_500, or: 90)
    journalEvents = reader.integer(
      "STANDUPS_JOURNAL_EVENTS", in: 1...1_000_000_000, or: 5_000_000)
  }
}

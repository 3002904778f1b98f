import Configuration

/// What persistence reads from the environment.
struct PersistenceSettings: ProgramSettings {
  /// How many days an event stays in the journal.
  var journalDays: Int
  /// The most events that stay in the journal.
  var journalEvents: Int

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_JOURNAL_DAYS", form: "whole number from 1 to 36500", fallback: "90",
      "how many days an event stays in the journal, to be read again"),
    EnvironmentVariable(
      "STANDUPS_JOURNAL_EVENTS", form: "whole number from 1 to 1000000000", fallback: "5000000",
      "the most events that stay in the journal"),
  ]

  init(_ reader: inout EnvironmentReader) {
    journalDays = reader.integer("STANDUPS_JOURNAL_DAYS", in: 1...36_500, or: 90)
    journalEvents = reader.integer(
      "STANDUPS_JOURNAL_EVENTS", in: 1...1_000_000_000, or: 5_000_000)
  }
}

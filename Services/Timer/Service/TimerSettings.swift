import StandupsConfiguration

/// Settings of the timer from the environment.
struct TimerSettings: ProgramSettings {
  /// Maximum number of countdowns.
  var limit: Int
  /// Grid of wake-ups, in microseconds; 0 for none.
  var gridUs: Int

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_TIMER_LIMIT", form: "whole number from 1 to 10000000", fallback: "1000000",
      "maximum number of countdowns in one timer service"),
    EnvironmentVariable(
      "STANDUPS_TIMER_GRID", form: "whole number from 0 to 100000", fallback: "1000",
      "interval, in microseconds, to which wake-ups are aligned; 0 disables alignment"),
  ]

  init(_ reader: inout EnvironmentReader) {
    limit = reader.integer("STANDUPS_TIMER_LIMIT", in: 1...10_000_000, or: 1_000_000)
    gridUs = reader.integer("STANDUPS_TIMER_GRID", in: 0...100_000, or: 1000)
  }
}

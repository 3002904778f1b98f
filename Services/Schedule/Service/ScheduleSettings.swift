import StandupsConfiguration
import WebClient

/// Settings of the schedule service from the environment.
struct ScheduleSettings: ProgramSettings {
  /// Maximum age of a time that still counts as due, in milliseconds.
  var graceMs: Int64
  /// Internal addresses from which calendars may be read.
  var reach: ReachSettings

  static let variables =
    [
      EnvironmentVariable(
        "STANDUPS_SCHEDULE_GRACE", form: "whole number of minutes from 1 to 720", fallback: "5",
        "how late a scheduled meeting can start before it counts as missed")
    ] + ReachSettings.variables

  init(_ reader: inout EnvironmentReader) {
    graceMs = Int64(reader.integer("STANDUPS_SCHEDULE_GRACE", in: 1...720, or: 5)) * 60_000
    reach = ReachSettings(&reader)
  }
}

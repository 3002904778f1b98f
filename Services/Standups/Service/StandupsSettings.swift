import StandupsConfiguration

/// Settings of the standups service from the environment.
struct StandupsSettings: ProgramSettings {
  /// Retention of transcripts, in days; nil for no limit.
  var transcriptDays: Int?

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_TRANSCRIPT_DAYS", form: "whole number from 0 to 36500", fallback: "0",
      "days to retain the transcripts of past meetings; 0 retains them forever")
  ]

  init(_ reader: inout EnvironmentReader) {
    let days = reader.integer("STANDUPS_TRANSCRIPT_DAYS", in: 0...36_500, or: 0)
    transcriptDays = days == 0 ? nil : days
  }
}

import Configuration

/// What the standups service reads from the environment.
struct StandupsSettings: ProgramSettings {
  /// How many days what was said is kept; nil without an end.
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

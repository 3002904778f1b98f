import StandupsConfiguration

/// Settings of the focus service from the environment.
struct FocusSettings: ProgramSettings {
  /// Default duration of a focus session, in milliseconds.
  var defaultMs: Int64

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_FOCUS_MINUTES", form: "whole number from 1 to 1440", fallback: "25",
      "default length of a focus session, in minutes")
  ]

  init(_ reader: inout EnvironmentReader) {
    defaultMs = Int64(reader.integer("STANDUPS_FOCUS_MINUTES", in: 1...1440, or: 25)) * 60_000
  }
}

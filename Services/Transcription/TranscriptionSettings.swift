import Configuration

/// What transcription reads from the environment.
struct TranscriptionSettings: ProgramSettings {
  /// Where the speech engine is; nil looks in the usual places.
  var engineDirectory: String?

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_ENGINE", form: "absolute path",
      fallback: "$XDG_CACHE_HOME/standups/engine, else ~/.cache/standups/engine",
      "the directory of the speech engine")
  ]

  init(_ reader: inout EnvironmentReader) {
    engineDirectory = reader.directory("STANDUPS_ENGINE")
  }
}

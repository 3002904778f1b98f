import Configuration

/// What transcription reads from the environment.
struct TranscriptionSettings: ProgramSettings {
  /// Where the speech engine is; nil looks in the usual places.
  var engineDirectory: String?
  /// Whether it does without on purpose.
  var isWithoutEngine = false

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_ENGINE", form: "absolute path or none",
      fallback: "$XDG_CACHE_HOME/standups/engine, else ~/.cache/standups/engine",
      "directory of the speech engine; none turns recording off")
  ]

  init(_ reader: inout EnvironmentReader) {
    isWithoutEngine = reader.value("STANDUPS_ENGINE") == "none"
    if !isWithoutEngine { engineDirectory = reader.directory("STANDUPS_ENGINE") }
  }
}

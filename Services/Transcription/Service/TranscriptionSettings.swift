import StandupsConfiguration

/// Settings of transcription from the environment.
struct TranscriptionSettings: ProgramSettings {
  /// Directory of the speech engine; nil for the default one.
  var engineDirectory: String?
  /// True if the engine is disabled by configuration.
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

import StandupsConfiguration

/// Settings of transcription from the environment.
struct TranscriptionSettings: ProgramSettings {
  /// Directory of the speech engine; nil for the default one.
  var engineDirectory: String?
  /// True if the engine is disabled by configuration.
  var isWithoutEngine = false
  /// True if voices are recognised.
  var recognisesVoices = false
  /// File with the key of voice prints; nil if it is not set.
  var voicesKeyFile: String?
  /// The bounds of the languages that are loaded in addition to that of the engine.
  var languages = SpeechLanguages.Limits()

  static let variables = [
    EnvironmentVariable(
      "STANDUPS_ENGINE", form: "absolute path or none",
      fallback: "$XDG_CACHE_HOME/standups/engine, else ~/.cache/standups/engine",
      "directory of the speech engine; none turns recording off"),
    EnvironmentVariable(
      "STANDUPS_ENGINE_LANGUAGES", form: "whole number from 0 to 8", fallback: "2",
      "maximum number of languages that are loaded in addition to that of the engine"),
    EnvironmentVariable(
      "STANDUPS_ENGINE_IDLE_MINUTES", form: "minutes, 1 to 1440", fallback: "10",
      "time after which a language that no meeting uses is released from memory"),
    EnvironmentVariable(
      "STANDUPS_VOICES", form: "on or off", fallback: "off",
      "recognition of the voices of persons who have agreed; needs STANDUPS_VOICES_KEY_FILE"),
    EnvironmentVariable(
      VoiceKeyFile.variable, form: "absolute path", fallback: "none",
      "file with the key of voice prints: 32 random bytes that only the service's user can read"),
  ]

  private enum Switch: String, CaseIterable { case on, off }

  init(_ reader: inout EnvironmentReader) {
    isWithoutEngine = reader.value("STANDUPS_ENGINE") == "none"
    if !isWithoutEngine { engineDirectory = reader.directory("STANDUPS_ENGINE") }
    languages.maxLoaded = reader.integer("STANDUPS_ENGINE_LANGUAGES", in: 0...8, or: 2)
    recognisesVoices = reader.choice("STANDUPS_VOICES", or: Switch.off) == .on
    voicesKeyFile = reader.directory(VoiceKeyFile.variable)
    let minutes = reader.integer("STANDUPS_ENGINE_IDLE_MINUTES", in: 1...1440, or: 10)
    languages.idle = .seconds(60 * minutes)
  }
}

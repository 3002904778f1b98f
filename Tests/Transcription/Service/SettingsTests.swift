import StandupsConfiguration
import ServiceCatalog
import TestSupport
import Testing

@testable import TranscriptionService

/// Settings that the service reads from the environment.
@Suite struct SettingsTests {
  /// Other programs take the names from the catalog.
  @Test func theNamesAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "transcription" }?.settings
    #expect(TranscriptionSettings.variables.map(\.name) == known)
  }

  @Test func theEngineIsInADirectory() throws {
    #expect(try TranscriptionSettings.reading([:]).engineDirectory == nil)
    #expect(
      try TranscriptionSettings.reading(["STANDUPS_ENGINE": "/engine/"]).engineDirectory
        == "/engine")
    #expect(TranscriptionSettings.problems(["STANDUPS_ENGINE": "here"]) == ["STANDUPS_ENGINE"])
    let without = try TranscriptionSettings.reading(["STANDUPS_ENGINE": "none"])
    #expect(without.isWithoutEngine && without.engineDirectory == nil)
  }

  @Test func voicesAreRecognisedOnlyIfTheyAreTurnedOn() throws {
    let off = try TranscriptionSettings.reading([:])
    #expect(!off.recognisesVoices && off.voicesKeyFile == nil)
    let on = try TranscriptionSettings.reading([
      "STANDUPS_VOICES": "on", "STANDUPS_VOICES_KEY_FILE": "/etc/standups/voices.key",
    ])
    #expect(on.recognisesVoices && on.voicesKeyFile == "/etc/standups/voices.key")
    #expect(TranscriptionSettings.problems(["STANDUPS_VOICES": "yes"]) == ["STANDUPS_VOICES"])
    #expect(
      TranscriptionSettings.problems([VoiceKeyFile.variable: "key"]) == [VoiceKeyFile.variable])
  }

  @Test func theLanguagesAreBounded() throws {
    #expect(try TranscriptionSettings.reading([:]).languages == SpeechLanguages.Limits())
    let settings = try TranscriptionSettings.reading([
      "STANDUPS_ENGINE_LANGUAGES": "0", "STANDUPS_ENGINE_IDLE_MINUTES": "1",
    ])
    #expect(settings.languages.maxLoaded == 0 && settings.languages.idle == .seconds(60))
    for text in ["-1", "9", "many"] {
      let name = "STANDUPS_ENGINE_LANGUAGES"
      #expect(TranscriptionSettings.problems([name: text]) == [name])
    }
    for text in ["0", "1441"] {
      let name = "STANDUPS_ENGINE_IDLE_MINUTES"
      #expect(TranscriptionSettings.problems([name: text]) == [name])
    }
  }
}

import Configuration
import ServiceCatalog
import Testing

@testable import TranscriptionService

/// What the service reads from the environment.
@Suite struct SettingsTests {
  private func read(_ values: [String: String]) throws -> TranscriptionSettings {
    try BusEnvironment.read(with: TranscriptionSettings.self, values, userID: 0, isTerminal: false)
      .1
  }

  private func problems(_ values: [String: String]) -> [String] {
    do {
      _ = try read(values)
      return []
    } catch {
      return (error as? ConfigurationError)?.problems.map(\.variable) ?? ["\(error)"]
    }
  }

  /// Other programs know the names from the catalog.
  @Test func theNamesAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "transcription" }?.settings
    #expect(TranscriptionSettings.variables.map(\.name) == known)
  }

  @Test func theEngineIsInADirectory() throws {
    #expect(try read([:]).engineDirectory == nil)
    #expect(try read(["STANDUPS_ENGINE": "/engine/"]).engineDirectory == "/engine")
    #expect(problems(["STANDUPS_ENGINE": "here"]) == ["STANDUPS_ENGINE"])
    let without = try read(["STANDUPS_ENGINE": "none"])
    #expect(without.isWithoutEngine && without.engineDirectory == nil)
  }
}

import Configuration
import ServiceCatalog
import Testing

@testable import PersistenceService

/// What the service reads from the environment.
@Suite struct SettingsTests {
  private func read(_ values: [String: String]) throws -> PersistenceSettings {
    try BusEnvironment.read(with: PersistenceSettings.self, values, userID: 0, isTerminal: false).1
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
    let known = ServiceCatalog.all.first { $0.name == "persistence" }?.settings
    #expect(PersistenceSettings.variables.map(\.name) == known)
  }

  @Test func theJournalHasBounds() throws {
    #expect(try read([:]).journalDays == 90)
    #expect(try read([:]).journalEvents == 5_000_000)
    let own = try read(["STANDUPS_JOURNAL_DAYS": "7", "STANDUPS_JOURNAL_EVENTS": "1"])
    #expect(own.journalDays == 7)
    #expect(own.journalEvents == 1)
    #expect(
      problems(["STANDUPS_JOURNAL_DAYS": "0", "STANDUPS_JOURNAL_EVENTS": "all"])
        == ["STANDUPS_JOURNAL_DAYS", "STANDUPS_JOURNAL_EVENTS"])
  }
}

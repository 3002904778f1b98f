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

  @Test func aDatabaseOnAServerIsNamedByItsURI() throws {
    #expect(try read([:]).database == nil)
    #expect(try read(["STANDUPS_DATABASE": ""]).database == nil)
    let uri = "postgres://ann:secret@a,b:5433/standups?target_session_attrs=read-write"
    let database = try #require(try read(["STANDUPS_DATABASE": uri]).database)
    #expect("\(database)" == "“standups” on a,b")
    for wrong in [
      "standups.db", "mysql://a/b", "postgres://ann:100%/secret@a/b",
      "postgres://a/b?secret=1", "postgresql://a/b?port",
      "postgres://a/" + String(repeating: "x", count: 5000),
    ] {
      #expect(problems(["STANDUPS_DATABASE": wrong]) == ["STANDUPS_DATABASE"], "\(wrong)")
      let error = #expect(throws: ConfigurationError.self) {
        try read(["STANDUPS_DATABASE": wrong])
      }
      #expect(error.map { "\($0)".contains("secret") } == false)
    }
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

import StandupsConfiguration
import ServiceCatalog
import TestSupport
import Testing

@testable import PersistenceService

/// Settings that the service reads from the environment.
@Suite struct SettingsTests {
  /// Other programs take the names from the catalog.
  @Test func theNamesAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "persistence" }?.settings
    #expect(PersistenceSettings.variables.map(\.name) == known)
  }

  @Test func aDatabaseOnAServerIsNamedByItsURI() throws {
    #expect(try PersistenceSettings.reading([:]).database == nil)
    #expect(try PersistenceSettings.reading(["STANDUPS_DATABASE": ""]).database == nil)
    let uri = "postgres://ann:secret@a,b:5433/standups?target_session_attrs=read-write"
    let database = try #require(
      try PersistenceSettings.reading(["STANDUPS_DATABASE": uri]).database)
    #expect("\(database)" == "“standups” on a,b")
    for wrong in [
      "standups.db", "mysql://a/b", "postgres://ann:100%/secret@a/b",
      "postgres://a/b?secret=1", "postgresql://a/b?port",
      "postgres://a/" + String(repeating: "x", count: 5000),
    ] {
      #expect(
        PersistenceSettings.problems(["STANDUPS_DATABASE": wrong]) == ["STANDUPS_DATABASE"],
        "\(wrong)")
      let error = #expect(throws: ConfigurationError.self) {
        try PersistenceSettings.reading(["STANDUPS_DATABASE": wrong])
      }
      #expect(error.map { "\($0)".contains("secret") } == false)
    }
  }

  @Test func theJournalHasBounds() throws {
    #expect(try PersistenceSettings.reading([:]).journalDays == 90)
    #expect(try PersistenceSettings.reading([:]).journalEvents == 5_000_000)
    let own = try PersistenceSettings.reading([
      "STANDUPS_JOURNAL_DAYS": "7", "STANDUPS_JOURNAL_EVENTS": "1",
    ])
    #expect(own.journalDays == 7)
    #expect(own.journalEvents == 1)
    #expect(
      PersistenceSettings.problems(["STANDUPS_JOURNAL_DAYS": "0", "STANDUPS_JOURNAL_EVENTS": "all"])
        == ["STANDUPS_JOURNAL_DAYS", "STANDUPS_JOURNAL_EVENTS"])
  }
}

import StandupsConfiguration
import ServiceCatalog
import TestSupport
import Testing

@testable import TimerService

/// Settings that the service reads from the environment.
@Suite struct SettingsTests {
  /// Other programs take the names from the catalog.
  @Test func theNamesAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "timer" }?.settings
    #expect(TimerSettings.variables.map(\.name) == known)
  }

  @Test func valuesAreBounded() throws {
    #expect(try TimerSettings.reading([:]).limit == 1_000_000)
    #expect(try TimerSettings.reading([:]).gridUs == 1000)
    #expect(try TimerSettings.reading(["STANDUPS_TIMER_GRID": "0"]).gridUs == 0)
    #expect(TimerSettings.problems(["STANDUPS_TIMER_LIMIT": "0"]) == ["STANDUPS_TIMER_LIMIT"])
    #expect(TimerSettings.problems(["STANDUPS_TIMER_GRID": "100001"]) == ["STANDUPS_TIMER_GRID"])
  }
}

import Configuration
import ServiceCatalog
import Testing

@testable import TimerService

/// What the service reads from the environment.
@Suite struct SettingsTests {
  private func read(_ values: [String: String]) throws -> TimerSettings {
    try BusEnvironment.read(with: TimerSettings.self, values, userID: 0, isTerminal: false).1
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
    let known = ServiceCatalog.all.first { $0.name == "timer" }?.settings
    #expect(TimerSettings.variables.map(\.name) == known)
  }

  @Test func valuesAreBounded() throws {
    #expect(try read([:]).limit == 1_000_000)
    #expect(try read([:]).gridUs == 1000)
    #expect(try read(["STANDUPS_TIMER_GRID": "0"]).gridUs == 0)
    #expect(problems(["STANDUPS_TIMER_LIMIT": "0"]) == ["STANDUPS_TIMER_LIMIT"])
    #expect(problems(["STANDUPS_TIMER_GRID": "100001"]) == ["STANDUPS_TIMER_GRID"])
  }
}

import Configuration
import ServiceCatalog
import Testing

@testable import RouterService

/// What the service reads from the environment.
@Suite struct SettingsTests {
  private func read(_ values: [String: String]) throws -> RouterSettings {
    try BusEnvironment.read(with: RouterSettings.self, values, userID: 0, isTerminal: false).1
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
    let known = ServiceCatalog.all.first { $0.name == "router" }?.settings
    #expect(RouterSettings.variables.map(\.name) == known)
  }

  @Test func theMemoryIsBounded() throws {
    #expect(try read([:]).traceMessages == 65_536)
    #expect(try read(["STANDUPS_TRACE_MESSAGES": "0"]).traceMessages == 0)
    for wrong in ["-1", "1048577", "all"] {
      #expect(problems(["STANDUPS_TRACE_MESSAGES": wrong]) == ["STANDUPS_TRACE_MESSAGES"])
    }
  }
}

import Configuration
import ServiceCatalog
import TestSupport
import Testing

@testable import RouterService

/// What the service reads from the environment.
@Suite struct SettingsTests {
  /// Other programs know the names from the catalog.
  @Test func theNamesAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "router" }?.settings
    #expect(RouterSettings.variables.map(\.name) == known)
  }

  @Test func theMemoryIsBounded() throws {
    #expect(try RouterSettings.reading([:]).traceMessages == 65_536)
    #expect(try RouterSettings.reading(["STANDUPS_TRACE_MESSAGES": "0"]).traceMessages == 0)
    for wrong in ["-1", "1048577", "all"] {
      #expect(
        RouterSettings.problems(["STANDUPS_TRACE_MESSAGES": wrong]) == ["STANDUPS_TRACE_MESSAGES"])
    }
  }
}

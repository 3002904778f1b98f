import StandupsConfiguration
import OTLP
import ServiceCatalog
import TestSupport
import Testing

@testable import RouterService

/// Settings that the service reads from the environment.
@Suite struct SettingsTests {
  /// Other programs take the names from the catalog.
  @Test func theNamesAreThoseOfTheCatalog() {
    let known = ServiceCatalog.all.first { $0.name == "router" }?.settings
    #expect(RouterSettings.variables.map(\.name) == known)
  }

  @Test func spansAreExportedWhereACollectorIsNamed() throws {
    let collector = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318"]
    #expect(try RouterSettings.reading([:]).tracing == nil)
    #expect(
      try RouterSettings.reading(collector).tracing?.url == "http://localhost:4318/v1/traces")
    let cell = try RouterSettings.reading(collector.merging(["STANDUPS_CELL": "north"]) { $1 })
    #expect(cell.tracing?.resource.shared == [SpanAttribute("standups.cell", "north")])
    #expect(
      RouterSettings.problems(collector.merging(["STANDUPS_TRACE_MESSAGES": "0"]) { $1 })
        == ["STANDUPS_TRACE_MESSAGES"])
    #expect(
      RouterSettings.problems(["OTEL_EXPORTER_OTLP_ENDPOINT": "collector"])
        == ["OTEL_EXPORTER_OTLP_ENDPOINT"])
  }

  @Test func bindingsOfOutsideServicesAreChecked() throws {
    let settings = try RouterSettings.reading(["STANDUPS_BINDINGS": "polls.decided=standups.note"])
    #expect(settings.outside.names == ["polls"])
    let named = try RouterSettings.reading(["STANDUPS_BINDINGS": "polls,quiz.x=standups.note"])
    #expect(named.outside.names == ["polls", "quiz"])
    #expect(try RouterSettings.reading([:]).outside == OutsideServices())
    for wrong in [
      "polls.decided", "meetings", "meeting.x=standups.note", "polls.x=persistence.commit",
    ] {
      #expect(RouterSettings.problems(["STANDUPS_BINDINGS": wrong]) == ["STANDUPS_BINDINGS"])
    }
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

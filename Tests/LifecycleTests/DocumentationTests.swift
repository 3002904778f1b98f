import StandupsConfiguration
import Foundation
import ServiceCatalog
import TestSupport
import Testing

@testable import StandupsLifecycle

/// The operators' documentation matches the programs.
@Suite struct DocumentationTests {
  static func file(_ path: String) throws -> String {
    try String(contentsOfFile: Self.path(path), encoding: .utf8)
  }

  static func path(_ path: String) -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return root.appendingPathComponent(path).path
  }

  /// The variables of all programs, and of the deployment.
  private static let variables =
    EnvironmentVariable.common.map(\.name) + ServiceCatalog.all.flatMap(\.settings)
    + ServiceCatalog.deploymentSettings

  @Test(arguments: variables)
  func everyVariableIsInTheTable(name: String) throws {
    #expect(try Self.file("docs/settings.md").contains("| `\(name)` |"))
  }

  @Test func composeReadsNoVariableThatIsUnknown() throws {
    let known = Set(Self.variables)
    let files = ["docker-compose.yml", "deploy/secrets.yml", ".env.example"]
    let text = try files.map { try Self.file($0) }.joined()
    let names = text.matches(of: /STANDUPS_[A-Z_]+/).map { String($0.output) }
    #expect(names.count > 10)
    #expect(Set(names).subtracting(known) == [])
  }

  /// Alerts and dashboard query existing metrics.
  @Test(arguments: ["deploy/prometheus/alerts.yml", "deploy/grafana/dashboard.json"])
  func whatIsAskedOfPrometheusIsInTheTable(_ path: String) throws {
    let table = try Self.file("docs/metrics.md")
    let names = Set(
      try Self.file(path).matches(of: /standups_[a-z_]+[a-z]/).map {
        String($0.output).replacing(/_(bucket|sum|count)$/, with: "")
      })
    #expect(names.count > 10)
    for name in names { #expect(table.contains("`\(name)`"), "\(name)") }
  }

  /// The results of Prometheus' own tools for our files.
  @Test(.needs(.promtool))
  func theAlertsPassTheirTests() async throws {
    #expect(
      try await Promtool.failure(["test", "rules", Self.path("deploy/prometheus/alerts.test.yml")])
        == nil)
    #expect(
      try await Promtool.failure(
        ["check", "config", Self.path("deploy/prometheus/prometheus.yml")]) == nil)
  }
}

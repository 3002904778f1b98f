import StandupsConfiguration
import Foundation
import TestSupport
import Testing

@testable import StandupsLifecycle

@Suite struct HealthChecksTests {
  private let checks = HealthChecks()

  private func report(
    _ kind: HealthChecks.Kind, within limit: Duration = .seconds(30)
  ) async throws -> HealthReport {
    try await blocking { checks.report(kind, within: limit) }
  }

  @Test func aliveFromTheStartReadyOnlyLater() async throws {
    #expect(try await report(.alive).isFine)
    #expect(try await report(.ready).outcomes.map(\.name) == ["start"])
    checks.add("router", .ready) { nil }
    #expect(try await report(.ready).isFine)
  }

  @Test func oneProblemIsEnough() async throws {
    checks.add("a", .ready) { nil }
    checks.add("b", .ready) { "It is away." }
    checks.add("c", .alive) { "It hangs." }
    let report = try await report(.ready)
    #expect(!report.isFine)
    #expect(
      report.outcomes == [
        .init(name: "a", problem: nil), .init(name: "b", problem: "It is away."),
      ])
  }

  /// A check that never answers is reported, and does not block the others.
  @Test func aHangIsAProblem() async throws {
    let (forever, end) = AsyncStream<Void>.makeStream()
    checks.add("hangs", .alive) {
      for await _ in forever {}
      return nil
    }
    checks.add("works", .alive) { nil }
    let report = try await report(.alive, within: .milliseconds(50))
    #expect(report.outcomes.map(\.problem) == ["No response within 0 s.", nil])
    end.finish()
  }

  @Test func whoDrainsIsAliveAndNotReady() async throws {
    checks.add("router", .ready) { nil }
    checks.beginDrain()
    #expect(try await report(.ready).outcomes.map(\.name) == ["drain"])
    #expect(try await report(.alive).isFine)
  }

  @Test func theJSONNamesWhoAndWhat() {
    let id = UUID()
    let report = HealthReport([
      .init(name: "a", problem: "No “x”."), .init(name: "b", problem: nil),
    ])
    #expect(
      report.json(service: "timer", instance: id) == """
        {"checks":[{"name":"a","reason":"No “x”.","status":"failing"},{"name":"b","status":"ok"}],\
        "instance":"\(id.uuidString.lowercased())","service":"timer","status":"failing",\
        "version":"\(Version.current)"}

        """)
  }
}

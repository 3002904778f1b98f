import Foundation
import StandupsMetrics
import Testing
import ZeroMQ

@testable import BusRouter
@testable import Bus

/// The router's metrics.
@Suite struct RouterMetricsTests {
  private let registry = MetricRegistry()

  private func rig() -> CoreRig {
    let metrics = RouterMetrics(registry)
    return CoreRig { $0.metrics = metrics }
  }

  private func count(_ target: String, _ outcome: String) -> Int {
    RouterMetrics(registry).commands.with(target, outcome).steps
  }

  @Test func aCommandIsCountedWhenItIsAnsweredWithTheTimeItTook() {
    var rig = rig()
    rig.hello(.first)
    rig.command(from: .tool)
    let work = rig.answers(.first)
    #expect(count("timer.start", "ok") == 0)
    rig.advance(40)
    rig.finish(work[0], from: .first)
    rig.finish(work[0], from: .first)
    #expect(count("timer.start", "ok") == 1)
    let text = registry.text()
    #expect(text.contains(#"duration_seconds_bucket{target="timer.start",le="0.025"} 0"#))
    #expect(text.contains(#"duration_seconds_bucket{target="timer.start",le="0.05"} 1"#))
    #expect(text.contains(#"duration_seconds_sum{target="timer.start"} 0.04"#))
  }

  /// Services start and stop, and may have any name.
  @Test func soManyTargetsAreMeasuredOneByOne() {
    var rig = rig()
    rig.core.measure((0..<5000).map { "many.t\($0)" })
    let lines = registry.text().split(separator: "\n")
    #expect(lines.filter { $0.contains(#"_count{target="many.t"#) }.count <= 1000)
    rig.hello(.first)
    rig.command(from: .tool)
    rig.finish(rig.answers(.first)[0], from: .first)
    #expect(count("unknown", "ok") == 1)
  }

  @Test func anErrorCountsUnderItsCode() {
    var rig = rig()
    rig.hello(.first)
    let invented = BusError.Code(rawValue: "made_up")
    for code in [BusError.Code.notFound, .moved, invented] {
      rig.command(from: .tool)
      rig.receive(
        .error(BusError(code, "No."), to: rig.answers(.first)[0].head.header), from: .first)
    }
    #expect(count("timer.start", "not_found") == 1)
    #expect(count("timer.start", "moved") == 1)
    #expect(count("timer.start", "other") == 1)
    #expect(count("timer.start", "ok") == 0)
  }

  @Test func waitingForAServiceIsPartOfTheTime() throws {
    var rig = rig()
    rig.command(from: .tool)
    rig.advance(300)
    let work = try #require(rig.hello(.first).first { $0.head.kind == .command })
    rig.finish(work, from: .first)
    #expect(count("timer.start", "ok") == 1)
    let duration = RouterMetrics(registry).durations.with("timer.start")
    #expect(duration.count == 1)
    #expect(duration.total >= 0.3)
  }

  @Test func whatTheRouterAnswersItselfCounts() {
    var rig = rig()
    rig.hello(.first, private: ["secret"])
    rig.command("timer.secret", from: .tool)
    rig.command("nobody.there", from: .tool)
    rig.command("timer.start", from: .tool)
    rig.perform(rig.core.unreachable(.first))
    #expect(count("timer.secret", "denied") == 1)
    #expect(count("unknown", "unroutable") == 1)
    #expect(count("timer.start", "unavailable") == 1)
  }

  /// A client that invents targets creates no time series.
  @Test func inventedTargetsShareOne() {
    var rig = rig()
    for number in 0..<20 { rig.command("nobody.t\(number)", from: .tool) }
    #expect(count("unknown", "unroutable") == 20)
    #expect(!registry.text().contains("nobody"))
  }

  @Test func withoutMetricsNothingIsMeasured() {
    var rig = CoreRig()
    rig.hello(.first)
    rig.command(from: .tool)
    rig.finish(rig.answers(.first)[0], from: .first)
    #expect(rig.core.meters.isEmpty)
    #expect(rig.answers(.tool).kinds == [.final])
  }
}

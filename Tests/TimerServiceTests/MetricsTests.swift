import Messages
import Metrics
import Testing

@testable import TimerService

/// What the timer measures.
@Suite(.timeLimit(.minutes(1))) struct TimerMetricsTests {
  private func value(_ series: String, _ harness: ServiceHarness) -> Double? {
    harness.metrics.text().split(separator: "\n").first { $0.hasPrefix(series + " ") }
      .flatMap { Double($0.dropFirst(series.count + 1)) }
  }

  @Test func ticksAreCountedWithTheLatenessOfTheirWakeUp() async throws {
    let harness = try ServiceHarness()
    try await harness.start("a", labelled: true)
    try await harness.start("b", labelled: true)
    // Both are due at 1000 ms; served 3 ms later.
    await harness.run(ms: 1003)
    #expect(value("standups_timer_ticks_total", harness) == 2)
    let name = "standups_timer_tick_lateness_seconds"
    #expect(value(name + #"_bucket{le="0.0025"}"#, harness) == 0)
    #expect(value(name + #"_bucket{le="0.005"}"#, harness) == 2)
    #expect(value(name + "_sum", harness) == 0.006)
    await harness.stop()
  }

  @Test func turnsAndEndsAreCounted() async throws {
    let harness = try ServiceHarness()
    try await harness.start()
    for _ in 0..<9 { await harness.run(ms: 1000) }
    #expect(value("standups_timer_speaker_changes_total", harness) == 2)
    #expect(value("standups_timer_finished_total", harness) == 1)
    // Nobody asked for ticks of this one.
    #expect(value("standups_timer_ticks_total", harness) == 0)
    await harness.stop()
  }

  @Test func countdownsAreShownByTheirClocks() async throws {
    let harness = try ServiceHarness()
    try await harness.start("a")
    try await harness.start("b")
    try await harness.send(PauseCountdown(id: "b"))
    await harness.service.observe(TimerMetrics(harness.metrics), in: harness.metrics)
    await harness.metrics.refresh()
    #expect(value(#"standups_timer_countdowns{state="running"}"#, harness) == 1)
    #expect(value(#"standups_timer_countdowns{state="still"}"#, harness) == 1)
    await harness.stop()
  }
}

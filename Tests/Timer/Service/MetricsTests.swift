import StandupsMetrics
import TestSupport
import Testing
import TimerAPI

@testable import TimerService

/// The timer's metrics.
@Suite struct TimerMetricsTests {
  @Test func ticksAreCountedWithTheLatenessOfTheirWakeUp() async throws {
    let harness = try ServiceHarness()
    try await harness.start("a", labelled: true)
    try await harness.start("b", labelled: true)
    // Both are due at 1000 ms; served 3 ms later.
    await harness.sleep(ms: 1003)
    #expect(harness.metrics.value("standups_timer_ticks_total") == 2)
    let name = "standups_timer_tick_lateness_seconds"
    #expect(harness.metrics.value(name + #"_bucket{le="0.0025"}"#) == 0)
    #expect(harness.metrics.value(name + #"_bucket{le="0.005"}"#) == 2)
    #expect(harness.metrics.value(name + "_sum") == 0.006)
    await harness.stop()
  }

  @Test func turnsAndEndsAreCounted() async throws {
    let harness = try ServiceHarness()
    try await harness.start()
    for _ in 0..<9 { await harness.run(ms: 1000) }
    #expect(harness.metrics.value("standups_timer_speaker_changes_total") == 2)
    #expect(harness.metrics.value("standups_timer_finished_total") == 1)
    // This one has no subscribers.
    #expect(harness.metrics.value("standups_timer_ticks_total") == 0)
    await harness.stop()
  }

  @Test func countdownsAreShownByTheirClocks() async throws {
    let harness = try ServiceHarness()
    try await harness.start("a")
    try await harness.start("b")
    try await harness.send(PauseCountdown(id: "b"))
    await harness.service.observe(TimerMetrics(harness.metrics), in: harness.metrics)
    await harness.metrics.refresh()
    #expect(harness.metrics.value(#"standups_timer_countdowns{state="running"}"#) == 1)
    #expect(harness.metrics.value(#"standups_timer_countdowns{state="still"}"#) == 1)
    await harness.stop()
  }
}

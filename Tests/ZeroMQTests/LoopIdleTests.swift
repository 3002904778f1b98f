import Testing

@testable import ZeroMQ

@Suite struct LoopIdleTests {
  /// The timer's descriptor stays readable until it is read; a loop without a next deadline once
  /// found it readable forever and never slept again.
  @Test func aLoopWhoseLastTimerFiredSleeps() async throws {
    let loop = try SocketLoop(name: "idle")
    let other = try SocketLoop(name: "other")
    // Sleeps because the test needs a timer that fires.
    try await loop.sleep(until: .now.advanced(by: .milliseconds(1)))
    let before = await loop.run { loop.core.turns }
    // Sleeps because a loop that spins needs time to spin in.
    try await other.sleep(until: .now.advanced(by: .milliseconds(20)))
    let after = await loop.run { loop.core.turns }
    // One for each call, and some for other wake-ups; a spin would make thousands.
    #expect(after - before < 20)
    await loop.stop()
    await other.stop()
  }
}

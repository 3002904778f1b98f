/// A monotonic clock for durations and delays.
struct SteadyClock: Sendable {
  /// Milliseconds since the clock was created.
  let nowMs: @Sendable () -> Int
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    nowMs = {
      let passed = start.duration(to: clock.now).components
      return Int(passed.seconds) * 1000 + Int(passed.attoseconds / 1_000_000_000_000_000)
    }
    sleep = { try await clock.sleep(for: $0) }
  }
}

/// A clock that nobody can set, for durations and waits.
struct SteadyClock: Sendable {
  /// Milliseconds since the clock was made.
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

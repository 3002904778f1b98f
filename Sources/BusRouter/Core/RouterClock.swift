/// The times of the router's last message, upkeep and heartbeats. A value type.
struct RouterClock: Sendable {
  /// Time of the last message, in microseconds of the monotonic clock.
  var nowUs: Int64 = 0
  private var lastUpkeepMs: Int64?
  private var lastBeatMs: Int64?

  /// Begins an upkeep.
  ///
  /// - Parameter suspensionMs: duration of a pause after which a live service could seem dead, in
  ///   milliseconds.
  /// - Returns: true if the router was suspended since the last upkeep.
  mutating func beginUpkeep(_ now: BusTime, suspensionMs: Int64) -> Bool {
    nowUs = now.steadyUs
    defer { lastUpkeepMs = now.steadyMs }
    return lastUpkeepMs.map { now.steadyMs - $0 > suspensionMs } ?? false
  }

  /// Returns true if heartbeats are due, and records that they are sent.
  ///
  /// - Parameter intervalMs: interval between heartbeats, in milliseconds.
  mutating func takeBeat(_ now: BusTime, every intervalMs: Int64) -> Bool {
    if let lastBeatMs, now.steadyMs < lastBeatMs &+ intervalMs { return false }
    lastBeatMs = now.steadyMs
    return true
  }
}

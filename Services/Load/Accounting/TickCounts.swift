/// Counts of due and received ticks.
struct TickCounts: Codable, Hashable, Sendable {
  /// Ticks that were due by the end of the run, according to the clocks that the timer reported.
  var expected: Int64 = 0
  var received: Int64 = 0
  /// Ticks that were due but never received.
  var lost: Int64 = 0
  /// Repetitions of a tick that was already received.
  var duplicate: Int64 = 0
  /// Ticks that were received before they were due, or sent before that according to their own
  /// time.
  var early: Int64 = 0
  /// Ticks that were received after a later tick of the same meeting.
  var reordered: Int64 = 0
  /// Ticks that were received from a meeting that was paused or over.
  var stray: Int64 = 0
  /// Ticks that were received from meetings whose last command had no reply, so that their due
  /// times are unknown.
  var unjudged: Int64 = 0

  /// True if each tick arrived once, in order, and not early.
  var isPerfect: Bool {
    lost == 0 && duplicate == 0 && early == 0 && reordered == 0 && stray == 0
  }
}

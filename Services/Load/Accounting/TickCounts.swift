/// Counts of due and received ticks.
struct TickCounts: Codable, Hashable, Sendable {
  /// Due until the end of the run, by the clocks that the timer reported.
  var expected: Int64 = 0
  var received: Int64 = 0
  /// Due and never received.
  var lost: Int64 = 0
  /// Repetitions of a received tick.
  var duplicate: Int64 = 0
  /// Received, or by its own time sent, before it was due.
  var early: Int64 = 0
  /// Received after a later tick of the same meeting.
  var reordered: Int64 = 0
  /// Received from a meeting that was paused or over.
  var stray: Int64 = 0
  /// Received from meetings whose last command had no reply, so that the due times are unknown.
  var unjudged: Int64 = 0

  /// True if each tick arrived once, in order, and not early.
  var isPerfect: Bool {
    lost == 0 && duplicate == 0 && early == 0 && reordered == 0 && stray == 0
  }
}

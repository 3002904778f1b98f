/// What became of the ticks that were due.
struct TickCounts: Codable, Hashable, Sendable {
  /// Due by the clocks that the timer reported, until the end of the run.
  var expected: Int64 = 0
  var received: Int64 = 0
  /// Due and never seen.
  var lost: Int64 = 0
  /// Seen more than once; each further time counts.
  var duplicate: Int64 = 0
  /// Received, or by its own time sent, before it was due.
  var early: Int64 = 0
  /// Received after a later tick of its meeting.
  var reordered: Int64 = 0
  /// Of a meeting that should not have had it: it was held, or over.
  var stray: Int64 = 0
  /// Of meetings whose last command was never answered, so that nobody knows what was due.
  var unjudged: Int64 = 0

  /// Whether each tick came once, in order, and not too early.
  var isPerfect: Bool {
    lost == 0 && duplicate == 0 && early == 0 && reordered == 0 && stray == 0
  }
}

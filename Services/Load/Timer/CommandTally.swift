/// Counts of the commands of one kind.
struct CommandTally: Sendable {
  var sent: Int64 = 0
  var done: Int64 = 0
  /// Number of rejections, by error code.
  var refused: [String: Int64] = [:]
  /// Delay from the intended time to the reply, in nanoseconds.
  var latency = Histogram(highest: 600_000_000_000)

  var unanswered: Int64 { sent - done - refused.values.reduce(0, +) }
}

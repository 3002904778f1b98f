/// How the commands of one kind went.
struct CommandTally: Sendable {
  var sent: Int64 = 0
  var done: Int64 = 0
  /// Refused, by the code.
  var refused: [String: Int64] = [:]
  /// Nanoseconds from the intended moment to the answer.
  var latency = Histogram(highest: 600_000_000_000)

  var unanswered: Int64 { sent - done - refused.values.reduce(0, +) }
}

/// Times of a test, in nanoseconds of CLOCK_BOOTTIME: a ramp, then the steady part, which begins
/// once the starts of the ramp have been answered. If it began earlier, the backlog of the ramp
/// would be measured as part of it.
struct TimerSchedule: Hashable, Sendable {
  let start: Int64
  let ramp: Int64
  private(set) var duration: Int64
  /// Beginning of the steady part; nil before that.
  private(set) var steady: Int64?

  /// Maximum wait for the reply to a start, whose own deadline has then passed.
  static let patience = TimerMessages.patienceMs * 1_000_000

  init(_ workload: TimerWorkload, start: Int64) {
    self.start = start
    ramp = workload.ramp
    duration = workload.duration
  }

  /// End of the test; nil before the steady part.
  var end: Int64? { steady.map { $0 + duration } }

  /// Ends the test at the given time, unless it ends earlier.
  mutating func stop(at moment: Int64) {
    if let steady { duration = min(duration, max(0, moment - steady)) }
  }

  /// Returns the time of an action; nil while it is unknown.
  func moment(of action: TimerAction) -> Int64? {
    action.kind == .ramp ? start + action.at : steady.map { $0 + action.at - ramp }
  }

  /// Returns the time of the next check.
  func nextLook(after now: Int64) -> Int64 {
    end ?? max(start + ramp, now + 2_000_000)
  }

  /// Begins the steady part when it is due.
  ///
  /// - Parameter isAnswered: true if every start of the ramp has its reply.
  /// - Returns: true if it began.
  mutating func look(at now: Int64, isAnswered: Bool) -> Bool {
    guard steady == nil, now >= start + ramp, isAnswered || now >= start + ramp + Self.patience
    else { return false }
    steady = now
    return true
  }
}

/// The moments of a test, in nanoseconds of CLOCK_BOOTTIME: a ramp, and after it the steady part, which
/// begins when the starts of the ramp have been answered. What the timer still owes of them would
/// otherwise be measured as if it were the steady part's.
struct TimerSchedule: Hashable, Sendable {
  let start: Int64
  let ramp: Int64
  private(set) var duration: Int64
  /// When the steady part began; nil before.
  private(set) var steady: Int64?

  /// After it a start that has no answer is not waited for: its own deadline is over by then.
  static let patience = TimerMessages.patienceMs * 1_000_000

  init(_ workload: TimerWorkload, start: Int64) {
    self.start = start
    ramp = workload.ramp
    duration = workload.duration
  }

  /// When the test ends; nil before the steady part.
  var end: Int64? { steady.map { $0 + duration } }

  /// Ends the test at a moment, if it would end later.
  mutating func stop(at moment: Int64) {
    if let steady { duration = min(duration, max(0, moment - steady)) }
  }

  /// When something of the plan is to be done; nil while that is not known.
  func moment(of action: TimerAction) -> Int64? {
    action.kind == .ramp ? start + action.at : steady.map { $0 + action.at - ramp }
  }

  /// When to look again at how it stands.
  func nextLook(after now: Int64) -> Int64 {
    end ?? max(start + ramp, now + 2_000_000)
  }

  /// Begins the steady part if it is time.
  ///
  /// - Parameter isAnswered: whether each start of the ramp has its answer.
  /// - Returns: whether it began.
  mutating func look(at now: Int64, isAnswered: Bool) -> Bool {
    guard steady == nil, now >= start + ramp, isAnswered || now >= start + ramp + Self.patience
    else { return false }
    steady = now
    return true
  }
}

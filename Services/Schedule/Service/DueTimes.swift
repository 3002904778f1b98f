/// The report that is due for a schedule.
enum DueReport: Hashable, Sendable {
  /// The clock was set back: times count as settled only up to now.
  case steppedBack(to: Int64)
  /// The times from `since` to `last` passed longer ago than the grace period.
  case missed(since: Int64, last: Int64, count: Int)
  case due(Int64)
  case reminder(Int64)
  /// The updates of this scheduled time are complete.
  case written(Int64)
}

/// Times of a schedule: the next times, and the times that are due, missed or near.
extension SavedSchedule {
  /// Maximum number of times to examine at once; after a longer outage, the rest is examined next.
  private static let maxAtOnce = 1000

  private var except: DaysOff { holidays?.days ?? DaysOff() }

  /// Returns the next times after a moment.
  func times(after ms: Int64, limit: Int) -> [Int64] {
    rule.times(after: ms, except: except, breaks: breaks ?? [], told: Set(told), limit: limit)
  }

  /// The next time that is not settled, even if it is in the distant past.
  var next: Int64? { times(after: settledMs, limit: 1).first }

  /// Returns the report that is due at a moment; nil for none.
  ///
  /// - Parameter graceMs: maximum age of a time that still counts as due, in milliseconds.
  func dueReport(at now: Int64, graceMs: Int64) -> DueReport? {
    if settledMs > now { return .steppedBack(to: now) }
    let passed = rule.times(
      after: settledMs, until: now, except: except, breaks: breaks ?? [], told: Set(told),
      limit: Self.maxAtOnce)
    // The updates of one time are complete before people are asked for those of the next.
    if let writing, writing.closesMs <= now || !passed.isEmpty { return .written(writing.atMs) }
    let missed = passed.filter { now - $0 > graceMs }
    if let first = missed.first, let last = missed.last {
      return .missed(since: first, last: last, count: missed.count)
    }
    if let due = passed.first { return .due(due) }
    guard let remindMs, let next, next - remindMs <= now, remindedMs != next else { return nil }
    return .reminder(next)
  }

  /// Time of the next report; nil if none will be due.
  var wakeMs: Int64? { [nextReportMs, writing?.closesMs].compactMap(\.self).min() }

  private var nextReportMs: Int64? {
    guard let next else { return nil }
    guard let remindMs, remindedMs != next else { return next }
    return next - remindMs
  }

  /// Time until which the updates of a scheduled time are collected, in milliseconds: at most until the
  /// next one. Nil unless the standup is held in writing.
  func closing(of time: Int64) -> Int64? {
    guard mode == .write, let closesAfterMs else { return nil }
    let closing = time.addingReportingOverflow(closesAfterMs).partialValue
    return min(closing, times(after: time, limit: 1).first ?? closing)
  }

  /// Records that a report was made.
  mutating func settle(_ report: DueReport) {
    switch report {
    case .steppedBack(let now): settledMs = now
    case .missed(_, let last, _): settledMs = last
    case .due(let time):
      settledMs = time
      told = (told + [time]).suffix(Self.maxTold)
      writing = closing(of: time).map { Writing(atMs: time, closesMs: $0) }
    case .reminder(let time): remindedMs = time
    case .written: writing = nil
    }
  }
}

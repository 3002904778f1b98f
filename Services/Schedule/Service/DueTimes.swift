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
  /// The zones of the people are needed for this scheduled time. They are nil until they are found.
  case zones(Int64, found: [String]? = nil)
  /// This scheduled time has come in a zone of people.
  case zone(Int64, String)
}

/// Times of a schedule: the next times, and the times that are due, missed or near.
extension SavedSchedule {
  /// Maximum number of times to examine at once; after a longer outage, the rest is examined next.
  private static let maxAtOnce = 1000

  private var except: DaysOff { holidays?.days ?? DaysOff() }

  /// Returns the next times after a moment, at most until another one.
  func times(after ms: Int64, until last: Int64? = nil, limit: Int) -> [Int64] {
    rule.times(
      after: ms, until: last, except: except, breaks: breaks ?? [], told: Set(told), limit: limit)
  }

  /// The next time that is not settled, even if it is in the distant past.
  var next: Int64? { times(after: settledMs, limit: 1).first }

  /// Returns the report that is due at a moment; nil for none.
  ///
  /// - Parameter graceMs: maximum age of a time that still counts as due, in milliseconds.
  func dueReport(at now: Int64, graceMs: Int64) -> DueReport? {
    if settledMs > now { return .steppedBack(to: now) }
    let passed = times(after: settledMs, until: now, limit: Self.maxAtOnce)
    // The updates of one time are complete before people are asked for those of the next.
    if let writing, writing.closesMs <= now || passed.contains(where: { $0 > writing.atMs }) {
      return .written(writing.atMs)
    }
    let missed = passed.filter { now - $0 > graceMs }
    if let first = missed.first, let last = missed.last {
      return .missed(since: first, last: last, count: missed.count)
    }
    if let due = passed.first { return .due(due) }
    if let report = zoneReport(at: now) { return report }
    if let remindMs, let next, next - remindMs <= now, remindedMs != next {
      return .reminder(next)
    }
    // Last, because it is repeated until it succeeds.
    return zonesReport(at: now)
  }

  /// Time of the next report; nil if none will be due.
  var wakeMs: Int64? { [nextReportMs, writing?.closesMs, localMs].compactMap(\.self).min() }

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
      collect(time)
      if asking?.atMs == time { asking?.askRest() }
    case .reminder(let time): remindedMs = time
    case .written(let time):
      writing = nil
      if asking?.atMs == time { asking = nil }
    case .zones(let time, let found):
      if let found { asking = Asking(time, in: found, of: self) }
    case .zone(let time, let zone):
      asking?.ask(zone)
      collect(time)
    }
  }

  /// Collects the updates of a time. The closing time that was announced in other zones stays.
  private mutating func collect(_ time: Int64) {
    guard writing?.atMs != time else { return }
    writing = closing(of: time).map { Writing(atMs: time, closesMs: $0) }
  }
}

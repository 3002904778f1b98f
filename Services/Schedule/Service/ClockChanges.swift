import Bus

/// Checks the clock, which may be set forward or back at any time. It is checked after each action,
/// and at the latest after `maxWaitMs`.
extension ScheduleReduction {
  /// Starts all reports that are due, and schedules the next check.
  mutating func checkClock() {
    guard state.commands.isOpen else { return }
    let now = reducer.now
    if now < state.lastCheckMs { clockWasSetBack(to: now) }
    state.lastCheckMs = now
    while state.reporting < ScheduleState.maxReporting,
      let subject = state.agenda.popFirst(atMs: now)
    {
      start(.wake(subject))
    }
  }

  /// Checks schedules again after the clock was set back, because times in the future may be
  /// settled if the clock was ahead.
  private mutating func clockWasSetBack(to now: Int64) {
    state.retries = [:]
    for subject in state.saved.subjects {
      guard let saved = state.saved[subject] else { continue }
      if saved.settledMs > now { state.agenda.set(subject, to: now) } else { plan(subject) }
    }
  }

  /// Schedules the next check of a subject.
  mutating func plan(_ subject: Subject) {
    guard let saved = state.saved[subject] else {
      state.agenda.set(subject, to: nil)
      state.retries[subject] = nil
      state.saved.stuck.remove(subject)
      return
    }
    let wake = saved.wakeMs
    if wake == nil { state.saved.stuck.insert(subject) } else { state.saved.stuck.remove(subject) }
    let isReading = saved.holidays?.source.map(state.reading.contains) ?? false
    let moments = [wake, isReading ? nil : saved.holidays?.dueMs].compactMap(\.self)
    state.agenda.set(subject, to: moments.min().map { max($0, state.retries[subject] ?? $0) })
  }
}

extension ScheduleReducer {
  /// The action that checks the clock.
  static var alarm: ScheduleAction? { .alarm }

  /// Next check of the clock; nil while the maximum number of reports is in progress, because the
  /// next reply triggers a check.
  func alarm(_ state: ScheduleState) -> Int64? {
    state.reporting < ScheduleState.maxReporting ? state.agenda.firstMs : nil
  }

  /// Maximum delay before the clock is checked again, in milliseconds, because it may be set in the
  /// meantime.
  static let maxWaitMs: Int64 = 15_000

  /// Delay until the clock is checked for an alarm.
  func milliseconds(until alarm: Int64) -> Int64 {
    min(Self.maxWaitMs, alarm - now)
  }
}

import Bus
import Foundation
import ScheduleAPI
import ServiceShell

/// Reports of times.
///
/// A report is recorded as sent once the composition root has replied to it. If the process dies in
/// between, the next run reports the time again, and the composition root handles it once, because
/// it identifies each time by subject and moment.
extension Reduction {
  static let beforeToldAgainMs: Int64 = 2000

  /// Begins all reports that are due, and schedules the next check.
  mutating func look() {
    guard state.commands.isOpen else { return }
    let now = reducer.now
    if now < state.lookedMs { clockWasPutBack(to: now) }
    state.lookedMs = now
    while state.telling < ScheduleState.maxTelling, let subject = state.agenda.popFirst(atMs: now) {
      receive(Waiting(command: .wake(subject), header: Header(id: reducer.uuid())))
    }
  }

  /// Checks schedules again after the clock was set back: a fast clock may have settled future
  /// times.
  private mutating func clockWasPutBack(to now: Int64) {
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

  /// Reports the times of one subject that are due.
  mutating func wake(_ operation: Operation, _ subject: Subject) throws {
    guard let saved = state.saved[subject] else { return finish(operation, .success(.emptyObject)) }
    guard let occasion = saved.occasion(at: operation.at, graceMs: reducer.graceMs) else {
      beginReading(saved, at: operation.at)
      return finish(operation, .success(.emptyObject))
    }
    if case .steppedBack(let now) = occasion {
      log(
        .info,
        "The clock was set back; times of “\(subject)” that have already been reported will not be reported again."
      )
      var saved = saved
      saved.settle(.steppedBack(to: now))
      return try commit(operation, [.put(subject, saved)], reply: .emptyObject)
    }
    tell(operation, subject, saved, occasion)
  }

  private mutating func tell(
    _ operation: Operation, _ subject: Subject, _ saved: SavedSchedule, _ occasion: Occasion
  ) {
    state.commands.wait(operation.id, for: .telling(occasion))
    state.telling += 1
    switch occasion {
    case .steppedBack: break
    case .reminder(let time):
      effects.append(
        .remind(
          operation.id,
          ScheduleTimeNear(subject: subject.name, at: Date(ms: time), mode: saved.mode)))
    case .due(let time):
      effects.append(
        .tellDue(
          operation.id,
          ScheduleTimeCame(subject: subject.name, at: Date(ms: time), mode: saved.mode)))
    case .missed(let since, let last, let count):
      effects.append(
        .tellMissed(
          operation.id,
          ScheduleTimesPassed(
            subject: subject.name, at: Date(ms: last), since: Date(ms: since), count: count,
            mode: saved.mode)))
    }
  }

  mutating func told(_ id: OperationID, _ result: Result<ScheduleOutcome, BusError>) {
    guard let operation = state.commands.operations[id],
      case .waiting(.telling(let occasion)) = operation.step,
      let subject = operation.command.lane, var saved = state.saved[subject]
    else { return }
    state.telling -= 1
    switch result {
    case .success(let outcome):
      state.retries[subject] = nil
      var note: Occasion? = occasion
      if let until = outcome.settledUntil, case .missed(let since, let last, let count) = occasion {
        // Some of them were reported before. The rest is reported next.
        let settled = max(since, min(last, Int64(until.timeIntervalSince1970 * 1000)))
        saved.settle(.missed(since: since, last: settled, count: count))
        note = nil
      } else {
        saved.settle(occasion)
      }
      attempt(operation) { reduction in
        if outcome.isGone { return try reduction.remove(operation, subject, reply: .emptyObject) }
        try reduction.commit(
          operation, [.put(subject, saved)], reply: .emptyObject, note: note)
      }
    case .failure(let error):
      log(
        .warning, "Could not report a scheduled time of “\(subject)”; retrying: \(error)")
      state.retries[subject] = reducer.now + Self.beforeToldAgainMs * (error.retryable ? 1 : 5)
      finish(operation, .failure(error))
    }
  }

  // MARK: Holidays

  /// Reads the holidays again, if that is due.
  private mutating func beginReading(_ saved: SavedSchedule, at now: Int64) {
    guard let holidays = saved.holidays, let source = holidays.source, let due = holidays.dueMs,
      due <= now,
      state.reading.insert(source).inserted
    else { return }
    effects.append(.read(.refresh(source), source, from: now))
  }

  mutating func read(
    _ purpose: ReadingPurpose, _ result: Result<HolidayCalendar.Contents, BusError>
  ) {
    switch purpose {
    case .refresh(let source):
      state.reading.remove(source)
      if case .failure(let error) = result {
        log(.warning, "Could not read the holidays again; keeping the last ones: \(error.message)")
      }
      for subject in state.saved.subjects where state.saved[subject]?.holidays?.source == source {
        receive(
          Waiting(
            command: .refresh(subject, source, result), header: Header(id: reducer.uuid())))
      }
    case .command(let id):
      guard let operation = state.commands.operation(id, waitingFor: .reading),
        case .set(let subject, let new) = operation.command
      else { return }
      attempt(operation) { reduction in
        let now = reduction.reducer.now
        let contents = try result.get()
        if let name = contents.missing.first {
          throw HolidayCalendar.wrong("has no all-day event called “\(name)”")
        }
        let holidays = SavedHolidays(
          url: new.holidays?.url, days: contents.off, observances: contents.observances,
          choice: new.holidays?.choice ?? HolidayChoice(), readMs: now, triedMs: now,
          isLocal: new.holidays?.url != nil && operation.header.via == nil ? true : nil)
        try reduction.set(operation, subject, new, holidays)
      }
    }
  }

  /// Applies holidays that were read again.
  mutating func refresh(
    _ operation: Operation, _ subject: Subject, _ source: HolidaySource,
    _ result: Result<HolidayCalendar.Contents, BusError>
  ) throws {
    // The schedule may have other holidays by now, or none.
    guard var saved = state.saved[subject], var holidays = saved.holidays,
      holidays.source == source
    else {
      return finish(operation, .success(.emptyObject))
    }
    holidays.triedMs = operation.at
    switch result {
    case .success(let contents):
      var read = holidays
      (read.days, read.observances) = (contents.off, contents.observances)
      (read.readMs, read.problem) = (operation.at, nil)
      var changed = saved
      changed.holidays = read
      guard changed.next != nil else {
        holidays.problem = Self.noDayLeft.message
        break
      }
      // Days that were skipped until now stay skipped, regardless of the new calendar.
      if saved.occasion(at: operation.at, graceMs: reducer.graceMs) == nil {
        saved.settledMs = operation.at
      }
      holidays = read
    case .failure(let error):
      holidays.problem = error.message
    }
    saved.holidays = holidays
    try commit(operation, [.put(subject, saved)], reply: .emptyObject)
  }
}

import Bus
import Foundation
import ScheduleAPI
import ServiceShell

/// Reports times that are due, missed or near, and updates that are complete.
///
/// A report is recorded as sent once the composition root has replied to it. If the process dies
/// before that, the next run reports the time again. The composition root handles it only once,
/// because it identifies each time by subject and moment.
extension ScheduleReduction {
  /// Pause before a report is sent again, in milliseconds.
  static let reportRetryMs: Int64 = 2000

  /// Reports the due times of one subject.
  mutating func wake(_ operation: Operation, _ subject: Subject) throws {
    guard let saved = state.saved[subject] else { return finish(operation, .success(.emptyObject)) }
    guard let report = saved.dueReport(at: operation.at, graceMs: reducer.graceMs) else {
      beginReading(saved, at: operation.at)
      return finish(operation, .success(.emptyObject))
    }
    if case .steppedBack(let now) = report {
      log(
        .info,
        "The clock was set back; times of “\(subject)” that have already been reported will not be reported again."
      )
      var saved = saved
      saved.settle(.steppedBack(to: now))
      return try commit(operation, [.put(subject, saved)], reply: .emptyObject)
    }
    sendReport(operation, subject, saved, report)
  }

  private mutating func sendReport(
    _ operation: Operation, _ subject: Subject, _ saved: SavedSchedule, _ report: DueReport
  ) {
    state.commands.wait(operation.id, for: .reporting(report))
    state.reporting += 1
    switch report {
    case .steppedBack: break
    case .reminder(let time):
      effects.append(
        .remind(
          operation.id,
          ScheduleTimeNear(subject: subject.name, at: Date(ms: time), mode: saved.mode)))
    case .due(let time):
      effects.append(
        .reportDue(
          operation.id,
          ScheduleTimeCame(
            subject: subject.name, at: Date(ms: time), mode: saved.mode,
            closesAt: saved.mode == .write
              ? saved.closingTime(of: time).map { Date(ms: $0) } : nil,
            except: saved.others(at: time))))
    case .zones:
      effects.append(.findZones(operation.id, subject))
    case .zone(let time, let zone):
      effects.append(
        .reportZone(
          operation.id,
          ScheduleZoneCame(
            subject: subject.name, at: Date(ms: time), zone: zone,
            closesAt: Date(ms: saved.closingTime(of: time) ?? time))))
    case .written(let time):
      effects.append(
        .reportWritten(
          operation.id, ScheduleWritingEnded(subject: subject.name, at: Date(ms: time))))
    case .missed(let since, let last, let count):
      effects.append(
        .reportMissed(
          operation.id,
          ScheduleTimesPassed(
            subject: subject.name, at: Date(ms: last), since: Date(ms: since), count: count,
            mode: saved.mode)))
    }
  }

  /// Records the zones of the people of a subject.
  mutating func zonesFound(_ id: OperationID, _ result: Result<[String], BusError>) {
    guard let operation = state.commands.operations[id],
      case .waiting(.reporting(.zones(let time, _))) = operation.step
    else { return }
    if case .success(let zones) = result {
      state.commands.wait(id, for: .reporting(.zones(time, found: zones)))
    }
    reported(id, result.map { _ in ScheduleOutcome() })
  }

  mutating func reported(_ id: OperationID, _ result: Result<ScheduleOutcome, BusError>) {
    guard let operation = state.commands.operations[id],
      case .waiting(.reporting(let report)) = operation.step,
      let subject = operation.command.lane, var saved = state.saved[subject]
    else { return }
    state.reporting -= 1
    switch result {
    case .success(let outcome):
      state.retries[subject] = nil
      var note: DueReport? = report
      if let until = outcome.settledUntil, case .missed(let since, let last, let count) = report {
        // Some of the times were reported before. The others are reported next.
        let settled = max(since, min(last, Int64(until.timeIntervalSince1970 * 1000)))
        saved.settle(.missed(since: since, last: settled, count: count))
        note = nil
      } else {
        saved.settle(report)
      }
      attempt(operation) { reduction in
        if outcome.isGone { return try reduction.remove(operation, subject, reply: .emptyObject) }
        try reduction.commit(
          operation, [.put(subject, saved)], reply: .emptyObject, note: note)
      }
    case .failure(let error):
      log(
        .warning, "Could not report a scheduled time of “\(subject)”; retrying: \(error)")
      state.retries[subject] = reducer.now + Self.reportRetryMs * (error.retryable ? 1 : 5)
      finish(operation, .failure(error))
    }
  }
}

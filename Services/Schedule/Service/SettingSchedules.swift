import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI

/// Sets and removes schedules. A new schedule replaces the previous one.
extension ScheduleReduction {
  /// Sets a schedule once its holidays are read.
  mutating func beginSet(
    _ operation: Operation, _ subject: Subject, _ new: NewSchedule
  ) throws {
    guard state.saved[subject] != nil || state.saved.subjects.count < ScheduleState.maxSchedules
    else {
      let error = BusError(
        .conflict,
        "There are already \(ScheduleState.maxSchedules) schedules (the maximum); remove one first."
      )
      return try refuse(operation, error)
    }
    guard var source = new.holidays else { return try set(operation, subject, new, nil) }
    source.isLocal = operation.header.via == nil
    try wait(operation, for: .reading)
    effects.append(.read(.command(operation.id), source, from: operation.at))
  }

  /// Saves a schedule. Times that were reported for an earlier schedule are not reported again.
  mutating func set(
    _ operation: Operation, _ subject: Subject, _ new: NewSchedule, _ holidays: SavedHolidays?
  ) throws {
    let now = reducer.now
    let earlier = state.saved[subject]
    let saved = SavedSchedule(
      rule: new.rule, mode: new.mode, remindMs: new.remindMs, holidays: holidays, setMs: now,
      settledMs: now, told: earlier?.told ?? [], remindedMs: earlier?.remindedMs)
    guard saved.next != nil else {
      throw Self.noDayLeft
    }
    let set = ScheduleChanged(schedule: saved.schedule(of: subject, at: now, times: 1))
    let isLeft = earlier?.holidays?.url.map { $0 != holidays?.url } ?? false
    try commit(
      operation, [.put(subject, saved)] + (isLeft ? [.erase] : []),
      events: [try event(set, subject, operation)],
      reply: try SetSchedule.encoded(saved.schedule(of: subject, at: now, times: 5)))
  }

  /// Error for holidays that leave no meeting day.
  static var noDayLeft: BusError {
    BusError(
      .invalid, "The holidays leave no day to meet in the next \(Rule.yearsAhead) years.",
      detail: ["field": "holidays"])
  }

  /// Removes a schedule. The URL of its calendar is erased, because it may be secret.
  mutating func remove(_ operation: Operation, _ subject: Subject, reply: RawJSON) throws {
    // Omit the event, because subscribers cannot know an invalid subject.
    let events =
      subject.isValid
      ? [try event(ScheduleRemoved(subject: subject.name), subject, operation)] : []
    // An unreadable schedule may have a URL.
    let isSecret = state.saved[subject].map { $0.holidays?.url != nil } ?? true
    try commit(
      operation, [.remove(subject)] + (isSecret ? [.erase] : []), events: events, reply: reply)
  }

  func event(
    _ data: some EventData, _ subject: Subject, _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.uuid(), about: subject.name,
      time: Date(ms: reducer.now), traceparent: operation.header.traceparent?.text)
  }
}

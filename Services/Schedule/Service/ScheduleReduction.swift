import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import Schema
import ServiceShell

/// Handles one action.
struct ScheduleReduction: LaneReduction {
  var state: ScheduleState
  var effects: [ScheduleEffect] = []
  let reducer: ScheduleReducer

  mutating func take(_ action: ScheduleAction) {
    switch action {
    case .common(let action): take(action)
    // The clock is checked after every action.
    case .alarm: break
    case .teamFound(let id, let result): teamFound(id, result)
    case .reported(let id, let result): reported(id, result)
    case .zonesFound(let id, let result): zonesFound(id, result)
    case .returned: beginChecking()
    case .checked(let result): checked(result)
    case .retryChecking: retryChecking()
    case .read(let purpose, let result): read(purpose, result)
    case .written(let id, let reply): written(id, reply)
    }
  }
}

extension ScheduleReduction {
  /// Executes the first step of a command.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .set(let subject, _):
      ask(operation, subject)
    case .remove(let subject):
      guard isVisible(subject, operation) else {
        return try refuse(operation, Self.missing(try Subject(subject.name)))
      }
      try remove(operation, subject, reply: try RemoveSchedule.encoded(Done()))
    case .gone(let subject):
      let reply = try TellSubjectGone.encoded(Done())
      guard state.saved[subject] != nil || state.saved.unreadable.contains(subject) else {
        return finish(operation, .success(reply))
      }
      try remove(operation, subject, reply: reply)
    case .came(let subject, let document):
      let saved = try Document(
        collection: SavedSchedule.collection, id: subject.name, body: document
      ).value(as: SavedSchedule.self)
      try put(operation, subject, saved, reply: try TellSubjectCame.encoded(Done()))
    case .moved(let subject, let from, let team):
      let reply = try TellSubjectMoved.encoded(Done())
      guard var saved = state.saved[subject], saved.teamID != team,
        from == nil || from == saved.teamID
      else { return finish(operation, .success(reply)) }
      saved.team = TeamID.optional(team)
      try put(operation, subject, saved, reply: reply)
    case .wake(let subject): try wake(operation, subject)
    case .refresh(let subject, let source, let result):
      try refresh(operation, subject, source, result)
    case .get(let subject):
      let schedule = try saved(subject, operation).schedule(of: subject, at: operation.at, times: 5)
      finish(operation, .success(try GetSchedule.encoded(schedule)))
    case .list(let after, let limit):
      finish(operation, .success(try ListSchedules.encoded(page(after, limit, operation))))
    case .times(let subject, let count):
      let saved = try saved(subject, operation)
      let times = saved.times(after: max(operation.at, saved.settledMs), limit: count)
      finish(
        operation, .success(try GetScheduleTimes.encoded(.init(times: times.map { Date(ms: $0) }))))
    case .trial(let rule, let breaks, let count):
      let first = rule.times(after: operation.at, breaks: breaks, limit: 1).first
      let times = rule.counted(from: first).times(
        after: operation.at, breaks: breaks, limit: count)
      finish(
        operation, .success(try GetScheduleTimes.encoded(.init(times: times.map { Date(ms: $0) }))))
    case .calendar(let entries): try calendar(operation, entries)
    }
  }
}

extension ScheduleReduction {
  /// Saves a schedule that the composition root has changed or added.
  private mutating func put(
    _ operation: Operation, _ subject: Subject, _ saved: SavedSchedule, reply: RawJSON
  ) throws {
    let changed = ScheduleChanged(
      schedule: saved.schedule(of: subject, at: operation.at, times: 1))
    try commit(
      operation, saving(saved, of: subject),
      events: [try event(changed, subject, team: saved.teamID, operation)], reply: reply)
  }
}

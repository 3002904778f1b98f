import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import ServiceShell

extension Reduction {
  /// Executes the first step of a command.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .set(let subject, let new): try beginSet(operation, subject, new)
    case .remove(let subject):
      guard state.saved[subject] != nil || state.saved.unreadable.contains(subject) else {
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
      let came = ScheduleChanged(schedule: saved.seen(as: subject, at: operation.at, times: 1))
      try commit(
        operation, [.put(subject, saved)], events: [try event(came, subject, operation)],
        reply: try TellSubjectCame.encoded(Done()))
    case .wake(let subject): try wake(operation, subject)
    case .refresh(let subject, let source, let result):
      try refresh(operation, subject, source, result)
    case .get(let subject):
      let schedule = try saved(subject).seen(as: subject, at: operation.at, times: 5)
      finish(operation, .success(try GetSchedule.encoded(schedule)))
    case .list(let after, let limit):
      finish(operation, .success(try ListSchedules.encoded(page(after, limit, operation.at))))
    case .times(let subject, let count):
      let saved = try saved(subject)
      let times = saved.times(after: max(operation.at, saved.settledMs), limit: count)
      finish(
        operation, .success(try GetScheduleTimes.encoded(.init(times: times.map { Date(ms: $0) }))))
    case .trial(let rule, let count):
      let times = rule.times(after: operation.at, limit: count)
      finish(
        operation, .success(try GetScheduleTimes.encoded(.init(times: times.map { Date(ms: $0) }))))
    case .calendar(let entries): try calendar(operation, entries)
    }
  }

  /// Returns the schedule of a subject.
  ///
  /// - Throws: `not_found`, or `internal` if it is unreadable.
  private func saved(_ subject: Subject) throws(BusError) -> SavedSchedule {
    if state.saved.unreadable.contains(subject) {
      throw BusError(
        .internal,
        "The schedule of “\(subject)” cannot be read; see the log of the schedule service. Setting or removing"
          + " the schedule discards it."
      )
    }
    guard let saved = state.saved[subject] else { throw Self.missing(subject) }
    return saved
  }

  private static func missing(_ subject: Subject) -> BusError {
    BusError(
      .notFound, "“\(subject)” has no schedule; list all schedules with “standups schedule”.",
      detail: ["subject": subject.name])
  }

  // MARK: Setting and removing

  private mutating func beginSet(
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
    let set = ScheduleChanged(schedule: saved.seen(as: subject, at: now, times: 1))
    let isLeft = earlier?.holidays?.url.map { $0 != holidays?.url } ?? false
    try commit(
      operation, [.put(subject, saved)] + (isLeft ? [.erase] : []),
      events: [try event(set, subject, operation)],
      reply: try SetSchedule.encoded(saved.seen(as: subject, at: now, times: 5)))
  }

  static var noDayLeft: BusError {
    BusError(
      .invalid, "The holidays leave no day to meet in the next \(Rule.yearsAhead) years.",
      detail: ["field": "holidays"])
  }

  mutating func remove(_ operation: Operation, _ subject: Subject, reply: RawJSON) throws {
    // Subscribers cannot know an invalid subject.
    let events =
      subject.isValid
      ? [try event(ScheduleRemoved(subject: subject.name), subject, operation)] : []
    // An unreadable schedule may have a URL.
    let isSecret = state.saved[subject].map { $0.holidays?.url != nil } ?? true
    try commit(
      operation, [.remove(subject)] + (isSecret ? [.erase] : []), events: events, reply: reply)
  }

  private func event(
    _ data: some EventData, _ subject: Subject, _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.uuid(), about: subject.name,
      time: Date(ms: reducer.now), traceparent: operation.header.traceparent?.text)
  }

  // MARK: Reading

  private func page(_ after: Subject?, _ limit: Int, _ now: Int64) -> ListSchedules.Reply {
    // One more than fits shows whether another page follows.
    let rest = state.saved.subjects.ids(after: after, limit: limit + 1)
    let page = rest.prefix(limit)
    return ListSchedules.Reply(
      schedules: page.compactMap { state.saved[$0]?.seen(as: $0, at: now, times: 1) },
      next: page.count < rest.count ? page.last?.name : nil, total: state.saved.subjects.count)
  }

  private mutating func calendar(_ operation: Operation, _ entries: [ScheduleEntry]) throws {
    let items = try entries.map { entry throws(BusError) in
      Feed.Item(entry: entry, saved: state.saved[try Subject(entry.subject)])
    }
    try wait(operation, for: .writing)
    effects.append(.write(operation.id, items, at: operation.at))
  }

  mutating func written(_ id: OperationID, _ reply: MakeScheduleCalendar.Reply) {
    guard let operation = state.commands.operation(id, waitingFor: .writing) else { return }
    attempt(operation) { reduction in
      reduction.finish(operation, .success(try MakeScheduleCalendar.encoded(reply)))
    }
  }

  /// Lets a command wait for a calendar. Calendars take a long time; they are read and written one
  /// after the other on separate threads, so that no time is late.
  ///
  /// - Throws: `busy` if too many commands are waiting.
  private mutating func wait(
    _ operation: Operation, for step: ScheduleReducer.Step
  ) throws(BusError) {
    let waiting = state.commands.operations.values.count { $0.step == .waiting(step) }
    guard waiting < ScheduleState.maxCalendars else {
      throw BusError(
        .busy, "\(waiting) calendars are already being prepared (the maximum); try again.",
        retryAfterMs: 1000)
    }
    state.commands.wait(operation.id, for: step)
  }
}

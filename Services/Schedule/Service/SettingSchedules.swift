import Bus
import Documents
import FastJSON
import Foundation
import ScheduleAPI
import Schema
import ServiceShell

/// Sets and removes schedules. A new schedule replaces the previous one.
extension ScheduleReduction {
  /// Continues to set a schedule once the team of its subject is known.
  mutating func teamFound(_ id: OperationID, _ result: Result<String?, BusError>) {
    guard let operation = state.commands.operations[id],
      case .waiting(.asking(let holidays)) = operation.step,
      case .set(let subject, let new) = operation.command
    else { return }
    answered(operation, result) { reduction, team in
      let team = try team.flatMap { TeamID.optional(try ScheduleCommand.checked(team: $0)) }
      guard reduction.hasRoom(for: subject) else {
        return try reduction.refuse(operation, Self.tooManySchedules)
      }
      guard let source = new.holidays, holidays == nil else {
        return try reduction.set(operation, subject, new, team: team, holidays)
      }
      if source.place == .kept {
        let kept = try reduction.kept(subject, operation).choosing(source.choice)
        return try reduction.set(operation, subject, new, team: team, kept)
      }
      try reduction.beginReading(source, for: operation)
    }
  }

  /// Returns the holidays of the present schedule, which a new one keeps.
  ///
  /// - Throws: `invalid` if it has none.
  private func kept(_ subject: Subject, _ operation: Operation) throws(BusError) -> SavedHolidays {
    guard isVisible(subject, operation), let holidays = state.saved[subject]?.holidays else {
      throw BusError(
        .invalid, "This schedule has no holidays to keep; use “ics” or “url”.",
        detail: ["field": "holidays"])
    }
    return holidays
  }

  private func hasRoom(for subject: Subject) -> Bool {
    state.saved[subject] != nil || state.saved.subjects.count < ScheduleState.maxSchedules
  }

  private static let tooManySchedules = BusError(
    .conflict,
    "There are already \(ScheduleState.maxSchedules) schedules (the maximum); remove one first.")

  /// Requests the team of the subject of a schedule that is being set.
  mutating func ask(_ operation: Operation, _ subject: Subject, _ holidays: SavedHolidays? = nil) {
    state.commands.wait(operation.id, for: .asking(holidays))
    effects.append(.findTeam(operation.id, subject))
  }

  /// Reads the holidays of a schedule that is being set.
  private mutating func beginReading(_ source: HolidaySource, for operation: Operation) throws {
    var source = source
    source.isLocal = operation.header.via == nil
    try wait(operation, for: .reading)
    effects.append(.read(.command(operation.id), source, from: operation.at))
  }

  /// Saves a schedule. Times that were reported for an earlier schedule are not reported again.
  private mutating func set(
    _ operation: Operation, _ subject: Subject, _ new: NewSchedule, team: String?,
    _ holidays: SavedHolidays?
  ) throws {
    let now = reducer.now
    let earlier = state.saved[subject]
    var saved = SavedSchedule(
      rule: new.rule, mode: new.mode, team: team, remindMs: new.remindMs,
      closesAfterMs: new.closesAfterMs, asksLocally: new.asksLocally, holidays: holidays,
      breaks: breaks(new, earlier, operation).current(at: now, in: new.rule), setMs: now,
      settledMs: now, told: earlier?.told ?? [],
      remindedMs: earlier?.remindedMs, writing: earlier?.writing,
      // People may be asked at other times now, except those of the updates that are being collected.
      asking: earlier?.asking.flatMap { $0.atMs == earlier?.writing?.atMs ? $0 : nil })
    saved.rule = saved.rule.counted(from: saved.next)
    guard saved.next != nil else {
      var open = saved
      open.breaks = nil
      throw open.next == nil ? Self.noDayLeft : Self.noDayBetweenBreaks
    }
    let set = ScheduleChanged(schedule: saved.schedule(of: subject, at: now, times: 1))
    let isLeft = earlier?.holidays?.url.map { $0 != holidays?.url } ?? false
    try commit(
      operation, saving(saved, of: subject) + (isLeft ? [.erase] : []),
      events: [try event(set, subject, team: saved.teamID, operation)],
      reply: try SetSchedule.encoded(saved.schedule(of: subject, at: now, times: 5)))
  }

  /// The breaks of a new schedule: those that the command gives or, without them, the present ones.
  private func breaks(
    _ new: NewSchedule, _ earlier: SavedSchedule?, _ operation: Operation
  ) -> [Break] {
    if let breaks = new.breaks { return breaks }
    // The command may not read a schedule that still belongs to another team.
    guard let earlier, operation.scope.contains(earlier.teamID) else { return [] }
    return earlier.breaks ?? []
  }

  /// Error for breaks that leave no meeting day.
  private static var noDayBetweenBreaks: BusError {
    BusError(
      .invalid, "The breaks leave no day to meet in the next \(Rule.yearsAhead) years.",
      detail: ["field": "breaks"])
  }

  /// Error for holidays that leave no meeting day.
  static var noDayLeft: BusError {
    BusError(
      .invalid, "The holidays leave no day to meet in the next \(Rule.yearsAhead) years.",
      detail: ["field": "holidays"])
  }

  /// Removes a schedule. The URL of its calendar is erased, because it may be secret.
  mutating func remove(_ operation: Operation, _ subject: Subject, reply: RawJSON) throws {
    // Omit the event, because subscribers cannot know an invalid subject. The team of an unreadable
    // schedule is unknown.
    let removed = ScheduleRemoved(subject: subject.name)
    let events =
      subject.isValid
      ? [try event(removed, subject, team: state.saved[subject]?.teamID, operation)] : []
    // An unreadable schedule may have a URL.
    let isSecret = state.saved[subject].map { $0.holidays?.url != nil } ?? true
    try commit(
      operation, [.remove(subject)] + (isSecret ? [.erase] : []), events: events, reply: reply)
  }

  /// Creates an event about a schedule.
  ///
  /// - Parameter team: the team of the schedule; nil if it is unknown.
  func event(
    _ data: some EventData, _ subject: Subject, team: String?, _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.uuid(), about: subject.name, team: team,
      time: Date(ms: reducer.now), traceparent: operation.header.traceparent?.text)
  }
}

import Bus
import Countdown
import Documents
import FocusAPI
import Foundation

/// A person's focus session: its title and its start. While the session runs, its title cannot be
/// changed, and it cannot be started again.
extension FocusReduction {
  mutating func setTitle(
    _ operation: Operation, _ person: Person, _ title: String
  ) throws {
    var focus = try saved(person)
    guard focus.run == nil else {
      return try refuse(
        operation, Self.isRunning(person, "its title cannot be changed until it stops"))
    }
    focus.title = title
    try commit(
      operation, [.focus(person, focus)],
      reply: SetFocusTitle.encoded(self.focus(of: person, focus, operation)))
  }

  mutating func start(
    _ operation: Operation, _ person: Person, _ title: String?, _ durationMs: Int64?
  ) throws {
    var focus = try saved(person)
    guard focus.run == nil else {
      return try refuse(operation, Self.isRunning(person, "stop it first"))
    }
    focus.title = title ?? focus.title
    guard !focus.title.isEmpty else {
      let error = BusError(
        .invalid, "The focus session has no title; specify one, or set it first.",
        detail: ["field": "title"])
      return try refuse(operation, error)
    }
    let run = SavedFocus.Run(
      durationMs: durationMs ?? reducer.defaultMs,
      clock: CountdownClock(elapsedMs: 0, at: operation.at, isRunning: true))
    focus.run = run
    let started = FocusStarted(
      person: person.name, title: focus.title, durationMs: run.durationMs)
    try commit(
      operation, [.focus(person, focus)], events: [try event(started, person, operation)],
      reply: StartFocus.encoded(self.focus(of: person, focus, operation)), note: .started)
  }

  /// Returns the saved focus session of a person.
  ///
  /// - Throws: `conflict` if it is unreadable, because it must not be overwritten.
  func saved(_ person: Person) throws(BusError) -> SavedFocus {
    guard !state.saved.unreadable.contains(person) else {
      throw BusError(
        .conflict,
        "The focus session of “\(person)” cannot be read; see the log of the focus service. Stopping the session"
          + " discards it.")
    }
    return state.saved[person]
  }

  /// Focus session of a person, in the form that commands return.
  func focus(of person: Person, _ focus: SavedFocus, _ operation: Operation) -> Focus {
    Focus(
      person: person.name, title: focus.title, isRunning: focus.run != nil,
      elapsedMs: focus.run?.elapsedMs(at: operation.at) ?? 0,
      durationMs: focus.run?.durationMs ?? reducer.defaultMs)
  }

  private static func isRunning(_ person: Person, _ way: String) -> BusError {
    BusError(
      .conflict, "A focus session of “\(person)” is running; \(way).",
      detail: ["person": person.name])
  }

  func event(
    _ data: some EventData, _ person: Person, _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.uuid(), about: person.name, team: TeamScope.defaultTeam,
      time: Self.date(operation.at.wallMs), traceparent: operation.header.traceparent?.text)
  }

  static func date(_ ms: Int64) -> Date { Date(timeIntervalSince1970: Double(ms) / 1000) }
}

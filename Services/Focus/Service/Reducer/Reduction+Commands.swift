import Bus
import Countdown
import Documents
import FastJSON
import FocusAPI
import Foundation
import ServiceShell

extension Reduction {
  /// Executes the first step of a command.
  mutating func run(_ operation: Operation) throws {
    switch operation.command {
    case .setTitle(let person, let title): try setTitle(operation, person, title)
    case .start(let person, let title, let durationMs):
      try start(operation, person, title, durationMs)
    case .stop(let person): try stop(operation, person)
    case .forget(let person):
      if !state.saved.unreadable.contains(person) { _ = try Person(person.name) }
      try commit(
        operation, [.focus(person, SavedFocus()), .removeItems(of: person), .erase(person)],
        reply: ForgetFocus.encoded(Done()))
    case .timeUp(let person): try timeUp(operation, person)
    case .get(let person):
      let focus = focus(of: person, try saved(person), operation)
      finish(operation, .success(try GetFocus.encoded(focus)))
    case .running(let after, let limit):
      finish(operation, .success(try GetRunningFocus.encoded(running(after, limit))))
    case .items(let person, let after, let limit):
      try DocumentCursor.check(after)
      load(
        operation,
        DocumentQuery(
          collection: FocusItem.collection, parent: person?.name, after: after, limit: limit,
          newestFirst: true, counts: true))
    case .item(let id): load(operation, DocumentQuery(collection: FocusItem.collection, id: id))
    case .delete(let id):
      let known = state.saved.unreadableItems.contains(id) ? id : id.lowercased()
      load(operation, DocumentQuery(collection: FocusItem.collection, id: known))
    }
  }

  // MARK: Focus sessions

  private mutating func setTitle(
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

  private mutating func start(
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
      durationMs: durationMs ?? reducer.usualMs,
      clock: CountdownClock(elapsedMs: 0, at: operation.at, isRunning: true))
    focus.run = run
    let started = FocusStarted(
      person: person.name, title: focus.title, durationMs: run.durationMs)
    try commit(
      operation, [.focus(person, focus)], events: [try event(started, person, operation)],
      reply: StartFocus.encoded(self.focus(of: person, focus, operation)), note: .started)
  }

  private mutating func stop(_ operation: Operation, _ person: Person) throws {
    guard !state.saved.unreadable.contains(person) else {
      // It is unknown whether a session was running; an idle one takes its place.
      let idle = SavedFocus()
      return try commit(
        operation, [.focus(person, idle)],
        reply: StopFocus.encoded(.init(focus: focus(of: person, idle, operation), item: nil)))
    }
    let focus = try saved(person)
    guard let run = focus.run else {
      let error = BusError(
        .conflict, "No focus session of “\(person)” is running.", detail: ["person": person.name])
      return try refuse(operation, error)
    }
    try end(operation, person, focus, run)
  }

  /// Handles the timer's report that the time is up. The report may be late or repeated, after the
  /// session has ended.
  private mutating func timeUp(_ operation: Operation, _ person: Person) throws {
    let focus = state.saved[person]
    guard let run = focus.run else {
      return finish(operation, .success(try TellFocusTimeUp.encoded(Done())))
    }
    let leftMs = run.durationMs - run.elapsedMs(at: operation.at)
    guard leftMs <= 0 else {
      // The report is about an earlier session, or the clock of the timer's machine is ahead. It
      // would be repeated immediately, so the timer is notified after a moment.
      effects.append(
        .wait(ms: Int(min(leftMs, Self.beforeClockIsToldAgainMs)), then: .clocksDue([person])))
      return finish(operation, .success(try TellFocusTimeUp.encoded(Done())))
    }
    try end(operation, person, focus, run)
  }

  /// Ends a running session. If it lasted at least a second, it is recorded, and its title is
  /// removed.
  private mutating func end(
    _ operation: Operation, _ person: Person, _ focus: SavedFocus, _ run: SavedFocus.Run
  ) throws {
    let elapsedMs = run.elapsedMs(at: operation.at)
    // A session that is stopped after its time was up, but before the timer reported it, ended by
    // its time.
    let cause: FocusStopped.Cause = elapsedMs < run.durationMs ? .asked : .timeUp
    var stopped = SavedFocus(title: focus.title)
    var events = [
      try event(
        FocusStopped(
          person: person.name, title: focus.title, elapsedMs: elapsedMs, cause: cause), person,
        operation)
    ]
    var item: FocusItem?
    if elapsedMs >= 1000 {
      let done = FocusItem(
        id: reducer.uuid().lowercaseText, person: person.name, title: focus.title,
        seconds: elapsedMs / 1000,
        date: Self.date(cause == .timeUp ? run.end.wallMs : operation.at.wallMs))
      item = done
      stopped = SavedFocus()
      events.append(try event(FocusItemRecorded(item: done), person, operation))
    }
    let reply: RawJSON =
      if case .timeUp = operation.command {
        try TellFocusTimeUp.encoded(Done())
      } else {
        try StopFocus.encoded(
          .init(focus: self.focus(of: person, stopped, operation), item: item))
      }
    try commit(
      operation, [.focus(person, stopped)] + (item.map { [.putItem($0)] } ?? []), events: events,
      reply: reply, note: .stopped(cause))
  }

  /// Returns the saved focus session of a person.
  ///
  /// - Throws: `conflict` if it is unreadable, because it must not be overwritten.
  private func saved(_ person: Person) throws(BusError) -> SavedFocus {
    guard !state.saved.unreadable.contains(person) else {
      throw BusError(
        .conflict,
        "The focus session of “\(person)” cannot be read; see the log of the focus service. Stopping the session"
          + " discards it.")
    }
    return state.saved[person]
  }

  private func focus(of person: Person, _ focus: SavedFocus, _ operation: Operation) -> Focus {
    Focus(
      person: person.name, title: focus.title, isRunning: focus.run != nil,
      elapsedMs: focus.run?.elapsedMs(at: operation.at) ?? 0,
      durationMs: focus.run?.durationMs ?? reducer.usualMs)
  }

  private static func isRunning(_ person: Person, _ way: String) -> BusError {
    BusError(
      .conflict, "A focus session of “\(person)” is running; \(way).",
      detail: ["person": person.name])
  }

  private func event(
    _ data: some EventData, _ person: Person, _ operation: Operation
  ) throws -> NewEvent {
    try NewEvent(
      data, id: reducer.uuid(), about: person.name,
      time: Self.date(operation.at.wallMs), traceparent: operation.header.traceparent?.text)
  }

  private static func date(_ ms: Int64) -> Date { Date(timeIntervalSince1970: Double(ms) / 1000) }

  // MARK: Items

  private mutating func load(_ operation: Operation, _ query: DocumentQuery) {
    state.commands.wait(operation.id, for: .loading)
    effects.append(.load(operation.id, query))
  }

  mutating func documents(_ id: OperationID, _ result: Result<DocumentPage, BusError>) {
    guard let operation = state.commands.operation(id, waitingFor: .loading) else { return }
    attempt(operation) { reduction in
      let page = try result.get()
      switch operation.command {
      case .items:
        let reply = ListFocusItems.Reply(
          items: page.documents.compactMap { reduction.item($0) }, next: page.next,
          total: page.total ?? 0)
        reduction.finish(operation, .success(try ListFocusItems.encoded(reply)))
      case .item(let id):
        guard let document = page.documents.first else { throw Self.missing(id) }
        let item = try document.value(as: FocusItem.self)
        reduction.finish(operation, .success(try GetFocusItem.encoded(item)))
      case .delete(let id):
        guard let document = page.documents.first else {
          return try reduction.refuse(operation, Self.missing(id))
        }
        let person = Person(id: document.parent ?? "")
        let deleted = FocusItemDeleted(id: document.id, person: person.name)
        try reduction.commit(
          operation, [.removeItem(document.id)],
          // Subscribers cannot know an invalid person.
          events: person.isValid ? [try reduction.event(deleted, person, operation)] : [],
          reply: DeleteFocusItem.encoded(Done()))
      default: break
      }
    }
  }

  /// Decodes an item of a page. An unreadable one is skipped, and the others are shown.
  private mutating func item(_ document: Document) -> FocusItem? {
    do {
      return try document.value(as: FocusItem.self)
    } catch {
      state.saved.note(unreadable: document.id)
      log(.error, "Cannot read the focus session \(document.id); left out of the list: \(error)")
      return nil
    }
  }

  private static func missing(_ id: FocusItem.ID) -> BusError {
    BusError(
      .notFound, "Focus session “\(id.prefix(64))” not found. It may have been deleted.",
      detail: ["id": String(id.prefix(64))])
  }
}

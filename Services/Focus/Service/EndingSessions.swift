import Bus
import FastJSON
import FocusAPI

/// Ends focus sessions, when the person stops one or when its time is up.
extension FocusReduction {
  /// Stops a person's session. An unreadable session is discarded.
  mutating func stop(_ operation: Operation, _ person: Person) throws {
    guard !state.saved.unreadable.contains(person) else {
      // It is unknown whether a session was running, so replace it with an idle one.
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

  /// Handles the timer's report that the time is up. The report may be late, or may be repeated
  /// after the session has ended.
  mutating func timeUp(_ operation: Operation, _ person: Person) throws {
    let focus = state.saved[person]
    guard let run = focus.run else {
      return finish(operation, .success(try TellFocusTimeUp.encoded(Done())))
    }
    let leftMs = run.durationMs - run.elapsedMs(at: operation.at)
    guard leftMs <= 0 else {
      // The report is about an earlier session, or the clock of the timer's machine is ahead. The
      // timer would repeat the report immediately, so it is notified after a short delay.
      effects.append(
        .wait(ms: Int(min(leftMs, Self.clockRetryMs)), then: .clocksDue([person])))
      return finish(operation, .success(try TellFocusTimeUp.encoded(Done())))
    }
    try end(operation, person, focus, run)
  }

  /// Ends a running session. If it lasted at least one second, an item is recorded and the title is
  /// cleared.
  private mutating func end(
    _ operation: Operation, _ person: Person, _ focus: SavedFocus, _ run: SavedFocus.Run
  ) throws {
    let elapsedMs = run.elapsedMs(at: operation.at)
    // If the session was stopped after its time was up, but before the timer reported that, it
    // ended because of its time.
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
}

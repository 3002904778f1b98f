import Bus
import Standups
import StandupsAPI

/// Changes of the turns of a live meeting. Until the timer has received them, it may report turns
/// that have not begun, and these reports are ignored.
extension StandupsReduction {
  mutating func extend(_ operation: Operation, _ command: ExtendTurn) throws {
    let byMs = command.byMs ?? ExtendTurn.usualMs
    guard ExtendTurn.rangeMs.contains(byMs) else {
      throw BusError(
        .invalid,
        "Invalid extension of \(byMs) ms; expected \(ExtendTurn.rangeMs.lowerBound) to"
          + " \(ExtendTurn.rangeMs.upperBound) ms (1 hour).",
        detail: ["member": "byMs"])
    }
    if try session(command.id).overMs != nil {
      throw BusError(
        .conflict,
        "The meeting is in overtime: it continues until someone ends it, so turns cannot be extended.",
        detail: ["meeting": "\(command.id)"])
    }
    try change(operation, command.id, from: command.from, .extended) { session, _ in
      guard session.extendTurn(byMs: byMs) else {
        throw BusError(
          .invalid, "A meeting can last at most 24 hours.", detail: ["member": "byMs"])
      }
    }
  }

  mutating func postpone(_ operation: Operation, _ command: PostponeTurn) throws {
    try refuseOpenAlert(try session(command.id))
    try change(operation, command.id, from: command.from, .postponed) { session, elapsed in
      guard session.postponeTurn(atMs: elapsed) else {
        throw BusError(
          .conflict,
          session.isLastSpeaker
            ? "\(session.attendee(at: session.speakerIndex).displayName) is the last speaker and cannot be postponed."
            : "A meeting can have at most \(MeetingSession.maxTurns) turns.",
          detail: ["meeting": "\(session.id)"])
      }
    }
  }

  mutating func reorder(_ operation: Operation, _ command: ReorderTurns) throws {
    let session = try session(command.id)
    try refuseOpenAlert(session)
    if session.coming.map(\.id) == command.order {
      return try finishUnchanged(operation, .live(live(session)))
    }
    try change(operation, command.id, from: command.from, .reordered) { session, _ in
      guard session.reorderTurns(command.order) else {
        let coming = session.coming
        throw BusError(
          .conflict,
          coming.isEmpty
            ? "No more speakers are to come, so their order cannot change."
            : "The speakers to come have changed; name each of them once: "
              + coming.map(\.displayName).joined(separator: ", ") + ".",
          detail: ["meeting": "\(session.id)"])
      }
    }
  }

  mutating func drop(_ operation: Operation, _ command: DropTurns) throws {
    try refuseOpenAlert(try session(command.id))
    try change(operation, command.id, from: nil, .absent) { session, elapsed in
      guard session.dropTurns(of: command.attendee, atMs: elapsed) else {
        let attendee = session.standup.attendees[id: command.attendee]
        throw BusError(
          .conflict,
          "Cannot drop the turns of \(attendee?.displayName ?? "“\(command.attendee)”"): they have none left, or are the"
            + " last speaker.",
          detail: ["attendee": "\(command.attendee)"])
      }
    }
  }

  mutating func present(_ operation: Operation, _ command: AddTurn) throws {
    let session = try session(command.id)
    try refuseOpenAlert(session)
    if session.overMs != nil {
      throw BusError(
        .conflict,
        "The meeting is in overtime: anyone may speak until someone ends it, so turns cannot be added.",
        detail: ["meeting": "\(command.id)"])
    }
    let latecomer = try latecomer(command.attendee, in: session, operation)
    try change(operation, command.id, from: nil, .present, attendee: latecomer) { session, _ in
      guard session.addTurn(of: latecomer) else {
        throw BusError(
          .conflict,
          "Cannot add a turn for \(latecomer.displayName): they still have one, or the meeting would exceed"
            + " \(MeetingSession.maxTurns) turns or 24 hours.",
          detail: ["attendee": "\(latecomer.id)"])
      }
    }
  }

  /// The attendee who takes part, or was left out at the start; in the second case with the current
  /// values of the standup.
  private func latecomer(
    _ id: Attendee.ID, in session: MeetingSession, _ operation: Operation
  ) throws -> Attendee {
    if let attendee = session.standup.attendees[id: id] { return attendee }
    guard session.lineup?.absent.contains(id) == true,
      var attendee = known(session.standup.id, operation)?.standup.attendees[id: id]
    else {
      throw BusError(
        .invalid, "“\(id)” is not an attendee of this meeting.", detail: ["member": "attendee"])
    }
    attendee.absentUntilMs = nil
    // Since the start, the person may have been linked to this attendee instead of another.
    if let person = attendee.person, session.standup.attendees.persons.contains(person) {
      attendee.person = nil
    }
    return attendee
  }

  /// Changes the agenda, after the turns that have begun by now.
  private mutating func change(
    _ operation: Operation, _ id: Meeting.ID, from: Int?, _ cause: MeetingAgendaChanged.Cause,
    attendee: Attendee? = nil,
    _ change: (inout MeetingSession, _ elapsedMs: Int64) throws -> Void
  ) throws {
    var session = try session(id)
    if session.startedAt == nil { try refuseOpenAlert(session) }
    guard let clock = remainingClock(of: session) else { throw Self.timeIsUp(session) }
    let elapsed = clock.elapsedMs
    // By the clock, the turn may be over although that was not reported.
    var events = try catchUp(&session, toMs: elapsed, operation)
    guard try isTurn(from, in: session) else {
      return try finishPastTurn(operation, session, events)
    }
    let before = session
    try change(&session, elapsed)
    if let kind = cause.undoKind {
      session.noteChange(kind, newChange(), since: before, at: clock)
    } else {
      session.keepChange()
    }
    events.append(
      try event(
        MeetingAgendaChanged(session, elapsedMs: elapsed, cause: cause, attendee: attendee),
        of: session, operation))
    if session.speakerIndex > before.speakerIndex {
      events.append(
        try event(
          MeetingSpeakerChanged(
            speaker: session.speakerIndex, attendee: session.attendee(at: session.speakerIndex),
            elapsedMs: session.schedule.start(of: session.speakerIndex), cause: .skipped,
            undo: session.undo),
          of: session, operation))
    }
    try decide(operation, session, events)
  }
}

import Bus
import Countdown
import Documents
import Standups
import StandupsAPI

/// Changes of the speaker, by a person or by the clock.
extension StandupsReduction {
  /// Ends the current turn.
  ///
  /// A command without a turn is about the last one that was announced. If that turn is over by the
  /// clock, only the turns that have begun since are announced.
  mutating func next(_ operation: Operation, _ command: NextSpeaker) throws {
    var session = try session(command.id)
    try refuseOpenAlert(session)
    guard let clock = remainingClock(of: session) else { throw Self.timeIsUp(session) }
    let from = command.from ?? session.speakerIndex
    var events = try catchUp(&session, toMs: clock.elapsedMs, operation)
    guard try isTurn(from, in: session) else {
      return try finishPastTurn(operation, session, events)
    }
    guard !session.isLastSpeaker else {
      events.append(
        try present(.endMeeting(isDiscardable: false), over: &session, clock, operation))
      return try decide(operation, session, events)
    }
    let before = session
    let speaker = session.speakerIndex + 1
    let start = session.schedule.start(of: speaker)
    session.speakerIndex = speaker
    session.adopt(clock.jumped(toMs: start, at: clock.at))
    session.noteChange(.next, newChange(), since: before, at: clock)
    events.append(
      try event(
        MeetingSpeakerChanged(
          speaker: speaker, attendee: session.attendee(at: speaker), elapsedMs: start,
          cause: .skipped, undo: session.undo),
        of: session, operation))
    try decide(operation, session, events)
  }

  /// Replies to a command about a turn that is over.
  ///
  /// - Parameter events: the turns that began by the clock and were not announced.
  mutating func finishPastTurn(
    _ operation: Operation, _ session: MeetingSession, _ events: [NewEvent]
  ) throws {
    guard !events.isEmpty else { return try finishUnchanged(operation, .live(live(session))) }
    try decide(operation, session, events)
  }

  /// Returns whether the turn that a command names is the current one.
  ///
  /// - Returns: false if the turn is over.
  /// - Throws: `conflict` if it has not begun.
  func isTurn(_ from: Int?, in session: MeetingSession) throws -> Bool {
    guard let from, from != session.speakerIndex else { return true }
    guard from < session.speakerIndex else {
      throw BusError(
        .conflict,
        "It is not speaker \(from)'s turn yet; the current speaker is \(session.speakerIndex).",
        detail: ["speaker": "\(session.speakerIndex)"])
    }
    return false
  }

  /// Handles the timer's report that a turn began by the clock.
  ///
  /// A late or repeated report changes nothing, and an early one is ignored. The timer releases an
  /// unknown meeting. While an alert is open, the clock is paused and all earlier turns have been
  /// saved with it: a timer that reports then has not received the pause yet, and receives the clock
  /// again.
  mutating func speakerChanged(_ operation: Operation, _ command: TellSpeakerChanged) throws {
    guard var session = state.saved.sessions[id: command.id] else {
      return finishUnknownReport(operation, command.id)
    }
    guard session.startedAt != nil, command.speaker > session.speakerIndex else {
      return finish(operation.id, .success(.done))
    }
    guard command.speaker < session.schedule.speakers else {
      throw BusError(
        .invalid,
        "Invalid speaker \(command.speaker); expected 0 to \(session.schedule.speakers - 1).",
        detail: ["meeting": "\(command.id)"])
    }
    let boundary = session.schedule.start(of: command.speaker)
    if !session.clock.isRunning, session.clock.elapsedMs < boundary {
      return finishOutdatedReport(operation, session)
    }
    if isEarly(session, boundary: boundary) { return ignoreEarlyReport(operation, session) }
    let events = try turns(&session, to: command.speaker, operation)
    var decision = Decision(
      [.putState(session.state, of: session.id)], events: events, reply: .done)
    // The service sent this command itself, because the timer's clock for the meeting differs or is
    // missing.
    decision.resends = operation.caller == nil
    try decide(operation, decision)
  }
}

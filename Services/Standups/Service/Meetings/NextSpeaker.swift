import Bus
import Countdown
import Standups
import StandupsAPI

/// Changes of the speaker, by a person or by the clock.
extension StandupsReduction {
  mutating func next(_ operation: Operation, _ command: NextSpeaker) throws {
    let session = try session(command.id)
    try refuseOpenAlert(session)
    guard try isTurn(command.from, in: session) else {
      return try finishUnchanged(operation, .live(live(session)))
    }
    if session.isLastSpeaker {
      try hold(operation, session, .endMeeting(isDiscardable: false))
    } else {
      state.operations[operation.id]?.touched = .clock
      step(operation.id, .skipping)
      effects.append(.skipSpeaker(operation.id, session.id, from: session.speakerIndex))
    }
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

  /// Handles the timer's reply to a skip. If the timer is unavailable, the new clock is computed
  /// here and sent to it later.
  mutating func skipped(
    _ operation: Operation, _ session: MeetingSession,
    _ result: Result<MeetingClock, BusError>
  ) throws {
    var session = session
    let schedule = session.schedule
    let (speaker, clock): (Int, CountdownClock)
    if case .success(let status) = result, status.speaker > session.speakerIndex,
      status.speaker < schedule.speakers, status.clock.isRunning
    {
      (speaker, clock) = (status.speaker, status.clock)
    } else {
      disagree(operation, result)
      let elapsed = max(
        schedule.start(of: session.speakerIndex + 1), session.elapsedMs(at: operation.at))
      (speaker, clock) = (
        schedule.speaker(at: elapsed), session.clock.jumped(toMs: elapsed, at: operation.at)
      )
    }
    guard clock.elapsedMs < schedule.durationMs else { throw Self.timeIsUp(session) }
    // If no report arrived in time, the speaker may already have the floor by the clock.
    let isSkipped = session.elapsedMs(at: operation.at) < schedule.start(of: speaker)
    // The timer may be ahead of the last report; each turn in between gets its event.
    var events = try turns(&session, to: speaker - 1, operation)
    session.speakerIndex = speaker
    session.adopt(clock)
    events.append(
      try event(
        MeetingSpeakerChanged(
          speaker: speaker, attendee: session.attendee(at: speaker),
          elapsedMs: schedule.start(of: speaker), cause: isSkipped ? .skipped : .time),
        of: session, operation))
    try decide(
      operation,
      Decision(
        [.putState(session.state, of: session.id)], events: events, reply: .live(live(session))))
  }

  /// Handles the timer's report that a turn began by the clock.
  ///
  /// A late or repeated report changes nothing, and an early one is ignored. While an alert is
  /// open, the clock is paused and all earlier turns have been saved with it: a timer that reports
  /// then failed to pause, and receives the state of the clock.
  mutating func speakerChanged(_ operation: Operation, _ command: TellSpeakerChanged) throws {
    guard var session = state.saved.sessions[id: command.id], session.startedAt != nil,
      command.speaker > session.speakerIndex
    else { return finish(operation.id, .success(.done)) }
    guard command.speaker < session.schedule.speakers else {
      throw BusError(
        .invalid,
        "Invalid speaker \(command.speaker); expected 0 to \(session.schedule.speakers - 1).",
        detail: ["meeting": "\(command.id)"])
    }
    let boundary = session.schedule.start(of: command.speaker)
    if !session.clock.isRunning, session.clock.elapsedMs < boundary {
      state.operations[operation.id]?.sync = .clock
      return finish(operation.id, .success(.done))
    }
    if isEarly(session, boundary: boundary) { return ignoreEarlyReport(operation, session) }
    // The service sent this command itself, because the timer's clock for the meeting differs or is
    // missing.
    if operation.caller == nil { state.operations[operation.id]?.sync = .clock }
    let events = try turns(&session, to: command.speaker, operation)
    try decide(
      operation, Decision([.putState(session.state, of: session.id)], events: events, reply: .done))
  }
}

import Bus
import Countdown
import Documents
import Standups
import StandupsAPI

/// Alerts over a meeting. While one is open, the clock is paused.
///
/// To open an alert, the timer pauses its clock, and its reply is committed with the alert. To
/// close one, the timer resumes its clock, and its reply is committed with the removal of the
/// alert. Each is therefore one commit, with the timer's clock to the millisecond.
///
/// A crash in between is harmless, because the saved session is authoritative, and every service is
/// reset to it. If a pause was not committed, the meeting has continued as if it had not been
/// requested. If a resumption was not committed, the alert is still open and the clock is where it
/// was. In both cases the command was not answered, and may be sent again.
extension StandupsReduction {
  mutating func end(_ operation: Operation, _ command: EndMeeting) throws {
    let session = try session(command.id)
    try refuseOpenAlert(session)
    try hold(operation, session, .endMeeting(isDiscardable: true))
  }

  mutating func pause(_ operation: Operation, _ command: PauseMeeting) throws {
    let session = try session(command.id)
    if session.alert == .paused { return try finishUnchanged(operation, .live(live(session))) }
    try refuseOpenAlert(session)
    try hold(operation, session, .paused)
  }

  mutating func resume(_ operation: Operation, _ command: ResumeMeeting) throws {
    let session = try session(command.id)
    guard let alert = session.alert else {
      return try finishUnchanged(operation, .live(live(session)))
    }
    guard alert.actions.contains(.resume) else { return try refuseOpenAlert(session) }
    release(operation, session, .resume)
  }

  func refuseOpenAlert(_ session: MeetingSession) throws {
    guard let alert = session.alert else { return }
    let actions = alert.actions.map(\.rawValue)
    throw BusError(
      .conflict,
      "The alert “\(alert.title)” is open. Answer it first with one of: \(actions.joined(separator: ", ")).",
      detail: [
        "meeting": "\(session.id)", "alert": alert.name.rawValue,
        "actions": actions.joined(separator: ","),
      ])
  }

  mutating func hold(
    _ operation: Operation, _ session: MeetingSession, _ alert: MeetingSession.Alert
  ) throws {
    state.operations[operation.id]?.touched = .clock
    step(operation.id, .holding(alert))
    effects.append(.holdClock(operation.id, session.id))
  }

  /// Handles the timer's reply. If the timer is unavailable, the clock is computed here, from the
  /// moment at which the command arrived.
  mutating func clock(
    _ operation: Operation, _ result: Result<MeetingClock, BusError>
  ) throws {
    guard let meeting = operation.command.meeting else { return }
    let session = try session(meeting)
    switch operation.step {
    case .holding(let alert): try held(operation, session, alert, result)
    case .releasing(let action): try released(operation, session, action, result)
    case .skipping: try skipped(operation, session, result)
    default: break
    }
  }

  private mutating func held(
    _ operation: Operation, _ session: MeetingSession, _ alert: MeetingSession.Alert,
    _ result: Result<MeetingClock, BusError>
  ) throws {
    var session = session
    var clock = session.clock.held(at: operation.at)
    if case .success(let status) = result, !status.clock.isRunning {
      clock = status.clock
    } else {
      disagree(operation, result)
    }
    clock.elapsedMs = min(clock.elapsedMs, session.schedule.durationMs)
    let isOver = clock.elapsedMs >= session.schedule.durationMs
    if case .speechFailed(let reason) = alert {
      // The clock was paused, but no alert is opened: the timer must continue, and reports the end
      // of the meeting.
      if isOver { state.operations[operation.id]?.sync = .clock }
      return try failed(operation, &session, reason, clock: isOver ? nil : clock)
    }
    // No time is left to resume; the meeting is saved when the timer reports its end.
    guard !isOver else { throw Self.timeIsUp(session) }
    var events = try catchUp(&session, toMs: clock.elapsedMs, operation)
    session.adopt(clock)
    session.destination = .alert(alert)
    events.append(try presented(alert, elapsedMs: clock.elapsedMs, over: session, operation))
    try decide(
      operation,
      Decision(
        [.putState(session.state, of: session.id)], events: events, reply: .live(live(session))))
  }

  mutating func answer(_ operation: Operation, _ command: AnswerMeetingAlert) throws {
    let session = try session(command.id)
    guard let alert = session.alert else {
      throw BusError(
        .conflict, "This meeting has no open alert.", detail: ["meeting": "\(session.id)"])
    }
    guard alert.actions.contains(command.action) else {
      let actions = alert.actions.map(\.rawValue)
      throw BusError(
        .conflict,
        "The alert “\(alert.title)” does not offer “\(command.action.rawValue)”; expected one of: "
          + "\(actions.joined(separator: ", ")).",
        detail: [
          "meeting": "\(session.id)", "alert": alert.name.rawValue,
          "actions": actions.joined(separator: ","),
        ])
    }
    switch alert {
    case .speechAuthorization, .speechDenied, .speechRestricted:
      try answerAuthorization(operation, session, command.action)
    case .endMeeting, .paused, .speechFailed:
      switch command.action {
      case .saveAndEnd:
        finishMeeting(
          operation, session,
          Ending(ending: .saved, elapsedMs: session.clock.elapsedMs, action: command.action))
      case .discard:
        try decide(operation, try discarding(session, command.action, operation))
      default: release(operation, session, command.action)
      }
    }
  }

  private mutating func release(
    _ operation: Operation, _ session: MeetingSession, _ action: MeetingSession.AlertAction
  ) {
    state.operations[operation.id]?.touched = .clock
    step(operation.id, .releasing(action))
    effects.append(.releaseClock(operation.id, session.id))
  }

  private mutating func released(
    _ operation: Operation, _ session: MeetingSession, _ action: MeetingSession.AlertAction,
    _ result: Result<MeetingClock, BusError>
  ) throws {
    var session = session
    var clock = session.clock.released(at: operation.at)
    // The saved position is authoritative: a timer that was notified late has run on.
    if case .success(let status) = result, status.clock.isRunning,
      status.clock.elapsedMs == session.clock.elapsedMs
    {
      clock = status.clock
    } else {
      disagree(operation, result)
    }
    let events = try dismissed(
      action, of: session, elapsedMs: session.clock.elapsedMs, operation)
    session.adopt(clock)
    session.destination = nil
    try decide(
      operation,
      Decision(
        [.putState(session.state, of: session.id)], events: events,
        reply: reply(to: operation, live: session)))
  }

  /// The decision to discard a meeting: nothing of it is saved.
  func discarding(
    _ session: MeetingSession, _ action: MeetingSession.AlertAction, _ operation: Operation
  ) throws -> Decision {
    let elapsed = session.clock.elapsedMs
    var events = try dismissed(action, of: session, elapsedMs: elapsed, operation)
    events.append(
      try event(MeetingDiscardedEvent(elapsedMs: elapsed), of: session, operation))
    return Decision(
      [.removeSession(session.id), .erase(Erasure(meeting: session.id))], events: events,
      reply: .answered(.discarded),
      discards: session.id)
  }

  /// The event for an alert that was opened.
  func presented(
    _ alert: MeetingSession.Alert, elapsedMs: Int64, over session: MeetingSession,
    _ operation: Operation
  ) throws -> NewEvent {
    try event(
      MeetingAlertPresented(alert: alert, elapsedMs: elapsedMs, standup: session.standup),
      of: session, operation)
  }

  /// The event for an answer to the open alert; empty without an answer.
  func dismissed(
    _ action: MeetingSession.AlertAction?, of session: MeetingSession, elapsedMs: Int64,
    _ operation: Operation
  ) throws -> [NewEvent] {
    guard let action else { return [] }
    return [
      try event(
        MeetingAlertDismissed(action: action, elapsedMs: elapsedMs), of: session, operation)
    ]
  }

  /// The reply to a command after which the meeting is still live.
  func reply(to operation: Operation, live session: MeetingSession) -> StandupsReply {
    switch operation.command {
    case .answer: .answered(.live(live(session)))
    case .recordingDenied: .done
    default: .live(live(session))
    }
  }
}

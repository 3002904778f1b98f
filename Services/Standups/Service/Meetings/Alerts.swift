import Bus
import Countdown
import Documents
import Standups
import StandupsAPI

/// Alerts over a meeting. While one is open, the clock is paused.
///
/// The meeting's own clock decides when the meeting is paused or resumed. The alert and the clock
/// are saved in one commit, and the timer receives the clock afterwards. A pause that is not saved
/// has no effect.
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
    try release(operation, session, .resume)
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

  /// Opens an alert that a person requested, and pauses the clock.
  mutating func hold(
    _ operation: Operation, _ session: MeetingSession, _ alert: MeetingSession.Alert
  ) throws {
    var session = session
    // No time is left to resume; the meeting is saved when the timer reports its end.
    guard let clock = remainingClock(of: session) else { throw Self.timeIsUp(session) }
    var events = try catchUp(&session, toMs: clock.elapsedMs, operation)
    events.append(try present(alert, over: &session, clock, operation))
    try decide(operation, session, events)
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
      default: try release(operation, session, command.action)
      }
    }
  }

  /// Closes the alert, and resumes the clock where it was paused.
  private mutating func release(
    _ operation: Operation, _ session: MeetingSession, _ action: MeetingSession.AlertAction
  ) throws {
    var session = session
    let events = try dismissed(
      action, of: session, elapsedMs: session.clock.elapsedMs, operation)
    session.adopt(session.clock.released(at: reducer.clock()))
    session.destination = nil
    try decide(operation, session, events)
  }

  /// The decision to discard a meeting. It is erased, except that it can be restored, once the end is
  /// final: at once, if the meeting could not continue.
  func discarding(
    _ session: MeetingSession, _ action: MeetingSession.AlertAction, _ operation: Operation
  ) throws -> Decision {
    let elapsed = session.clock.elapsedMs
    var events = try dismissed(action, of: session, elapsedMs: elapsed, operation)
    var session = session
    let undo = noteEnd(.discarded, of: &session, by: operation)
    events.append(
      try event(MeetingDiscardedEvent(elapsedMs: elapsed, undo: undo), of: session, operation))
    guard undo == nil else {
      return Decision(
        [.endSession(session.state, of: session.id)], events: events, reply: .answered(.discarded))
    }
    return Decision(
      [.removeSession(session.id)]
        + keeping(session, atMs: nowMs, by: operation.person, operation)
        + [.erase(Erasure(meeting: session.id))], events: events, reply: .answered(.discarded))
  }

  /// Pauses the clock and opens an alert.
  ///
  /// - Parameter clock: the meeting's clock now, which is paused.
  /// - Returns: the event for it.
  mutating func present(
    _ alert: MeetingSession.Alert, over session: inout MeetingSession, _ clock: CountdownClock,
    _ operation: Operation
  ) throws -> NewEvent {
    session.adopt(clock.held(at: clock.at))
    session.destination = .alert(alert)
    return try presented(alert, elapsedMs: clock.elapsedMs, over: session, operation)
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

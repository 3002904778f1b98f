import Bus
import Countdown
import Documents
import Standups
import StandupsAPI

/// Alerts over a meeting. While one is open the clock is held.
///
/// Opening: the timer holds its clock, and what it answers is committed with the alert. Closing:
/// the timer releases its clock, and what it answers is committed with the alert gone. So each is
/// one commit, and its clock is the timer's to the millisecond.
///
/// A crash between the two is harmless, for the saved session is the truth, and everybody is put
/// back to it: after a hold that was not committed the meeting has gone on as if nobody had asked;
/// after a release that was not committed the alert is still open, and the clock stands where it
/// stood. In both cases the command was not answered, and may be sent again.
extension Reduction {
  mutating func end(_ operation: Operation, _ command: EndMeeting) throws {
    let session = try session(command.id)
    try refuseOpenAlert(session)
    try hold(operation, session, .endMeeting(isDiscardable: true))
  }

  mutating func pause(_ operation: Operation, _ command: PauseMeeting) throws {
    let session = try session(command.id)
    if session.alert == .paused { return try leave(operation, .live(live(session))) }
    try refuseOpenAlert(session)
    try hold(operation, session, .paused)
  }

  mutating func resume(_ operation: Operation, _ command: ResumeMeeting) throws {
    let session = try session(command.id)
    guard let alert = session.alert else { return try leave(operation, .live(live(session))) }
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

  /// The timer answered, or is away: then the clock is computed here, from when the command came.
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
      // Held though no alert is opened: the timer goes on, and says that the time is up.
      if isOver { state.operations[operation.id]?.sync = .clock }
      return try failed(operation, &session, reason, clock: isOver ? nil : clock)
    }
    // Nothing is left to resume: the time is up, and the meeting is saved as soon as the timer says
    // so.
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
    // Where it was held is what was saved: a timer that was told late has run on.
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

  /// What a discarded meeting comes to: nothing of it is saved.
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

  /// The event that an alert was opened.
  func presented(
    _ alert: MeetingSession.Alert, elapsedMs: Int64, over session: MeetingSession,
    _ operation: Operation
  ) throws -> NewEvent {
    try event(
      MeetingAlertPresented(alert: alert, elapsedMs: elapsedMs, standup: session.standup),
      of: session, operation)
  }

  /// The event that the open alert was answered; none if none was.
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

  /// The reply of a command after which the meeting is live.
  func reply(to operation: Operation, live session: MeetingSession) -> StandupsReply {
    switch operation.command {
    case .answer: .answered(.live(live(session)))
    case .recordingDenied: .done
    default: .live(live(session))
    }
  }

  // MARK: Speech fails

  mutating func speechFailed(_ operation: Operation, _ command: TellSpeechFailed) throws {
    guard var session = state.saved.sessions[id: command.id], session.isRecording else {
      return finish(operation.id, .success(.done))
    }
    // Two alerts are never open at once, and none is opened at the end: the transcript says it
    // anyway.
    if session.alert != nil || state.endings[session.id] != nil {
      try failed(operation, &session, command.reason, clock: nil)
    } else {
      try hold(operation, session, .speechFailed(reason: command.reason))
    }
  }

  /// - Parameter clock: as it was held for the alert; nil opens none.
  private mutating func failed(
    _ operation: Operation, _ session: inout MeetingSession, _ reason: String,
    clock: CountdownClock?
  ) throws {
    session.markFailure()
    var events = try clock.map { try catchUp(&session, toMs: $0.elapsedMs, operation) } ?? []
    events.append(try event(MeetingSpeechFailed(reason: reason), of: session, operation))
    if let clock {
      session.adopt(clock)
      let alert = MeetingSession.Alert.speechFailed(reason: reason)
      session.destination = .alert(alert)
      events.append(try presented(alert, elapsedMs: clock.elapsedMs, over: session, operation))
    }
    try decide(
      operation, Decision([.putState(session.state, of: session.id)], events: events, reply: .done))
  }

  // MARK: Recording is forbidden

  /// Nobody is recorded any more, and whoever listens is told so. An open question whether to record is
  /// answered by it: whoever answers it later would undo what was decided, and not know of it.
  mutating func recordingDenied(_ operation: Operation, _ command: TellRecordingDenied) throws {
    if let answer = consentAnswer(on: command.standup) {
      state.operations[answer]?.isDenied = true
      return finish(operation.id, .success(.done))
    }
    guard let live = state.saved.live[command.standup],
      var session = state.saved.sessions[id: live],
      session.isRecording || session.alert == .speechAuthorization
    else { return finish(operation.id, .success(.done)) }
    guard session.isRecording else {
      // It may also be that nothing is decided any more.
      step(operation.id, .authorizing)
      return effects.append(.requestAuthorization(operation.id, command.standup))
    }
    session.markDenial()
    let stopped = MeetingRecordingStopped(elapsedMs: session.elapsedMs(at: reducer.clock()))
    var decision = Decision(
      [.putState(session.state, of: session.id)],
      events: [try event(stopped, of: session, operation)], reply: .done)
    decision.silences = session.id
    try decide(operation, decision)
  }
}

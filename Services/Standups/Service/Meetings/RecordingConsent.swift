import Bus
import Standups
import StandupsAPI

/// Consent to recording, which belongs to the standup: without it, the speech of its meetings is not
/// recognised.
extension StandupsReduction {
  mutating func authorization(
    _ operation: Operation, _ result: Result<RecordingConsent, BusError>
  ) throws {
    switch (operation.step, operation.command) {
    case (.authorizing, .start(let command)):
      let session = try newSession(
        of: try record(command.standup, operation).standup, command, operation.updates)
      if let alert = alert(for: result) {
        try ask(operation, session, alert, answering: nil)
      } else {
        try begin(operation, session, isRecording: true, answering: nil)
      }
    case (.authorizationAnswered(let action), .answer(let command)):
      let session = try session(command.id)
      if action == .dontAllow {
        if case .failure(let error) = result {
          log(
            .warning,
            "Could not report the recording decision for standup \(session.standup.id): \(error)")
        }
        try begin(operation, session, isRecording: false, answering: action)
      } else if let alert = alert(for: operation.isDenied ? .denied : result) {
        try ask(operation, session, alert, answering: action)
      } else {
        try begin(operation, session, isRecording: true, answering: action)
      }
    case (.authorizing, .recordingDenied(let command)):
      try askAgain(operation, command.standup, result)
    default: break
    }
  }

  /// Replaces the open question whether to record, because recording was denied in the meantime.
  private mutating func askAgain(
    _ operation: Operation, _ standup: Standup.ID, _ result: Result<RecordingConsent, BusError>
  ) throws {
    // A denial was reported, so it holds unless speech recognition says otherwise.
    let now =
      if case .success = result { result } else { Result<RecordingConsent, BusError>.denied }
    guard let session = state.saved.live[standup].flatMap({ state.saved.sessions[id: $0] }),
      session.alert == .speechAuthorization, let alert = alert(for: now),
      alert != session.alert
    else { return finish(operation.id, .success(.done)) }
    try ask(operation, session, alert, answering: .dontAllow)
  }

  /// The alert for the state of the permission; nil if speech may be recognised.
  private func alert(
    for result: Result<RecordingConsent, BusError>
  ) -> MeetingSession.Alert? {
    switch result {
    case .failure(let error):
      .speechRestricted(reason: "Speech recognition cannot be reached (\(error.code.rawValue)).")
    case .success(let authorization):
      switch authorization.status {
      case .authorized: nil
      case .notDetermined: .speechAuthorization
      case .denied: .speechDenied
      case .restricted:
        .speechRestricted(
          reason: authorization.reason ?? "Speech recognition is not available on this machine.")
      }
    }
  }

  /// Handles the answer to an alert that is open before the clock runs.
  mutating func answerAuthorization(
    _ operation: Operation, _ session: MeetingSession, _ action: MeetingSession.AlertAction
  ) throws {
    switch action {
    case .allow, .openSettings, .dontAllow:
      step(operation.id, .authorizationAnswered(action))
      effects.append(
        .answerAuthorization(
          operation.id, session.standup.id, isGranted: action != .dontAllow))
    case .continueWithoutRecording:
      try begin(operation, session, isRecording: false, answering: action)
    default:
      try decide(operation, try discarding(session, action, operation))
    }
  }

  /// The operation that reports the answer to the question whether to record a standup.
  func consentAnswer(on standup: Standup.ID) -> OperationID? {
    guard let holder = state.locks[.standup(standup)],
      case .authorizationAnswered = state.operations[holder]?.step
    else { return nil }
    return holder
  }

  /// Stops recording, and notifies the service that listens. This also answers an open question
  /// whether to record: a later answer would unknowingly undo the decision.
  mutating func recordingDenied(_ operation: Operation, _ command: TellRecordingDenied) throws {
    if let answer = consentAnswer(on: command.standup) {
      state.operations[answer]?.isDenied = true
      return finish(operation.id, .success(.done))
    }
    if var session = state.saved.ended[of: command.standup]?.session, session.isRecording {
      // If its end is undone, the meeting continues without recording.
      session.markDenial()
      return try decide(
        operation, Decision([.putState(session.state, of: session.id)], reply: .done))
    }
    guard let live = state.saved.live[command.standup],
      var session = state.saved.sessions[id: live],
      session.isRecording || session.alert == .speechAuthorization
    else { return finish(operation.id, .success(.done)) }
    guard session.isRecording else {
      // It is also possible that the decision was withdrawn.
      step(operation.id, .authorizing)
      return effects.append(
        .requestAuthorization(
          operation.id, command.standup, language: session.standup.language))
    }
    session.markDenial()
    let stopped = MeetingRecordingStopped(elapsedMs: session.elapsedMs(at: reducer.clock()))
    var decision = Decision(
      [.putState(session.state, of: session.id)],
      events: [try event(stopped, of: session, operation)], reply: .done)
    decision.stopsRecording = session.id
    try decide(operation, decision)
  }
}

extension Result<RecordingConsent, BusError> {
  /// The decision that the standup must not be recorded.
  fileprivate static var denied: Self { .success(RecordingConsent(status: .denied)) }
}

import Countdown
import Standups
import StandupsAPI

/// Failures of speech recognition during a meeting.
extension StandupsReduction {
  mutating func speechFailed(_ operation: Operation, _ command: TellSpeechFailed) throws {
    guard var session = state.saved.sessions[id: command.id], session.isRecording else {
      return finish(operation.id, .success(.done))
    }
    // Two alerts are never open at once, and none is opened at the end; the transcript is marked in
    // any case.
    if session.alert != nil || state.endings[session.id] != nil {
      try failed(operation, &session, command.reason, clock: nil)
    } else {
      try hold(operation, session, .speechFailed(reason: command.reason))
    }
  }

  /// Records that speech recognition failed.
  ///
  /// - Parameter clock: the clock as paused for the alert; nil opens no alert.
  mutating func failed(
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
}

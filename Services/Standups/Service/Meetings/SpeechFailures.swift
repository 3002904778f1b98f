import Standups
import StandupsAPI

/// Failures of speech recognition during a meeting.
extension StandupsReduction {
  /// Marks the transcript, and opens an alert unless another one is open or the meeting is ending.
  mutating func speechFailed(_ operation: Operation, _ command: TellSpeechFailed) throws {
    guard var session = state.saved.sessions[id: command.id], session.isRecording else {
      return finish(operation.id, .success(.done))
    }
    let isAlone = session.alert == nil && state.endings[session.id] == nil
    let clock = isAlone ? remainingClock(of: session) : nil
    session.markFailure()
    var events = try clock.map { try catchUp(&session, toMs: $0.elapsedMs, operation) } ?? []
    events.append(try event(MeetingSpeechFailed(reason: command.reason), of: session, operation))
    if let clock {
      let alert = MeetingSession.Alert.speechFailed(reason: command.reason)
      events.append(try present(alert, over: &session, clock, operation))
    }
    try decide(
      operation, Decision([.putState(session.state, of: session.id)], events: events, reply: .done))
  }
}

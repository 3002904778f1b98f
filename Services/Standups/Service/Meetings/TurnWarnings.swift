import Standups
import StandupsAPI

/// Warnings before the end of a turn, by the meeting's own clock.
extension StandupsReduction {
  /// The warning that is due now; nil for none.
  func dueWarning(
    of session: MeetingSession, atMs elapsed: Int64
  ) -> (fromMs: Int64, endMs: Int64)? {
    guard session.clock.isRunning, let warning = session.warning(atMs: elapsed) else { return nil }
    return warning.fromMs <= elapsed ? warning : nil
  }

  /// Reports that a turn ends, unless it was extended, postponed or has ended since.
  mutating func warn(_ operation: Operation, _ id: Meeting.ID) throws {
    guard var session = state.saved.sessions[id: id] else {
      return finish(operation.id, .success(.done))
    }
    let elapsed = session.elapsedMs(at: reducer.clock())
    guard let warning = dueWarning(of: session, atMs: elapsed) else {
      watch(session)
      return finish(operation.id, .success(.done))
    }
    session.warnedMs = warning.endMs
    let event = try event(
      MeetingTurnEnding(
        speaker: session.speakerIndex, attendee: session.attendee(at: session.speakerIndex),
        elapsedMs: elapsed, leftMs: warning.endMs - elapsed),
      of: session, operation)
    try decide(
      operation, Decision([.putState(session.state, of: id)], events: [event], reply: .done))
  }
}

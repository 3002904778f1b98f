import Bus
import Standups
import StandupsAPI

/// Meetings that may run over when their time is up.
extension StandupsReduction {
  /// Lets the last speaker continue.
  mutating func runOver(_ operation: Operation, _ session: MeetingSession) throws {
    var session = session
    let end = session.plan.durationMs
    var events = try catchUp(&session, toMs: end, operation)
    session.overMs = end
    // Overtime has been announced, and is not undone.
    session.keepChange()
    events.append(
      try event(
        MeetingRunningOver(elapsedMs: end, endsMs: session.schedule.durationMs), of: session,
        operation))
    try decide(
      operation, Decision([.putState(session.state, of: session.id)], events: events, reply: .done))
  }

  /// The error for a command that needs remaining time.
  static func timeIsUp(_ session: MeetingSession) -> BusError {
    session.willRunOver
      ? BusError(
        .busy, "The time is up and the meeting is entering overtime; try again.", retryAfterMs: 500)
      : BusError(
        .conflict, "The time is up; the meeting is being saved.",
        detail: ["meeting": "\(session.id)"])
  }
}

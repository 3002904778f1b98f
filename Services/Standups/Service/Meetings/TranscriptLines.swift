import Standups
import StandupsAPI

/// Recognised lines of a live meeting.
extension StandupsReduction {
  /// Adds a recognised line. It may arrive late, even while an alert is open. A repeated line is
  /// accepted once, and none is accepted after recording was denied.
  mutating func lineHeard(_ operation: Operation, _ command: TellLineHeard) throws {
    guard let session = state.saved.sessions[id: command.id], session.startedAt != nil,
      session.mark != .denial, let line = session.line(command.line)
    else { return finish(operation.id, .success(.done)) }
    if !session.hasRoom(for: line) {
      log(
        .warning,
        "The transcript of meeting \(command.id) is full; a line was published but not stored.")
    }
    try decide(
      operation,
      Decision(
        [.putLine(line, session.heardLines.count, of: session.id)],
        events: [try event(MeetingSegment(segment: line.segment), of: session, operation)],
        reply: .done))
  }
}

extension MeetingSession {
  func line(_ line: HeardLine) -> Line? {
    self.line(
      key: line.key, fromMs: line.fromMs, toMs: line.toMs, text: line.text, stream: line.stream,
      person: line.person)
  }

  mutating func hear(_ line: HeardLine) -> Segment? {
    hear(
      key: line.key, fromMs: line.fromMs, toMs: line.toMs, text: line.text, stream: line.stream,
      person: line.person)
  }
}

import Standups
import StandupsAPI

/// Recognised lines of a meeting that is live, or whose end can be undone.
extension StandupsReduction {
  /// Adds a recognised line. It may arrive late, even while an alert is open. A repeated line is
  /// accepted once, and none is accepted after recording was denied.
  mutating func lineHeard(_ operation: Operation, _ command: TellLineHeard) throws {
    try linesHeard(operation, command.id, [command.line])
  }

  /// Adds recognised lines to a meeting that is live, or whose end can be undone. Those of an ended
  /// meeting are published only if it continues. A line whose voice was recognised since gets another
  /// speaker if the meeting is live.
  mutating func linesHeard(
    _ operation: Operation, _ id: Meeting.ID, _ lines: [HeardLine]
  ) throws {
    let live = state.saved.sessions[id: id]
    guard var session = live ?? state.saved.ended[id: id]?.session, session.startedAt != nil,
      session.mark != .denial
    else { return finish(operation.id, .success(.done)) }
    var decision = Decision([], reply: .done)
    let team = session.standup.teamID
    for line in lines {
      guard line.isReassigned != true else {
        guard live != nil, let line = session.reassigned(line) else { continue }
        decision.changes.append(.reassignLine(line, of: id))
        decision.events.append(try event(MeetingLineReassigned(line), of: session, operation))
        session.take(line)
        continue
      }
      guard let line = session.line(line, with: state.saved.glossaries.speller(of: team)) else {
        continue
      }
      if !session.hasRoom(for: line) {
        log(
          .warning, "The transcript of meeting \(id) is full; a line was published but not stored.")
      }
      decision.changes.append(.putLine(line, session.heardLines.count, of: id))
      if live != nil {
        decision.events.append(
          try event(MeetingSegment(segment: line.segment), of: session, operation))
      }
      session.take(line)
    }
    guard !decision.changes.isEmpty else { return finish(operation.id, .success(.done)) }
    try decide(operation, decision)
  }
}

extension MeetingLineReassigned {
  init(_ line: MeetingSession.ReassignedLine) {
    self.init(segment: line.line.segment, was: line.was)
  }
}

extension MeetingSession {
  func reassigned(_ line: HeardLine) -> ReassignedLine? {
    guard line.person == nil, let voice = line.voice else { return nil }
    return reassigned(key: line.key, voice: voice)
  }

  /// - Parameter glossary: the terms of the team, evaluated only for a line that is compared with them.
  func line(
    _ line: HeardLine, with glossary: @autoclosure () -> GlossarySpeller = .empty
  ) -> Line? {
    self.line(
      key: line.key, fromMs: line.fromMs, toMs: line.toMs, text: line.text, stream: line.stream,
      person: line.person, voice: line.voice, isDoubtful: line.isDoubtful ?? false,
      glossary: glossary())
  }
}

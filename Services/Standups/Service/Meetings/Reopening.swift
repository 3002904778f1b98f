import Bus
import Documents
import Standups
import StandupsAPI

/// Undo of the end of a meeting. The documents of an ended meeting are kept until its end is final.
extension StandupsReduction {
  /// Marks the end of a meeting, so that it can be undone.
  ///
  /// - Parameters:
  ///   - parts: number of parts of the past meeting; 0 for a discarded one.
  ///   - record: the standup before the end; nil if its past meetings do not change.
  /// - Returns: the end; nil if nothing could continue: the meeting has not started, or no time is
  ///   left.
  func noteEnd(
    _ kind: MeetingSession.Ended.Kind, of session: inout MeetingSession, parts: Int = 0,
    _ record: StandupRecord? = nil, by operation: Operation
  ) -> MeetingSession.EndUndo? {
    guard session.canReopen else { return nil }
    session.keepChange()
    let ended = MeetingSession.Ended(
      change: newChange(), kind: kind, at: reducer.clock(), lines: session.heardLines.count,
      parts: parts, lastMeetingMs: record?.lastMeetingMs, by: operation.person)
    session.ended = ended
    return ended.undo
  }

  /// Continues a meeting after its end.
  mutating func reopen(
    _ operation: Operation, _ command: UndoChange, _ meeting: EndedMeeting
  ) throws {
    let (now, ended) = (reducer.clock(), meeting.ended)
    let isLast = ended.change == command.change
    guard isLast, ended.leftMs(at: now) > 0 else { throw Self.isFinal(command, wasLast: isLast) }
    if let record = known(meeting.session.standup.id, operation) { try checkUnarchived(record) }
    var session = meeting.session
    session.reopen(at: now)
    let reopened = try event(MeetingReopened(session, ended), of: session, operation)
    // The lines that arrived late follow the events of the others.
    let late = try meeting.late.map {
      try event(MeetingSegment(segment: $0), of: session, operation)
    }
    var changes: [Change] = [.reopenSession(session.state, of: session.id)]
    if ended.kind == .saved { changes += restored(session, ended, operation) }
    try decide(
      operation,
      Decision(changes, events: [reopened] + late, reply: reply(to: operation, live: session)))
  }

  /// The changes that remove a past meeting whose end is undone. Follow-ups and updates belong to the
  /// live meeting again.
  private func restored(
    _ session: MeetingSession, _ ended: MeetingSession.Ended, _ operation: Operation
  ) -> [Change] {
    var changes: [Change] = [.removeMeeting(session.id)]
    changes += Change.laterParts(of: session.id, ended.parts)
    changes += (session.notes ?? []).filter(\.isOpen).map { .removeFollowUp($0.id) }
    guard var record = known(session.standup.id, operation) else { return changes }
    record.meetings = max(0, record.meetings - 1)
    record.lastMeetingMs = ended.lastMeetingMs
    if let updates = session.updates {
      changes.append(.putUpdates(updates, of: record.id))
      record.updates = updates.count
    }
    return changes + [.putStandup(record)]
  }

  /// Makes the end of a meeting final, once the time for its undo is over.
  mutating func closeEnd(_ operation: Operation, _ id: Meeting.ID) throws {
    guard let meeting = state.saved.ended[id: id] else {
      return finish(operation.id, .success(.done))
    }
    guard meeting.ended.leftMs(at: reducer.clock()) == 0 else {
      watch(id)
      return finish(operation.id, .success(.done))
    }
    try decide(operation, try closing(meeting, operation))
  }

  /// The decision that makes an end final. A discarded meeting is erased, except that it can be
  /// restored.
  private func closing(_ meeting: EndedMeeting, _ operation: Operation) throws -> Decision {
    let (session, id) = (meeting.session, meeting.session.id)
    guard meeting.ended.kind == .discarded else {
      return Decision([.removeSession(id)], reply: .done)
    }
    let kept: [Change]
    switch operation.command {
    // It would be erased with its standup, or name a person who is being forgotten.
    case .delete, .forgetPerson: kept = []
    default:
      let ended = meeting.ended
      kept = keeping(session, atMs: ended.at.wallMs, by: ended.by, operation)
    }
    return Decision(
      [.removeSession(id)] + kept + [.erase(Erasure(meeting: id))],
      events: [try erased(id, of: session.standup.id, .discarded, operation)], reply: .done)
  }

  /// Makes the ends of meetings final that a decision contradicts: it starts the next meeting of their
  /// standup, moves or deletes the standup, or changes what an undo would restore. A meeting that is kept
  /// has its own decision before it: both together may be too large for one commit.
  func closingEnds(_ decision: Decision, _ operation: Operation) throws -> Decision {
    guard !state.saved.ended.isEmpty else { return decision }
    switch operation.command {
    case .undo, .closeEnd, .forgetDiscarded: return decision
    case .forgetPerson: break
    default: guard decision.changes.contains(where: { !$0.keepsEnd }) else { return decision }
    }
    var closed = decision
    let isMoved = decision.changes.contains { if case .moveStandup = $0 { true } else { false } }
    for meeting in state.saved.ended.ids.compactMap({ state.saved.ended[id: $0] })
    where operation.entities.contains(.standup(meeting.session.standup.id)) {
      let closing = try closing(meeting, operation)
      guard !closing.keepsMeeting else { return closing.followed(by: decision) }
      closed.changes.insert(contentsOf: closing.changes, at: 0)
      // All events of a decision name the team to which the standup belongs after it.
      closed.events.insert(contentsOf: closing.events, at: isMoved ? closed.events.count : 0)
    }
    return closed
  }

  /// The time after which the end of a meeting is final, in milliseconds of the machine's uptime.
  func dueEnd(of id: Meeting.ID) -> Int64? {
    let now = reducer.clock()
    return state.saved.ended[id: id].map { now.uptimeMs + $0.ended.leftMs(at: now) }
  }

  /// Handles the last lines of a discarded meeting, and releases its work. If its end was undone
  /// meanwhile, it needs a new recognition stream instead.
  mutating func lastWords(_ meeting: Meeting.ID, _ result: Result<LastWords, BusError>) {
    switch result {
    case .success(let words) where !words.lines.isEmpty:
      receive(Waiting(caller: nil, command: .linesHeard(meeting, words.lines), header: nil))
    case .success: break
    case .failure(let error):
      log(.warning, "The last transcript lines of meeting \(meeting) did not arrive: \(error)")
    }
    if state.saved.sessions.contains(id: meeting) { return send([meeting], .all) }
    effects.append(.discardWork(meeting))
  }
}

extension Decision {
  /// True if it keeps a discarded meeting.
  fileprivate var keepsMeeting: Bool {
    changes.contains { if case .putDiscarded = $0 { true } else { false } }
  }

  /// Returns the decision with another one, and those after that, to be committed after it.
  fileprivate func followed(by next: Decision) -> Decision {
    var first = self
    first.then = [next] + next.then
    first.then[0].then = []
    return first
  }
}

extension Change {
  /// True if the last end of the standup's meeting can still be undone after the change.
  fileprivate var keepsEnd: Bool {
    switch self {
    case .putStandup, .putState, .putLine, .reassignLine: true
    default: false
    }
  }
}

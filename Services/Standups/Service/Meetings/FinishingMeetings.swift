import Bus
import Standups
import StandupsAPI

/// The end of a meeting. Its last lines are awaited for a while; then it is saved with the lines
/// that have arrived. It is never lost: if it cannot be saved, it stays live and is ended again.
extension StandupsReduction {
  /// Handles the end of a meeting's time.
  ///
  /// An unknown meeting is already over, and the timer releases it. If an alert is open, the time
  /// can only be up if the clock ran out at the moment at which the alert was opened: nothing is
  /// left to resume, and the meeting is saved. If the clock was paused before that, the timer has
  /// not received the pause yet, and receives the saved clock again.
  mutating func timeUp(_ operation: Operation, _ command: TellTimeUp) throws {
    guard let session = state.saved.sessions[id: command.id] else {
      return finishUnknownReport(operation, command.id)
    }
    guard session.startedAt != nil else { return finish(operation.id, .success(.done)) }
    let duration = session.schedule.durationMs
    if !session.clock.isRunning, session.clock.elapsedMs < duration {
      guard session.alert != nil else { return try release(operation, session) }
      return finishOutdatedReport(operation, session)
    }
    if isEarly(session, boundary: duration) { return ignoreEarlyReport(operation, session) }
    if session.willRunOver { return try runOver(operation, session) }
    finishMeeting(operation, session, Ending(ending: .timeUp, elapsedMs: duration))
  }

  mutating func finishMeeting(
    _ operation: Operation, _ session: MeetingSession, _ ending: Ending
  ) {
    state.operations[operation.id]?.hasReleasedWork = true
    step(operation.id, .ending(ending))
    state.endings[session.id] = operation.id
    // Lines that wait for this operation may be the ones that the recogniser has to deliver first.
    hasRoom = true
    effects.append(
      .endMeeting(operation.id, session.id, isRecording: session.isRecording))
  }

  mutating func ended(
    _ operation: Operation, _ result: Result<LastWords, BusError>
  ) throws {
    guard case .ending(var ending) = operation.step, let meeting = operation.command.meeting
    else { return }
    switch result {
    case .success(let reply):
      ending.lines = reply.lines
    case .failure(let error):
      log(.warning, "The last transcript lines of meeting \(meeting) did not arrive: \(error)")
      ending.lines = []
    }
    step(operation.id, .ending(ending))
    try save(operation.id, meeting)
  }

  /// Returns whether an operation still waits for the recogniser, so that lines may be accepted at
  /// the same time.
  func isAwaitingLastLines(_ id: OperationID) -> Bool {
    guard case .ending(let ending) = state.operations[id]?.step else { return false }
    return ending.lines == nil
  }

  /// Continues the end of a meeting, which may have waited until a line was accepted or rejected.
  mutating func lineHandled(_ meeting: Meeting.ID) {
    guard let id = state.endings[meeting] else { return }
    resume(id) { reduction, _ in try reduction.save(id, meeting) }
  }

  /// Maximum estimated size of the last lines of a meeting whose end can be undone, in bytes: the
  /// commit contains them once more.
  private static let maxLastLineBytes = 100_000

  /// Saves the meeting as a past meeting, once no line is being handled any more.
  private mutating func save(_ id: OperationID, _ meeting: Meeting.ID) throws {
    guard let operation = state.operations[id], case .ending(let ending) = operation.step,
      let lines = ending.lines, state.locks[.transcript(meeting)] == nil
    else { return }
    state.endings[meeting] = nil
    // The last lines are kept until they are durable, because the recogniser delivers them only
    // once.
    let all = (state.lastWords[meeting] ?? []) + lines
    // The room's microphone may have heard the same words.
    let ownFirst = all.filter { $0.person != nil } + all.filter { $0.person == nil }
    state.lastWords[meeting] = all.isEmpty ? nil : all
    var session = try session(meeting)
    var events = try catchUp(&session, toMs: ending.elapsedMs, operation)
    events += try dismissed(
      ending.action, of: session, elapsedMs: ending.elapsedMs, operation)
    var lastLines: [Change] = []
    var bytes = 0
    let team = session.standup.teamID
    for line in ownFirst where session.mark != .denial {
      if let line = session.reassigned(line) {
        lastLines.append(.reassignLine(line, of: session.id))
        events.append(try event(MeetingLineReassigned(line), of: session, operation))
        session.take(line)
        continue
      }
      guard let line = session.line(line, with: state.saved.glossaries.speller(of: team)) else {
        continue
      }
      lastLines.append(.putLine(line, session.heardLines.count, of: session.id))
      bytes += line.segment.estimatedBytes
      session.take(line)
      events.append(try event(MeetingSegment(segment: line.segment), of: session, operation))
    }
    // The current standup, which may have been edited since the start.
    let record = known(session.standup.id, operation)
    let parts = session.finished(
      ending.ending, elapsedMs: ending.elapsedMs, current: record?.standup
    ).divided
    let finished = parts[0]
    let undo =
      ending.action == nil || bytes > Self.maxLastLineBytes
      ? nil : noteEnd(.saved, of: &session, parts: parts.count, record, by: operation)
    events.append(
      try event(
        MeetingFinished(
          standup: session.standup.id, title: record?.standup.title ?? session.standup.title,
          meeting: finished.fitting, undo: undo), of: session, operation))
    var changes: [Change] = [.putMeeting(finished, of: session.standup.id)]
    changes +=
      undo == nil
      ? [.removeSession(session.id)] : lastLines + [.endSession(session.state, of: session.id)]
    // From now on, open follow-ups belong to the standup, until they are done.
    changes += (finished.notes ?? []).filter(\.isOpen).map {
      .putFollowUp($0, of: session.standup.id)
    }
    if session.updates != nil { changes.append(.removeUpdates(of: session.standup.id)) }
    if var record {
      record.add([finished])
      if session.updates != nil { record.updates = nil }
      changes.append(.putStandup(record))
    }
    let isAnswer = ending.action != nil
    let last = Decision(
      changes, events: events, reply: isAnswer ? .answered(.finished(finished)) : .done)
    // The later parts are saved first, because the first one makes the meeting a past meeting.
    let later = parts.dropFirst().map {
      Decision([.putMeeting($0, of: session.standup.id)], reply: .done)
    }
    try decide(operation, later + [last])
  }
}

/// The end of a meeting while its last lines are awaited.
struct Ending: Hashable, Sendable {
  var ending: Meeting.Ending
  var elapsedMs: Int64
  /// The answer to an alert that ends it.
  var action: MeetingSession.AlertAction?
  /// The last lines, once they have arrived.
  var lines: [HeardLine]?
}

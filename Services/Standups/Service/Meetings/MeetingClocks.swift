import Bus
import Countdown
import Documents
import Standups
import StandupsAPI

/// Each meeting's own clock. A meeting uses it to decide commands, to report that a turn ends, and to
/// advance if the timer does not report it: the timer may have been suspended or killed, or may have
/// released the meeting.
extension StandupsReduction {
  /// Delay after which a meeting advances by its own clock, in milliseconds, to give the timer time
  /// to report.
  static let graceMs: Int64 = 500
  /// Interval between checks while another operation keeps the meeting busy, in milliseconds.
  private static let pauseMs: Int64 = 1000
  /// Maximum difference between the clocks of two machines, in milliseconds, up to which a report
  /// of the timer is accepted.
  private static let toleranceMs: Int64 = 100
  /// Delay after which a timer that reported too early receives the state of the clock, in
  /// milliseconds.
  private static let correctionMs = 250

  /// Schedules the next check of a meeting: when it must report a warning, or must have advanced.
  mutating func watch(_ id: Meeting.ID) {
    guard let session = state.saved.sessions[id: id] else {
      return state.due.set(id, to: dueEnd(of: id))
    }
    watch(session)
  }

  mutating func watch(_ session: MeetingSession) {
    state.due.set(session.id, to: due(session))
  }

  private func due(_ session: MeetingSession) -> Int64? {
    guard session.startedAt != nil, session.alert == nil else { return nil }
    let now = reducer.clock()
    // A paused clock without an alert must be resumed.
    guard session.clock.isRunning else { return now.uptimeMs + Self.graceMs }
    let elapsed = session.clock.elapsedMs(at: now)
    if let warning = session.warning(atMs: elapsed) {
      // Both times are truncated to milliseconds, so they may differ by one.
      return now.uptimeMs + max(0, warning.fromMs - elapsed) + 1
    }
    let boundary = session.schedule.start(of: session.speakerIndex + 1)
    return now.uptimeMs + max(0, boundary - elapsed) + Self.graceMs
  }

  /// Lets the meetings that are due report a warning or advance.
  mutating func overdue() {
    let now = reducer.clock()
    var count = 0
    for id in state.due.due(atMs: now.uptimeMs) {
      guard let session = state.saved.sessions[id: id] else {
        endDue(id, at: now)
        continue
      }
      state.due.set(id, to: now.uptimeMs + Self.pauseMs)
      let command = command(for: session, at: now)
      // If another operation has the meeting locked, that operation advances it, or must end first.
      guard !state.isDraining, canBegin(command) else { continue }
      if case .warn = command {} else { count += 1 }
      receive(Waiting(caller: nil, command: command, header: nil))
    }
    guard count > 0 else { return }
    state.overdue = Overdue(meetings: count, atMs: now.uptimeMs)
    log(
      .warning,
      "The timer did not report turns in time; meetings continue on their own clocks (\(count))."
    )
  }

  /// Makes the end of a meeting final, unless another operation is still changing its standup.
  private mutating func endDue(_ id: Meeting.ID, at now: ClockReading) {
    guard state.saved.ended[id: id] != nil else { return state.due.set(id, to: nil) }
    state.due.set(id, to: now.uptimeMs + Self.pauseMs)
    guard !state.isDraining, canBegin(.closeEnd(id)) else { return }
    receive(Waiting(caller: nil, command: .closeEnd(id), header: nil))
  }

  private func command(for session: MeetingSession, at now: ClockReading) -> StandupsCommand {
    let elapsed = session.elapsedMs(at: now)
    if dueWarning(of: session, atMs: elapsed) != nil { return .warn(session.id) }
    let speaker = session.schedule.speaker(at: elapsed)
    guard session.clock.isRunning, elapsed < session.schedule.durationMs else {
      return .timeUp(TellTimeUp(id: session.id))
    }
    return .speakerChanged(
      TellSpeakerChanged(
        id: session.id, speaker: speaker, elapsedMs: session.schedule.start(of: speaker)))
  }

  /// The clock of a meeting now; nil if no time is left.
  ///
  /// The last turn that was announced has begun, even if the timer that reported it has a clock that
  /// is ahead of the one of this machine.
  func remainingClock(of session: MeetingSession) -> CountdownClock? {
    let (now, schedule) = (reducer.clock(), session.schedule)
    let elapsed = max(session.elapsedMs(at: now), schedule.start(of: session.speakerIndex))
    return elapsed < schedule.durationMs ? session.clock.jumped(toMs: elapsed, at: now) : nil
  }

  /// Returns whether the meeting's own clock has not reached the time that the timer reported.
  func isEarly(_ session: MeetingSession, boundary: Int64) -> Bool {
    session.elapsedMs(at: reducer.clock()) + Self.toleranceMs < boundary
  }

  /// Ignores a report of the timer that came too early, and schedules a correction of its clock.
  mutating func ignoreEarlyReport(_ operation: Operation, _ session: MeetingSession) {
    effects.append(.wait(ms: Self.correctionMs, then: .syncDue([session.id], .clock)))
    finish(operation.id, .success(.done))
  }

  /// Resumes the clock of a meeting that is paused although no alert is open.
  mutating func release(_ operation: Operation, _ session: MeetingSession) throws {
    var session = session
    session.adopt(session.clock.released(at: reducer.clock()))
    try decide(
      operation, Decision([.putState(session.state, of: session.id)], reply: .done))
  }

  /// The events for turns that began by the clock and were not reported. They precede the next
  /// event.
  mutating func catchUp(
    _ session: inout MeetingSession, toMs elapsed: Int64, _ operation: Operation
  ) throws -> [NewEvent] {
    try turns(&session, to: session.schedule.speaker(at: elapsed), operation)
  }

  /// The events for the turns up to that speaker, each at its time by the clock.
  mutating func turns(
    _ session: inout MeetingSession, to speaker: Int, _ operation: Operation
  ) throws -> [NewEvent] {
    session.keepChange(olderThan: reducer.clock())
    guard speaker > session.speakerIndex else { return [] }
    var events: [NewEvent] = []
    for speaker in session.speakerIndex + 1...speaker {
      events.append(
        try event(
          MeetingSpeakerChanged(
            speaker: speaker, attendee: session.attendee(at: speaker),
            elapsedMs: session.schedule.start(of: speaker), cause: .time, undo: session.undo),
          of: session, operation))
    }
    session.speakerIndex = speaker
    return events
  }
}

/// Record that meetings had to advance by their own clocks.
struct Overdue: Hashable, Sendable {
  var meetings: Int
  /// Time of the check, in milliseconds of the machine's uptime.
  var atMs: Int64
}

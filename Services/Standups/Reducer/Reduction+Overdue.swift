import Bus
import Countdown
import Documents
import Standups
import StandupsAPI

/// What each meeting does by its own clock: it warns that a turn ends, and goes on if nobody tells of it, as the timer
/// may have stood still, been killed or told to let go.
extension Reduction {
  /// How much later than by its clock a meeting goes on by itself, in milliseconds: time for the timer
  /// to tell.
  static let graceMs: Int64 = 500
  /// When it is looked at again, in milliseconds, while something else keeps it busy.
  private static let pauseMs: Int64 = 1000
  /// How far the clocks of two machines may be apart, in milliseconds, so that what the timer tells is
  /// taken.
  private static let toleranceMs: Int64 = 100
  /// When a timer that told too early is told how the clock stands, in milliseconds.
  private static let correctionMs = 250

  /// Notes when a meeting has to warn, or must have gone on.
  mutating func watch(_ id: Meeting.ID) {
    guard let session = state.saved.sessions[id: id] else { return state.due.set(id, to: nil) }
    watch(session)
  }

  mutating func watch(_ session: MeetingSession) {
    state.due.set(session.id, to: due(session))
  }

  private func due(_ session: MeetingSession) -> Int64? {
    guard session.startedAt != nil, session.alert == nil else { return nil }
    let now = reducer.clock()
    // A clock that nobody holds runs, or must be made to.
    guard session.clock.isRunning else { return now.uptimeMs + Self.graceMs }
    let elapsed = session.clock.elapsedMs(at: now)
    if let warning = session.warning(atMs: elapsed) {
      // Both times are cut to milliseconds, and so may be one apart.
      return now.uptimeMs + max(0, warning.fromMs - elapsed) + 1
    }
    let boundary = session.schedule.start(of: session.speakerIndex + 1)
    return now.uptimeMs + max(0, boundary - elapsed) + Self.graceMs
  }

  /// Lets the meetings warn or go on that should by now.
  mutating func overdue() {
    let now = reducer.clock()
    var count = 0
    for id in state.due.due(atMs: now.uptimeMs) {
      guard let session = state.saved.sessions[id: id] else {
        state.due.set(id, to: nil)
        continue
      }
      state.due.set(id, to: now.uptimeMs + Self.pauseMs)
      let command = command(for: session, at: now)
      // Whoever holds it brings it on, or is waited for.
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

  /// Of which end of a turn somebody is to be warned now.
  private func dueWarning(
    of session: MeetingSession, atMs elapsed: Int64
  ) -> (fromMs: Int64, endMs: Int64)? {
    guard session.clock.isRunning, let warning = session.warning(atMs: elapsed) else { return nil }
    return warning.fromMs <= elapsed ? warning : nil
  }

  /// Tells that a turn ends, unless it was put off or is over meanwhile.
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

  /// Whether the meeting's own clock has not come to where the timer says it is.
  func isEarly(_ session: MeetingSession, boundary: Int64) -> Bool {
    session.elapsedMs(at: reducer.clock()) + Self.toleranceMs < boundary
  }

  /// Does not take what the timer told too early; it is told how the clock stands.
  mutating func putOff(_ operation: Operation, _ session: MeetingSession) {
    effects.append(.wait(ms: Self.correctionMs, then: .syncDue([session.id], .clock)))
    finish(operation.id, .success(.done))
  }

  /// Goes on with a meeting whose clock stands although nothing is open over it.
  mutating func release(_ operation: Operation, _ session: MeetingSession) throws {
    var session = session
    session.adopt(session.clock.released(at: reducer.clock()))
    state.operations[operation.id]?.sync = .clock
    try decide(
      operation, Decision([.putState(session.state, of: session.id)], reply: .done))
  }

  /// Turns that began by the clock and that nobody told of: they come before whatever is next.
  mutating func catchUp(
    _ session: inout MeetingSession, toMs elapsed: Int64, _ operation: Operation
  ) throws -> [NewEvent] {
    try turns(&session, to: session.schedule.speaker(at: elapsed), operation)
  }

  /// The turns up to a speaker's, each by the clock.
  mutating func turns(
    _ session: inout MeetingSession, to speaker: Int, _ operation: Operation
  ) throws -> [NewEvent] {
    guard speaker > session.speakerIndex else { return [] }
    var events: [NewEvent] = []
    for speaker in session.speakerIndex + 1...speaker {
      events.append(
        try event(
          MeetingSpeakerChanged(
            speaker: speaker, attendee: session.attendee(at: speaker),
            elapsedMs: session.schedule.start(of: speaker), cause: .time),
          of: session, operation))
    }
    session.speakerIndex = speaker
    return events
  }
}

/// That meetings had to go on by themselves.
struct Overdue: Hashable, Sendable {
  var meetings: Int
  /// In milliseconds of the machine's uptime.
  var atMs: Int64
}

extension StandupsReducer {
  /// How long it is a problem that meetings had to go on by themselves, in milliseconds.
  private static let overdueMs: Int64 = 2_000

  /// What a person has to see to, one sentence each.
  func problems(_ state: StandupsState) -> [String] {
    var problems: [String] = []
    if let overdue = state.overdue, clock().uptimeMs - overdue.atMs < Self.overdueMs {
      let meetings = overdue.meetings == 1 ? "a meeting" : "\(overdue.meetings) meetings"
      problems.append(
        "The timer did not report turns in time; \(meetings) continued without it. Check it with"
          + " “standups services”.")
    }
    let unreadable = state.saved.unreadable
    if let first = unreadable.first {
      let isOne = unreadable.count == 1
      let it = isOne ? "it" : "them"
      let what =
        isOne
        ? "The stored document “\(first.name)” cannot be read. It is"
        : "\(unreadable.count) stored documents, such as “\(first.name)”, cannot be read. They are"
      problems.append(
        "\(what) left unchanged and missing from every list. A newer version may be able to read \(it);"
          + " “standups unreadable” exports or discards \(it).")
    }
    return problems
  }
}

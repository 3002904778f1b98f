import Bus
import Cells
import Countdown
import Standups
import StandupsAPI

/// The start of a meeting, which may have to wait for consent to recording.
extension StandupsReduction {
  mutating func start(_ operation: Operation, _ command: StartMeeting) throws {
    let record = try record(command.standup, operation)
    if let running = state.saved.live[record.id] {
      throw BusError(
        .conflict,
        "This standup is already in a meeting; join meeting \(running), or end it first.",
        detail: ["meeting": "\(running)"])
    }
    try checkUnarchived(record)
    try checkTurns(record.standup.meeting(as: try lineup(of: record.standup, command)))
    if record.updates != nil, operation.updates == nil {
      return loadUpdates(operation, of: record.id)
    }
    if command.isRecorded == false {
      try begin(
        operation, try newSession(of: record.standup, command, operation.updates),
        isRecording: false, answering: nil)
    } else {
      step(operation.id, .authorizing)
      effects.append(
        .requestAuthorization(operation.id, record.id, language: record.standup.language))
    }
  }

  /// Checks that a standup may hold a meeting.
  ///
  /// - Throws: `conflict` for an archived one.
  func checkUnarchived(_ record: StandupRecord) throws {
    guard record.standup.isArchived == true else { return }
    throw BusError(
      .conflict, "This standup is archived; unarchive it before you start a meeting.",
      detail: ["standup": "\(record.id)"])
  }

  /// Checks that no turn is too short to speak in, or to follow.
  private func checkTurns(_ standup: Standup) throws {
    let schedule = standup.schedule()
    let turns = (0..<schedule.speakers).map(schedule.turn(of:))
    guard let least = turns.min(), least < Standup.minTurnMs else { return }
    let turn = schedule.turnsMs == nil ? "each turn" : "the shortest turn"
    throw BusError(
      .invalid,
      "With \(standup.attendees.count) attendees, \(turn) would last \(least) ms; the minimum is"
        + " \(Standup.minTurnMs) ms. Increase the duration, or remove attendees.",
      detail: ["member": "durationMs", "standup": "\(standup.id)"])
  }

  /// Creates a session whose clock is paused at 0, with the updates that were written for it.
  func newSession(
    of standup: Standup, _ command: StartMeeting, _ updates: [WrittenUpdate]?
  ) throws -> MeetingSession {
    var lineup = try lineup(of: standup, command)
    // The id is in the slot of its standup, for programs that only know the meeting.
    let id = Meeting.ID(reducer.uuid().inSlot(Slot(of: standup.id.rawValue)))
    if lineup?.order == .shuffled, lineup?.seed == nil { lineup?.seed = randomSeed() }
    return MeetingSession(
      id: id, standup: standup.meeting(as: lineup),
      lineup: lineup, clock: CountdownClock(elapsedMs: 0, at: reducer.clock(), isRunning: false),
      updates: updates?.unlessEmpty)
  }

  /// Starts the clock.
  mutating func begin(
    _ operation: Operation, _ session: MeetingSession, isRecording: Bool,
    answering action: MeetingSession.AlertAction?
  ) throws {
    var session = session
    session.begin(at: reducer.clock(), isRecording: isRecording)
    var events = try dismissed(action, of: session, elapsedMs: 0, operation)
    events.append(
      try event(
        MeetingStarted(
          standup: session.standup, isRecording: isRecording, lineup: session.lineup),
        of: session, operation))
    try decide(
      operation,
      Decision(
        [change(session)], events: events,
        reply: reply(to: operation, live: session)))
  }

  /// Saves the meeting with a question that must be answered before its clock runs.
  mutating func ask(
    _ operation: Operation, _ session: MeetingSession, _ alert: MeetingSession.Alert,
    answering action: MeetingSession.AlertAction?
  ) throws {
    var session = session
    session.destination = .alert(alert)
    var events = try dismissed(action, of: session, elapsedMs: 0, operation)
    events.append(try presented(alert, elapsedMs: 0, over: session, operation))
    try decide(
      operation,
      Decision(
        [change(session)], events: events, reply: reply(to: operation, live: session)))
  }

  /// The change that saves a meeting; it is new unless a question about its start was saved before.
  private func change(_ session: MeetingSession) -> Change {
    state.saved.sessions.contains(id: session.id)
      ? .putState(session.state, of: session.id) : .addSession(session)
  }
}

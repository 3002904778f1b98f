import Bus
import Cells
import Countdown
import Dependencies
import Standups
import StandupsAPI

/// The start of a meeting, and the permission to recognise its speech.
extension Result<RecordingConsent, BusError> {
  fileprivate static var denied: Self { .success(RecordingConsent(status: .denied)) }
}

extension Reduction {
  mutating func start(_ operation: Operation, _ command: StartMeeting) throws {
    let record = try record(command.standup, operation)
    if let running = state.saved.live[record.id] {
      throw BusError(
        .conflict,
        "This standup is already in a meeting; join meeting \(running), or end it first.",
        detail: ["meeting": "\(running)"])
    }
    try checkTurns(record.standup.meeting(as: try lineup(of: record.standup, command)))
    if command.isRecorded == false {
      try begin(
        operation, try newSession(of: record.standup, command), isRecording: false, answering: nil)
    } else {
      step(operation.id, .authorizing)
      effects.append(.requestAuthorization(operation.id, record.id))
    }
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

  mutating func authorization(
    _ operation: Operation, _ result: Result<RecordingConsent, BusError>
  ) throws {
    switch (operation.step, operation.command) {
    case (.authorizing, .start(let command)):
      let session = try newSession(of: try record(command.standup, operation).standup, command)
      if let alert = alert(for: result) {
        try ask(operation, session, alert, answering: nil)
      } else {
        try begin(operation, session, isRecording: true, answering: nil)
      }
    case (.authorizationAnswered(let action), .answer(let command)):
      let session = try session(command.id)
      if action == .dontAllow {
        if case .failure(let error) = result {
          log(
            .warning,
            "Could not report the recording decision for standup \(session.standup.id): \(error)")
        }
        try begin(operation, session, isRecording: false, answering: action)
      } else if let alert = alert(for: operation.isDenied ? .denied : result) {
        try ask(operation, session, alert, answering: action)
      } else {
        try begin(operation, session, isRecording: true, answering: action)
      }
    case (.authorizing, .recordingDenied(let command)):
      try askAgain(operation, command.standup, result)
    default: break
    }
  }

  /// Replaces the open question whether to record, because recording was denied in the meantime.
  private mutating func askAgain(
    _ operation: Operation, _ standup: Standup.ID, _ result: Result<RecordingConsent, BusError>
  ) throws {
    // A denial was reported, so it holds unless speech recognition says otherwise.
    let now =
      if case .success = result { result } else { Result<RecordingConsent, BusError>.denied }
    guard let session = state.saved.live[standup].flatMap({ state.saved.sessions[id: $0] }),
      session.alert == .speechAuthorization, let alert = alert(for: now),
      alert != session.alert
    else { return finish(operation.id, .success(.done)) }
    try ask(operation, session, alert, answering: .dontAllow)
  }

  /// The alert for the state of the permission; nil if speech may be recognised.
  private func alert(
    for result: Result<RecordingConsent, BusError>
  ) -> MeetingSession.Alert? {
    switch result {
    case .failure(let error):
      .speechRestricted(reason: "Speech recognition cannot be reached (\(error.code.rawValue)).")
    case .success(let authorization):
      switch authorization.status {
      case .authorized: nil
      case .notDetermined: .speechAuthorization
      case .denied: .speechDenied
      case .restricted:
        .speechRestricted(
          reason: authorization.reason ?? "Speech recognition is not available on this machine.")
      }
    }
  }

  /// Creates a session whose clock is paused at 0.
  private func newSession(of standup: Standup, _ command: StartMeeting) throws -> MeetingSession {
    var lineup = try lineup(of: standup, command)
    // The id is in the slot of its standup, for programs that only know the meeting.
    let id = Meeting.ID(reducer.uuid().inSlot(Slot(of: standup.id.rawValue)))
    if lineup?.order == .shuffled, lineup?.seed == nil { lineup?.seed = drawnSeed() }
    return MeetingSession(
      id: id, standup: standup.meeting(as: lineup),
      lineup: lineup, clock: CountdownClock(elapsedMs: 0, at: reducer.clock(), isRunning: false))
  }

  /// Determines the participants and their order.
  ///
  /// - Returns: nil for all attendees as they are listed; the seed is that of the command, if it
  ///   has one.
  private func lineup(
    of standup: Standup, _ command: StartMeeting
  ) throws -> MeetingSession.Lineup? {
    let present = Set(command.present ?? [])
    let now = nowMs
    let said = standup.attendees.filter { $0.isAbsent(atMs: now) }.map(\.id)
    let absent = Set(command.absent ?? []).union(Set(said).subtracting(present))
    let order = command.order ?? .listed
    func refusal(_ member: String, _ sentence: String) -> BusError {
      BusError(.invalid, sentence, detail: ["member": member, "standup": "\(standup.id)"])
    }
    let here = standup.attendees.map(\.id)
    if let stranger = absent.subtracting(here).first {
      throw refusal("absent", Self.notAnAttendee(stranger))
    }
    if let stranger = present.subtracting(here).first {
      throw refusal("present", Self.notAnAttendee(stranger))
    }
    if let both = present.intersection(absent).first {
      throw refusal("present", "“\(both)” cannot be both present and absent.")
    }
    guard absent.isEmpty || absent.count < here.count else {
      throw refusal(
        "absent",
        said.isEmpty
          ? "No attendees are left to take part."
          : "No attendees are left to take part (marked as absent: \(said.count) of \(here.count))."
      )
    }
    if let seed = command.seed {
      guard order == .shuffled else {
        throw refusal("seed", "A seed requires the order “shuffled”.")
      }
      guard MeetingSession.Lineup.seeds.contains(seed) else {
        throw refusal(
          "seed", "Invalid seed \(seed); expected 0 to \(MeetingSession.Lineup.seeds.upperBound).")
      }
    }
    guard !absent.isEmpty || order != .listed else { return nil }
    return MeetingSession.Lineup(
      absent: here.filter(absent.contains), order: order, seed: command.seed)
  }

  private func drawnSeed() -> Int64 {
    let bits = withUnsafeBytes(of: reducer.uuid().uuid) { $0.loadUnaligned(as: UInt64.self) }
    var numbers = SeededGenerator(seed: bits)
    return Int64(numbers.next() >> 11)
  }

  /// Starts the clock. The composition root is notified once that is durable.
  private mutating func begin(
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
        reply: reply(to: operation, live: session), starts: session.id))
  }

  /// Saves the meeting with a question that must be answered before its clock runs.
  private mutating func ask(
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

  /// Handles the answer to an alert that is open before the clock runs.
  mutating func answerAuthorization(
    _ operation: Operation, _ session: MeetingSession, _ action: MeetingSession.AlertAction
  ) throws {
    switch action {
    case .allow, .openSettings, .dontAllow:
      step(operation.id, .authorizationAnswered(action))
      effects.append(
        .answerAuthorization(
          operation.id, session.standup.id, isGranted: action != .dontAllow))
    case .continueWithoutRecording:
      try begin(operation, session, isRecording: false, answering: action)
    default:
      var decision = try discarding(session, action, operation)
      decision.discards = nil
      try decide(operation, decision)
    }
  }
}

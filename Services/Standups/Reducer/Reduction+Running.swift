import Bus
import Countdown
import Documents
import Standups
import StandupsAPI

/// A meeting that runs: its speakers and its words.
extension Reduction {
  mutating func next(_ operation: Operation, _ command: NextSpeaker) throws {
    let session = try session(command.id)
    try refuseOpenAlert(session)
    if let from = command.from, from != session.speakerIndex {
      guard from < session.speakerIndex else {
        throw BusError(
          .conflict,
          "Speaker \(from) has not had the floor yet: speaker \(session.speakerIndex) has.",
          detail: ["speaker": "\(session.speakerIndex)"])
      }
      return finish(operation.id, .success(.live(live(session))))
    }
    if session.isLastSpeaker {
      try hold(operation, session, .endMeeting(isDiscardable: false))
    } else {
      state.operations[operation.id]?.touched = .clock
      step(operation.id, .skipping)
      effects.append(.skipSpeaker(operation.id, session.id, from: session.speakerIndex))
    }
  }

  /// The timer skipped, or is away: then it is computed here, and the timer told when it is back.
  mutating func skipped(
    _ operation: Operation, _ session: MeetingSession,
    _ result: Result<MeetingClock, BusError>
  ) throws {
    var session = session
    let turns = session.speakerIndex + 1
    if case .success(let status) = result, status.speaker > session.speakerIndex,
      status.speaker < session.schedule.speakers
    {
      session.speakerIndex = status.speaker
      session.adopt(status.clock)
    } else {
      disagree(operation, result)
      session.speakerIndex += 1
      let boundary = session.schedule.start(of: session.speakerIndex)
      let elapsed = max(boundary, session.elapsedMs(at: operation.at))
      session.adopt(session.clock.jumped(toMs: elapsed, at: operation.at))
    }
    try decide(
      operation,
      Decision(
        [.putState(session.state, of: session.id)],
        // The timer may be further than was told: nobody's turn is left out.
        events: try (turns...session.speakerIndex).map { speaker in
          try event(
            MeetingSpeakerChanged(
              speaker: speaker, attendee: session.attendee(at: speaker),
              elapsedMs: session.schedule.start(of: speaker),
              cause: speaker == session.speakerIndex ? .skipped : .time),
            of: session, operation)
        },
        reply: .live(live(session))))
  }

  /// By the clock, a speaker's turn began.
  ///
  /// One that is told late or twice changes nothing. While an alert is open it can only have been
  /// told late: it counts if the clock was held after the boundary. Otherwise the timer runs where
  /// it should stand, and is told so.
  mutating func speakerChanged(_ operation: Operation, _ command: TellSpeakerChanged) throws {
    guard var session = state.saved.sessions[id: command.id], session.startedAt != nil,
      command.speaker > session.speakerIndex
    else { return finish(operation.id, .success(.done)) }
    guard command.speaker < session.schedule.speakers else {
      throw BusError(
        .invalid, "This meeting has \(session.schedule.speakers) speakers, from 0.",
        detail: ["meeting": "\(command.id)"])
    }
    if !session.clock.isRunning,
      session.clock.elapsedMs < session.schedule.start(of: command.speaker)
    {
      state.operations[operation.id]?.sync = .clock
      return finish(operation.id, .success(.done))
    }
    var events: [NewEvent] = []
    for speaker in session.speakerIndex + 1...command.speaker {
      events.append(
        try event(
          MeetingSpeakerChanged(
            speaker: speaker, attendee: session.attendee(at: speaker),
            elapsedMs: session.schedule.start(of: speaker), cause: .time),
          of: session, operation))
    }
    session.speakerIndex = command.speaker
    try decide(
      operation, Decision([.putState(session.state, of: session.id)], events: events, reply: .done))
  }

  /// A line was heard. One that is told twice is taken once; it may come late, even while an alert
  /// is open.
  mutating func lineHeard(_ operation: Operation, _ command: TellLineHeard) throws {
    guard let session = state.saved.sessions[id: command.id], session.startedAt != nil,
      let line = session.line(command.line)
    else { return finish(operation.id, .success(.done)) }
    if !session.hasRoom(for: line) {
      log(.warning, "meeting \(command.id): the transcript is full, a line is only announced")
    }
    try decide(
      operation,
      Decision(
        [.putLine(line, session.heardLines.count, of: session.id)],
        events: [try event(MeetingSegment(segment: line.segment), of: session, operation)],
        reply: .done))
  }

  /// The timer did not do what was asked of it: what is decided here holds, and it will be told.
  mutating func disagree(_ operation: Operation, _ result: Result<MeetingClock, BusError>) {
    state.operations[operation.id]?.sync = .clock
    switch result {
    case .failure(let error):
      log(.warning, "operation \(operation.id): \(operation.command.name): the timer: \(error)")
    case .success(let status):
      log(
        .warning,
        "operation \(operation.id): \(operation.command.name): the timer is at speaker "
          + "\(status.speaker), \(status.clock.isRunning ? "running" : "held")")
    }
  }

  func event(
    _ data: some EventData, of session: MeetingSession, _ operation: Operation
  ) throws -> NewEvent {
    try event(data, standup: session.standup.id, meeting: session.id, operation)
  }
}

extension MeetingSession {
  func line(_ line: HeardLine) -> Line? {
    self.line(
      key: line.key, fromMs: line.fromMs, toMs: line.toMs, text: line.text, stream: line.stream)
  }

  mutating func hear(_ line: HeardLine) -> Segment? {
    hear(
      key: line.key, fromMs: line.fromMs, toMs: line.toMs, text: line.text, stream: line.stream)
  }
}

import Bus
import Countdown
import Standups
import StandupsAPI

/// The work of the timer and of transcription for the live meetings.
///
/// The saved session is authoritative. It is sent again whenever these services may have a
/// different state: after an outage, after a commit that failed after they were notified, or after
/// a request during a change.
extension StandupsReduction {
  /// Maximum number of meetings in one message.
  private static let maxInMessage = 200

  /// Maximum number of such messages in progress. The time limit of each is for its own meetings,
  /// however many there are in total.
  private static let maxMessages = 4

  /// Maximum number of meetings on a page: 1000 take half of the maximum size of a message.
  private static let maxOnPage = 1000

  func running(
    _ meetings: some Sequence<MeetingSession>, _ work: StandupsCommand.Work = .all
  ) -> [RunningMeeting] {
    let now = reducer.clock()
    return meetings.filter { $0.startedAt != nil }.map { session in
      RunningMeeting(session, work, at: now)
    }
  }

  /// Returns a page of the work of all live meetings, in the order of their ids.
  private func page(_ command: GetRunningMeetings) -> Result<GetRunningMeetings.Reply, BusError> {
    let limit = command.limit ?? Self.maxOnPage
    guard (1...Self.maxOnPage).contains(limit) else {
      let error = BusError(
        .invalid, "Invalid limit \(limit); expected 1 to \(Self.maxOnPage).",
        detail: ["field": "limit"])
      return .failure(error)
    }
    let page = state.saved.sessions.page(
      after: command.after.flatMap { Meeting.ID($0) }, limit: limit)
    let next = page.count == limit ? page.last.map { "\($0.id)" } : nil
    return .success(GetRunningMeetings.Reply(meetings: running(page), next: next))
  }

  mutating func answerWork(_ operation: Operation, _ command: GetRunningMeetings) {
    // A change in progress may be decided after this reply, from a different state.
    for id in state.operations.keys {
      guard let meeting = state.operations[id]?.command.meeting, id != operation.id,
        state.saved.sessions.contains(id: meeting)
      else { continue }
      if state.operations[id]?.sync == nil { state.operations[id]?.sync = .clock }
    }
    switch page(command) {
    case .success(let work): finish(operation.id, .success(.running(work)))
    case .failure(let error): finish(operation.id, .failure(error))
    }
  }

  /// Schedules a notification about every live meeting, after a restart of the service.
  mutating func restoreWork() {
    state.unnotified = state.saved.sessions.filter { $0.startedAt != nil }.map(\.id)
  }

  /// Sends the next of these notifications, up to the limit of messages in progress.
  mutating func notifyMore() {
    while !state.unnotified.isEmpty, !state.isDraining, messagesUnderWay < Self.maxMessages {
      let part = Array(state.unnotified.prefix(Self.maxInMessage))
      state.unnotified.removeFirst(part.count)
      receive(Waiting(caller: nil, command: .sync(part, .all), header: nil))
    }
  }

  private var messagesUnderWay: Int {
    state.operations.values.count { $0.command.isSync }
      + state.waiting.count { $0.command.isSync }
  }

  mutating func startWork(
    _ id: OperationID, _ meetings: [Meeting.ID], _ work: StandupsCommand.Work
  ) {
    let sessions = meetings.compactMap { state.saved.sessions[id: $0] }
    let meetings = running(sessions, work)
    state.operations[id]?.sync = nil
    state.operations[id]?.touched = nil
    guard !meetings.isEmpty else { return end(id) }
    step(id, .working(sessions.map(\.id), work))
    hasRoom = true
    effects.append(.startWork(id, MeetingsStarted(meetings: meetings)))
  }

  mutating func worked(_ operation: Operation, _ result: Result<Done, BusError>) {
    guard case .working(let all, let work) = operation.step else { return }
    // For meetings that ended in the meantime, the end may have reached the other services before
    // the start.
    for id in all where !state.saved.sessions.contains(id: id) { effects.append(.discardWork(id)) }
    let meetings = all.filter { state.saved.sessions.contains(id: $0) }
    if case .failure(let error) = result, !meetings.isEmpty {
      log(
        .warning,
        "Could not update the timer and transcription of live meetings (\(meetings.count)); retrying: \(error)"
      )
      effects.append(
        .wait(ms: error.retryable ? 1000 : 10_000, then: .syncDue(meetings, work)))
    }
    end(operation.id)
    // Another operation may have overtaken this one and locked the standup, so the repetition is
    // queued.
    if case .success = result, let again = operation.sync, !meetings.isEmpty {
      receive(Waiting(caller: nil, command: .sync(meetings, again), header: nil))
    }
  }

  mutating func sync(
    _ operation: Operation, _ meetings: [Meeting.ID], _ work: StandupsCommand.Work
  ) {
    answer(operation.id, .success(.done))
    startWork(operation.id, meetings, work)
  }
}

extension RunningMeeting {
  /// Creates the work of a live meeting.
  init(_ session: MeetingSession, _ work: StandupsCommand.Work, at moment: ClockReading) {
    self.init(
      id: session.id, standup: session.standup.id, durationMs: session.schedule.durationMs,
      speakers: session.schedule.speakers, turnsMs: session.schedule.turnsMs,
      speaker: session.speakerIndex, clock: session.clock)
    guard session.isRecording, work == .all else { return }
    listening = Listening(
      startMs: session.realMs(at: moment), settledMs: session.heard?.untilMs)
  }
}

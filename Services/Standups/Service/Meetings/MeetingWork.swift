import Bus
import Countdown
import ServiceShell
import Standups
import StandupsAPI

/// The work of a live meeting that the composition root receives.
enum MeetingWork: Comparable, Hashable, Sendable {
  /// Only the meeting's clock and turns.
  case clock
  /// Also speech recognition.
  case all
}

/// The work of the timer and of transcription for the live meetings.
///
/// The saved session is authoritative. These services receive it after every commit that changes
/// it, and again until they have accepted it. Each message has the whole state, so that a lost or
/// repeated one does no harm. At most one message about a meeting is in progress, so that none
/// overtakes a later one; if the meeting changes meanwhile, it is sent again.
///
/// After the commit that ends a meeting, and whenever the timer reports on a meeting that is not
/// live, these services release its work. This message, too, is sent until they have accepted it.
extension StandupsReduction {
  /// Maximum number of meetings in one message.
  private static let maxInMessage = 200

  /// Maximum number of meetings in messages in progress, before a notification after a restart
  /// waits. The time limit of each message is for its own meetings, however many there are in total.
  private static let maxSending = 800

  /// Maximum number of meetings on a page: 1000 take half of the maximum size of a message.
  private static let maxOnPage = 1000

  func running(
    _ meetings: some Sequence<MeetingSession>, _ work: MeetingWork = .all
  ) -> [RunningMeeting] {
    let now = reducer.clock()
    return meetings.filter { $0.startedAt != nil }.map { session in
      RunningMeeting(session, work, at: now)
    }
  }

  /// Returns a page of the work of all live meetings, in the order of their ids.
  private func page(_ command: GetRunningMeetings) -> Result<GetRunningMeetings.Reply, BusError> {
    let limit: Int
    do throws(BusError) {
      limit = try PageLimit.checked(
        command.limit, default: Self.maxOnPage, in: 1...Self.maxOnPage)
    } catch {
      return .failure(error)
    }
    let page = state.saved.sessions.page(
      after: command.after.flatMap { Meeting.ID($0) }, limit: limit
    ) { session in
      command.person.map { person in
        session.isRecording && session.standup.attendees.contains { $0.person == person }
      } ?? true
    }
    let meetings = running(page.meetings)
    let count = RunningMeeting.fittingCount(meetings, maxBytes: Self.maxListBytes)
    let next = count < meetings.count ? meetings[count - 1].id : page.next
    return .success(
      GetRunningMeetings.Reply(
        meetings: Array(meetings.prefix(count)), next: next.map { "\($0)" }))
  }

  mutating func answerWork(_ operation: Operation, _ command: GetRunningMeetings) {
    switch page(command) {
    case .success(let work): finish(operation.id, .success(.running(work)))
    case .failure(let error): finish(operation.id, .failure(error))
    }
  }

  /// Schedules a notification about every live meeting, after a restart of the service.
  mutating func restoreWork() {
    state.unnotified = state.saved.sessions.filter { $0.startedAt != nil }.map(\.id)
  }

  /// Sends the next of these notifications, up to the limit of meetings in progress.
  mutating func notifyMore() {
    while !state.unnotified.isEmpty, !state.isDraining,
      state.sending.count + Self.maxInMessage <= Self.maxSending
    {
      let part = Array(state.unnotified.prefix(Self.maxInMessage))
      state.unnotified.removeFirst(part.count)
      send(part, .all)
    }
  }

  /// Sends the work of those meetings that are live and have started.
  mutating func send(_ meetings: [Meeting.ID], _ work: MeetingWork) {
    var sessions: [MeetingSession] = []
    for id in meetings {
      guard let session = state.saved.sessions[id: id], session.startedAt != nil else { continue }
      if state.sending.insert(id).inserted {
        sessions.append(session)
      } else {
        state.outdated[id] = max(work, state.outdated[id] ?? work)
      }
    }
    var meetings = running(sessions, work)[...]
    while !meetings.isEmpty {
      let count = RunningMeeting.fittingCount(meetings, maxBytes: Self.maxListBytes)
      let started = MeetingsStarted(meetings: Array(meetings.prefix(count)))
      meetings = meetings.dropFirst(count)
      effects.append(.startWork(started, work, causedBy: cause))
    }
  }

  /// Handles the reply to a message.
  mutating func worked(
    _ meetings: [Meeting.ID], _ work: MeetingWork, _ result: Result<Done, BusError>
  ) {
    var unchanged: [Meeting.ID] = []
    var changed: [MeetingWork: [Meeting.ID]] = [:]
    for id in meetings {
      state.sending.remove(id)
      let later = state.outdated.removeValue(forKey: id)
      if !state.saved.sessions.contains(id: id) {
        // The end may have reached the other services before this message.
        effects.append(.discardWork(id))
      } else if let later {
        changed[result.failure == nil ? later : max(later, work), default: []].append(id)
      } else {
        unchanged.append(id)
      }
    }
    if let error = result.failure, !unchanged.isEmpty {
      log(
        .warning,
        "Could not update the timer and transcription of live meetings (\(unchanged.count)); retrying: \(error)"
      )
      effects.append(.wait(ms: error.resendMs, then: .syncDue(unchanged, work)))
    }
    for work in changed.keys.sorted() { send(changed[work] ?? [], work) }
  }

  /// Handles the reply to a message about a meeting that is over.
  mutating func discarded(_ meeting: Meeting.ID, _ result: Result<Done, BusError>) {
    // Its standup has returned from another cell, and the message may have arrived after its work.
    if state.saved.sessions.contains(id: meeting) { return send([meeting], .all) }
    repeatRelease(meeting, after: result)
  }

  /// Schedules the release of a meeting's work again if it failed. A service that did not respond
  /// for a moment still has the work, and does not request it again.
  mutating func repeatRelease(_ meeting: Meeting.ID, after result: Result<Done, BusError>) {
    guard let error = result.failure else { return }
    log(.warning, "Could not release the work of meeting \(meeting); retrying: \(error)")
    effects.append(.wait(ms: error.resendMs, then: .releaseDue(meeting)))
  }

  /// Releases the work that a meeting no longer needs: all of it, or only speech recognition.
  mutating func releaseAgain(_ meeting: Meeting.ID) {
    guard let session = state.saved.sessions[id: meeting] else {
      return effects.append(.discardWork(meeting))
    }
    if !session.isRecording { effects.append(.stopRecording(meeting)) }
  }

  /// Answers a report of a timer about a meeting that is not live here, and releases its work. The
  /// message that released it may have been lost with an earlier run of this service.
  mutating func finishUnknownReport(_ operation: Operation, _ meeting: Meeting.ID) {
    finish(operation.id, .success(.done))
    effects.append(.discardWork(meeting))
  }

  /// Answers a report of a timer that has an outdated state, and sends it the current one.
  mutating func finishOutdatedReport(_ operation: Operation, _ session: MeetingSession) {
    finish(operation.id, .success(.done))
    send([session.id], .clock)
  }
}

/// The values of a meeting by which the timer and the recognition of voices work.
struct TimedTurns {
  private var schedule: SpeakerSchedule
  private var clock: CountdownClock
  /// Number of attendees, if speech is recognised.
  private var attendees: Int?
  /// The order of the turns, if voices are recognised.
  private var order: [Int]?
  /// Lines whose speaker was corrected, if voices are recognised.
  private var corrected: [RunningMeeting.Corrected]?

  /// Creates the values of a meeting; nil before its start.
  init?(_ session: MeetingSession) {
    guard session.startedAt != nil else { return nil }
    (schedule, clock) = (session.schedule, session.clock)
    if session.isRecording { attendees = session.standup.attendees.count }
    if session.voices != nil {
      order = session.fullAgenda.order
      corrected = session.correctedVoices
    }
  }

  /// The work that other services have to receive after a change; nil if theirs stays the same.
  ///
  /// - Parameter earlier: the values before the change; nil if the meeting had not started.
  func work(since earlier: TimedTurns?) -> MeetingWork? {
    guard let earlier else { return .all }
    // The persons whose voices can be recognised are others.
    if let attendees, let before = earlier.attendees, attendees != before { return .all }
    if schedule != earlier.schedule || clock != earlier.clock { return .clock }
    // The turns that transcription received before it recognised voices may be out of date.
    return order == nil || (order, corrected) == (earlier.order, earlier.corrected) ? nil : .clock
  }
}

extension RunningMeeting {
  /// Creates the work of a live meeting.
  init(_ session: MeetingSession, _ work: MeetingWork, at moment: ClockReading) {
    self.init(
      id: session.id, standup: session.standup.id, team: session.standup.teamID,
      durationMs: session.schedule.durationMs, speakers: session.schedule.speakers,
      turnsMs: session.schedule.turnsMs,
      speaker: session.speakerIndex, clock: session.clock)
    if session.isRecording, work == .all {
      listening = Listening(
        startMs: session.realMs(at: moment), settledMs: session.heard?.untilMs,
        language: session.standup.language)
    }
    addVoices(of: session)
  }
}

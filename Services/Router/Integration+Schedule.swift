import Bus
import BusRouter
import Documents
import FastJSON
import Foundation
import Links
import PersistenceAPI
import ScheduleAPI
import Standups
import StandupsAPI
import TranscriptionAPI

extension Integration {
  /// What the schedule service decides, persistence writes and the router announces. When it is time, a standup is
  /// told of, or starts to meet.
  mutating func bindSchedule() {
    bindTerm(ScheduleTermBegun.self, of: "schedule")
    bindChanges(
      ScheduleChangesDecided.self, of: "schedule",
      publishing: [ScheduleChanged.type, ScheduleRemoved.type])
    forward(ScheduleDocumentsRequested.self, of: "schedule") { Load($0.query) }
    bind(ScheduleSubjectsKept.self, of: "schedule", to: [GetStandup.self, Load.self]) {
      kept, parent in
      try await parent.missing(kept)
    }
    bind(
      ScheduleTimeNear.self, of: "schedule", to: [GetStandup.self, Commit.self],
      publishing: [MeetingReminder.type]
    ) { reminded, parent in
      try await parent.remind(reminded)
    }
    bind(
      ScheduleTimeCame.self, of: "schedule",
      to: [GetStandup.self, GetSpeechAuthorization.self, StartMeeting.self, Commit.self],
      publishing: [MeetingDue.type, MeetingMissed.type]
    ) { due, parent in
      try await parent.meet(due)
    }
    bind(
      ScheduleTimesPassed.self, of: "schedule", to: [GetStandup.self, FindReply.self, Commit.self],
      publishing: [MeetingDue.type, MeetingMissed.type]
    ) { missed, parent in
      try await parent.miss(missed)
    }
  }
}

/// A standup of which a schedule tells.
private struct Scheduled {
  var id: Standup.ID
  var title: String
  /// The meeting that it is in.
  var meeting: Meeting.ID?

  var link: String { DeepLink(meeting == nil ? .standup(id) : .record(id)).description }
}

extension Parent {
  /// A standup that is elsewhere took its schedule along, or will bring it; one that cannot be read is there.
  fileprivate func missing(
    _ kept: ScheduleSubjectsKept
  ) async throws -> ScheduleSubjectsKept.Reply {
    var gone: [String] = []
    for subject in kept.subjects.prefix(ScheduleSubjectsKept.most) {
      guard let id = Standup.ID(subject) else { continue }
      do {
        _ = try await send(GetStandup(id: id, limit: 0))
      } catch let error as BusError where error.code == .notFound {
        let query = DocumentQuery(collection: SlotDocuments.standups, id: "\(id)")
        if try await send(Load(query)).documents.isEmpty { gone.append(subject) }
      } catch let error as BusError where error.code == .moved {
        continue
      }
    }
    return ScheduleSubjectsKept.Reply(gone: gone)
  }

  fileprivate func remind(_ reminded: ScheduleTimeNear) async throws -> ScheduleOutcome {
    guard let standup = try await scheduled(reminded.subject) else {
      return ScheduleOutcome(isGone: true)
    }
    try await announce(
      MeetingReminder(
        subject: reminded.subject, title: standup.title, link: standup.link, at: reminded.at,
        mode: reminded.mode),
      of: standup, once: "\(Self.key(reminded.subject, reminded.at))/reminded")
    return ScheduleOutcome()
  }

  /// A time is known by its subject and its moment, so a meeting that was started for it is not started again, and it is
  /// announced once.
  fileprivate func meet(_ due: ScheduleTimeCame) async throws -> ScheduleOutcome {
    guard var standup = try await scheduled(due.subject) else {
      return ScheduleOutcome(isGone: true)
    }
    let key = Self.key(due.subject, due.at)
    if due.mode == .start {
      do {
        standup.meeting = try await start(standup.id, once: key)
      } catch let error as BusError where error.code == .notFound {
        return ScheduleOutcome(isGone: true)
      } catch let error as BusError where !Self.mayPass(error) {
        try await announce(
          MeetingMissed(
            subject: due.subject, title: standup.title, link: standup.link, at: due.at,
            since: due.at, count: 1, reason: "The meeting could not be started: \(error.message)"),
          of: standup, once: key)
        return ScheduleOutcome()
      }
    }
    try await announce(MeetingDue(due, standup), of: standup, once: key)
    return ScheduleOutcome()
  }

  /// A start whose answer was lost until the time was missed may have been done: it would be the first that was missed.
  fileprivate func miss(_ missed: ScheduleTimesPassed) async throws -> ScheduleOutcome {
    guard var standup = try await scheduled(missed.subject) else {
      return ScheduleOutcome(isGone: true)
    }
    let key = Self.key(missed.subject, missed.since)
    if missed.mode == .start, let meeting = try await started(once: key) {
      standup.meeting = meeting
      let due = ScheduleTimeCame(subject: missed.subject, at: missed.since, mode: missed.mode)
      try await announce(MeetingDue(due, standup), of: standup, once: key)
      return ScheduleOutcome(settledUntil: missed.since)
    }
    // A time is either due or missed. It may have been announced as due by a call whose answer was lost.
    if try await send(FindReply(key: key)).reply != nil {
      return ScheduleOutcome(settledUntil: missed.since)
    }
    let earlier = try await announce(
      MeetingMissed(
        subject: missed.subject, title: standup.title, link: standup.link, at: missed.at,
        since: missed.since, count: missed.count,
        reason: "The services were unavailable at that time, or the clock was set forward."),
      of: standup, once: "\(key)/missed", reply: try RawJSON(encoding: Missed(until: missed.at)))
    return ScheduleOutcome(settledUntil: try earlier?.decode(as: Missed.self).until)
  }

  /// The reply that is stored for times that were announced as missed.
  private struct Missed: Codable {
    /// The last of them.
    var until: Date
  }

  // MARK: Steps

  private static func key(_ subject: String, _ at: Date) -> String {
    "schedule/\(subject)/\(Int64((at.timeIntervalSince1970 * 1000).rounded()))"
  }

  /// - Returns: nil if the standup is gone, or elsewhere, or if it never was one.
  private func scheduled(_ subject: String) async throws -> Scheduled? {
    guard let id = Standup.ID(subject) else { return nil }
    do {
      let summary = try await send(GetStandup(id: id, limit: 0)).summary
      return Scheduled(id: id, title: summary.standup.title, meeting: summary.live)
    } catch let error as BusError where [.notFound, .moved].contains(error.code) {
      return nil
    }
  }

  /// Starts a meeting, recorded where that was allowed: nobody may be there to answer a question.
  ///
  /// - Returns: the meeting, also one that runs already.
  private func start(_ standup: Standup.ID, once key: String) async throws -> Meeting.ID? {
    let consent = try? await send(
      GetSpeechAuthorization(subject: "\(standup)"), timeoutMs: Self.absenceMs)
    do {
      let live = try await send(
        StartMeeting(standup: standup, isRecorded: consent?.status == .authorized), once: key)
      return live.session.id
    } catch let error as BusError where error.code == .conflict {
      guard let running = error.detail?["meeting"].flatMap({ Meeting.ID($0) }) else { throw error }
      return running
    }
  }

  /// The meeting that was started under a key; nil if none was.
  private func started(once key: String) async throws -> Meeting.ID? {
    guard let kept = try await send(FindReply(key: "\(StartMeeting.target)/\(key)")).reply else {
      return nil
    }
    return try kept.decode(as: KeptStart.self).reply?.session.id
  }

  /// What standups keeps of a start, as far as it matters here.
  private struct KeptStart: Decodable {
    var reply: LiveMeeting?
  }

  /// Whether it may be done later: whoever told tells again.
  private static func mayPass(_ error: BusError) -> Bool {
    error.retryable || [.expired, .internal, .unroutable].contains(error.code)
  }

  /// - Returns: the reply stored by an earlier announcement under the key; nil if it is announced now.
  @discardableResult
  private func announce(
    _ data: some EventData, of standup: Scheduled, once key: String, reply: RawJSON = .emptyObject
  ) async throws -> RawJSON? {
    try await commit(
      Commit(
        events: [try .of(data, about: "\(standup.id)", standup: "\(standup.id)")],
        idempotency: StoredReply(key: key, reply: reply))
    ).repeated
  }
}

extension MeetingDue {
  fileprivate init(_ due: ScheduleTimeCame, _ standup: Scheduled) {
    self.init(
      subject: due.subject, title: standup.title, link: standup.link, at: due.at, mode: due.mode,
      meeting: due.mode == .start ? standup.meeting.map { "\($0)" } : nil)
  }
}

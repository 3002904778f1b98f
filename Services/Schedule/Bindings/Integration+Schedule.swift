import Bus
import Composition
import Documents
import FastJSON
import Foundation
import Links
import PeopleAPI
import PersistenceAPI
import ScheduleAPI
import Standups
import StandupsAPI
import TranscriptionAPI

extension Integration {
  /// Binds the schedule service. Persistence stores its decisions, and the router publishes them.
  /// At the scheduled time, a binding announces the standup or starts its meeting. When the updates
  /// of a standup in writing are complete, a binding has them saved.
  mutating func bindSchedule() {
    bindStore(of: .schedule, publishing: [ScheduleChanged.type, ScheduleRemoved.type])
    bind(ScheduleSubjectNamed.self, of: "schedule", to: [GetStandup.self]) { named, parent in
      ScheduleSubjectNamed.Reply(team: try await parent.standup(named: named.subject)?.team)
    }
    bind(ScheduleSubjectsKept.self, of: "schedule", to: [GetStandup.self, Load.self]) {
      kept, parent in
      try await parent.changes(of: kept)
    }
    bind(
      ScheduleTimeNear.self, of: "schedule", to: [GetStandup.self, Commit.self],
      publishing: [MeetingReminder.type]
    ) { reminded, parent in
      try await parent.outcome(of: reminded.subject) { try await parent.remind(reminded, of: $0) }
    }
    bind(
      ScheduleTimeCame.self, of: "schedule",
      to: [
        GetStandup.self, GetSpeechAuthorization.self, StartMeeting.self, GetZones.self, Commit.self,
      ],
      publishing: [MeetingDue.type, MeetingMissed.type]
    ) { due, parent in
      try await parent.outcome(of: due.subject) { try await parent.meet(due, of: $0) }
    }
    bind(
      ScheduleTimesPassed.self, of: "schedule", to: [GetStandup.self, FindReply.self, Commit.self],
      publishing: [MeetingDue.type, MeetingMissed.type]
    ) { missed, parent in
      try await parent.outcome(of: missed.subject) { try await parent.miss(missed, of: $0) }
    }
    bind(ScheduleZonesNamed.self, of: "schedule", to: [GetStandup.self, GetZones.self]) {
      named, parent in
      ScheduleZonesNamed.Reply(zones: try await parent.zones(of: named.subject))
    }
    bind(
      ScheduleZoneCame.self, of: "schedule",
      to: [GetStandup.self, GetZones.self, Commit.self], publishing: [MeetingDue.type]
    ) { due, parent in
      try await parent.outcome(of: due.subject) { try await parent.ask(due, of: $0) }
    }
    bind(
      ScheduleWritingEnded.self, of: "schedule", to: [GetStandup.self, SaveWrittenMeeting.self]
    ) { ended, parent in
      try await parent.outcome(of: ended.subject) { try await parent.save(ended, of: $0) }
    }
  }
}

/// Standup that a schedule refers to.
private struct Scheduled {
  var id: Standup.ID
  var title: String
  /// Language of its meetings; nil for that of the speech engine.
  var language: String?
  /// Id of its team.
  var team: String
  /// True if it is archived; see `Parent.outcome`.
  var isArchived = false
  /// Ids of the persons who are linked to its attendees, each once.
  var people: [String] = []
  /// Its live meeting; nil for none.
  var meeting: Meeting.ID?

  var link: String { DeepLink(meeting == nil ? .standup(id) : .record(id)).description }
}

extension Parent {
  /// Subjects whose standups were deleted, and the teams of the others. Standups of other cells do
  /// not count, because their schedules move with them. Unreadable standups do not count either,
  /// because they still exist.
  fileprivate func changes(
    of kept: ScheduleSubjectsKept
  ) async throws -> ScheduleSubjectsKept.Reply {
    var reply = ScheduleSubjectsKept.Reply()
    for subject in kept.subjects.prefix(ScheduleSubjectsKept.most) {
      guard let id = Standup.ID(subject) else { continue }
      do {
        let standup = try await send(GetStandup(id: id, limit: 0)).summary.standup
        reply.teams[subject] = standup.teamID
      } catch let error as BusError where error.code == .notFound {
        let query = DocumentQuery(collection: DocumentKind.standups.collection, id: "\(id)")
        if try await send(Load(query)).documents.isEmpty { reply.gone.append(subject) }
      } catch let error as BusError where error.code == .moved {
        continue
      }
    }
    return reply
  }

  /// Handles a time of a subject whose standup is here. The times of an archived standup pass without
  /// announcements and meetings, and its updates that were written before stay for the next meeting.
  ///
  /// - Parameter handle: handles the time; not called if the standup is not here or archived.
  fileprivate func outcome(
    of subject: String, _ handle: (Scheduled) async throws -> ScheduleOutcome
  ) async throws -> ScheduleOutcome {
    guard let standup = try await scheduled(subject) else { return ScheduleOutcome(isGone: true) }
    guard !standup.isArchived else { return ScheduleOutcome() }
    return try await handle(standup)
  }

  fileprivate func remind(
    _ reminded: ScheduleTimeNear, of standup: Scheduled
  ) async throws -> ScheduleOutcome {
    try await announce(
      MeetingReminder(
        subject: reminded.subject, title: standup.title, link: standup.link, at: reminded.at,
        mode: reminded.mode),
      of: standup, once: "\(Self.key(reminded.subject, reminded.at))/reminded")
    return ScheduleOutcome()
  }

  /// The key of an occurrence consists of its subject and time, so each occurrence is started and
  /// announced only once.
  fileprivate func meet(
    _ due: ScheduleTimeCame, of standup: Scheduled
  ) async throws -> ScheduleOutcome {
    var standup = standup
    let key = Self.key(due.subject, due.at)
    if due.mode == .start {
      do {
        standup.meeting = try await start(standup, once: key)
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
    var announced = MeetingDue(due, standup)
    if let except = due.except {
      let others = try await located(standup).filter { except.contains($0.zone) }.map(\.id)
      announced.except = others.isEmpty ? nil : others
    }
    try await announce(announced, of: standup, once: key)
    return ScheduleOutcome()
  }

  /// The different time zones of the people of a standup, those of most people first.
  fileprivate func zones(of subject: String) async throws -> [String] {
    guard let standup = try await scheduled(subject) else { return [] }
    let counts = Dictionary(grouping: try await located(standup), by: \.zone).mapValues(\.count)
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(ScheduleZonesNamed.maxZones).map(\.key)
  }

  /// Asks the people of a time zone for their updates.
  fileprivate func ask(
    _ due: ScheduleZoneCame, of standup: Scheduled
  ) async throws -> ScheduleOutcome {
    let people = try await located(standup).filter { $0.zone == due.zone }.map(\.id)
    // They may have left the standup, or may be in another zone by now.
    guard !people.isEmpty else { return ScheduleOutcome() }
    try await announce(
      MeetingDue(
        subject: due.subject, title: standup.title, link: standup.link, at: due.at, mode: .write,
        closesAt: due.closesAt, zone: due.zone, people: people),
      of: standup, once: "\(Self.key(due.subject, due.at))/zone/\(due.zone)")
    return ScheduleOutcome()
  }

  /// The people of a standup whose time zones are known. They have a role in its team.
  private func located(_ standup: Scheduled) async throws -> [GetZones.PersonZone] {
    var found: [GetZones.PersonZone] = []
    for start in stride(from: 0, to: standup.people.count, by: GetZones.maxIDs) {
      let ids = Array(standup.people[start...].prefix(GetZones.maxIDs))
      found += try await send(GetZones(team: standup.team, ids: ids)).people
    }
    return found
  }

  /// Saves the updates of a standup in writing, once for each scheduled time. A live meeting saves
  /// them itself.
  fileprivate func save(
    _ ended: ScheduleWritingEnded, of standup: Scheduled
  ) async throws -> ScheduleOutcome {
    do {
      _ = try await send(
        SaveWrittenMeeting(standup: standup.id, at: ended.at),
        once: "\(Self.key(ended.subject, ended.at))/written")
    } catch let error as BusError where error.code == .conflict {
      return ScheduleOutcome()
    } catch let error as BusError where [.notFound, .moved].contains(error.code) {
      return ScheduleOutcome(isGone: true)
    }
    return ScheduleOutcome()
  }

  /// A start may have succeeded although its reply was lost and its time now counts as missed; only
  /// the first missed time can be affected.
  fileprivate func miss(
    _ missed: ScheduleTimesPassed, of standup: Scheduled
  ) async throws -> ScheduleOutcome {
    var standup = standup
    let key = Self.key(missed.subject, missed.since)
    if missed.mode == .start, let meeting = try await started(once: key) {
      standup.meeting = meeting
      let due = ScheduleTimeCame(subject: missed.subject, at: missed.since, mode: missed.mode)
      try await announce(MeetingDue(due, standup), of: standup, once: key)
      return ScheduleOutcome(settledUntil: missed.since)
    }
    // A time is either due or missed. An earlier call whose reply was lost may have announced this
    // time as due.
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

  /// Reply stored for times that were announced as missed.
  private struct Missed: Codable {
    /// Last of the missed times.
    var until: Date
  }

  // MARK: Steps

  private static func key(_ subject: String, _ at: Date) -> String {
    "schedule/\(subject)/\(Int64((at.timeIntervalSince1970 * 1000).rounded()))"
  }

  /// The standup of a subject.
  ///
  /// - Returns: nil if the standup was deleted, is in another cell, or if the subject is not a
  ///   standup.
  private func scheduled(_ subject: String) async throws -> Scheduled? {
    guard let id = Standup.ID(subject) else { return nil }
    do {
      let summary = try await send(GetStandup(id: id, limit: 0)).summary
      return Scheduled(
        id: id, title: summary.standup.title, language: summary.standup.language,
        team: summary.standup.teamID,
        isArchived: summary.standup.isArchived == true,
        people: summary.standup.attendees.compactMap { $0.person?.description },
        meeting: summary.live)
    } catch let error as BusError where [.notFound, .moved].contains(error.code) {
      return nil
    }
  }

  /// Starts a meeting. It is recorded only with prior consent, because there may be no one to ask.
  private func start(_ standup: Scheduled, once key: String) async throws -> Meeting.ID? {
    let consent = try? await send(
      GetSpeechAuthorization(subject: "\(standup.id)", language: standup.language),
      timeoutMs: Self.absenceMs)
    do {
      let live = try await send(
        StartMeeting(standup: standup.id, isRecorded: consent?.status == .authorized), once: key)
      return live.session.id
    } catch let error as BusError where error.code == .conflict {
      guard let running = error.detail?["meeting"].flatMap({ Meeting.ID($0) }) else { throw error }
      return running
    }
  }

  /// Meeting that was started under a key; nil if there was none.
  private func started(once key: String) async throws -> Meeting.ID? {
    guard
      let kept = try await send(FindReply(key: "\(StartMeeting.target)/\(Parent.key(once: key))"))
        .reply
    else {
      return nil
    }
    return try kept.decode(as: KeptStart.self).reply?.session.id
  }

  /// The part of the stored start reply that is used here.
  private struct KeptStart: Decodable {
    var reply: LiveMeeting?
  }

  /// True if the failure may be temporary; the schedule service then sends its message again.
  private static func mayPass(_ error: BusError) -> Bool {
    error.retryable || [.expired, .internal, .unroutable].contains(error.code)
  }

  /// Announces an occurrence once per key.
  ///
  /// - Returns: the reply stored by an earlier announcement under the key; nil if this call
  ///   announced it.
  @discardableResult
  private func announce(
    _ data: some EventData, of standup: Scheduled, once key: String, reply: RawJSON = .emptyObject
  ) async throws -> RawJSON? {
    var event = try NewEvent.of(data, about: "\(standup.id)", standup: "\(standup.id)")
    event.labels.team = standup.team
    return try await commit(
      Commit(events: [event], idempotency: StoredReply(key: key, reply: reply))
    ).repeated
  }
}

extension MeetingDue {
  fileprivate init(_ due: ScheduleTimeCame, _ standup: Scheduled) {
    self.init(
      subject: due.subject, title: standup.title, link: standup.link, at: due.at, mode: due.mode,
      meeting: due.mode == .start ? standup.meeting.map { "\($0)" } : nil,
      closesAt: due.closesAt)
  }
}

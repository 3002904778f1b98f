import Documents
import FastJSON
import Foundation
import PeopleAPI
import PersistenceAPI
import ScheduleAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads
import TranscriptionAPI

@testable import Bus
@testable import Composition
@testable import RouterService

/// The effects of a due schedule.
@Suite struct ScheduleBindingTests {
  private let integration = Integration.standups()
  private static let standup = Standup(id: Sample.standup, title: "Daily")
  private static let at = Date(timeIntervalSince1970: 1_800_000_000)
  private static let key = "schedule/\(standup.id)/1800000000000"
  private static let due = ScheduleTimeCame(subject: "\(standup.id)", at: at, mode: .start)

  private static let live = LiveMeeting(
    session: MeetingSession(id: Sample.meeting, standup: standup, clock: Sample.clock), elapsedMs: 0
  )

  private static func found(_ live: Meeting.ID? = nil) -> GetStandup.Reply {
    GetStandup.Reply(
      summary: StandupSummary(standup: standup, meetings: 0, live: live), meetings: [], next: nil)
  }

  /// A caller for which the standup exists.
  private func caller(
    _ start: @escaping @Sendable (StartMeeting) throws -> LiveMeeting = { _ in Self.live },
    kept: RawJSON? = nil
  ) -> ScriptedCaller {
    ScriptedCaller { command in
      switch command {
      case is GetStandup: return Self.found()
      case is GetSpeechAuthorization: return SpeechAuthorization(status: .notDetermined)
      case let command as StartMeeting: return try start(command)
      case is FindReply: return FoundReply(reply: kept)
      default: return Commit.Reply(epoch: "epoch", events: [])
      }
    }
  }

  private func commits(_ caller: ScriptedCaller) -> [Commit] {
    caller.sent.values.compactMap { $0 as? Commit }
  }

  @Test func everyMessageIsBound() {
    let bound = integration.bindings.filter { $0.child == "schedule" }
    #expect(
      Set(bound.map(\.message)) == [
        "store.termBegun", "store.changesDecided", "store.documentsRequested",
        "store.replyRequested",
        "schedule.subjectNamed", "schedule.subjectsKept", "schedule.timeNear",
        "schedule.timeCame", "schedule.timesPassed", "schedule.writingEnded",
        "schedule.zonesNamed", "schedule.zoneCame",
      ])
    #expect(integration.problems.isEmpty)
  }

  /// However often it is reported, both the start and the event have the key of the time.
  @Test func aMeetingIsStartedOnce() async throws {
    let caller = caller()
    for _ in 1...2 {
      #expect(try await integration.tell(Self.due, caller) == ScheduleOutcome())
    }
    // There may be no one to answer the recording question.
    #expect(
      caller.sent.values.compactMap { $0 as? StartMeeting }
        == Array(repeating: StartMeeting(standup: Self.standup.id, isRecorded: false), count: 2))
    let keys = zip(caller.sent.values, caller.options.values).filter { $0.0 is StartMeeting }
    let key = Header.bindingKeyPrefix + Self.key
    #expect(keys.map(\.1.idempotencyKey) == [key, key])
    #expect(commits(caller).map { $0.idempotency?.key } == [Self.key, Self.key])
    let event = try #require(commits(caller).first?.events.first)
    #expect(event.labels.type == "schedule.due" && event.labels.standup == "\(Self.standup.id)")
    let data = try event.data.decode(as: MeetingDue.self)
    #expect(
      data.meeting == "\(Self.live.session.id)" && data.title == "Daily" && data.at == Self.at)
    #expect(data.link == "standups:///standups/\(Self.standup.id)/record")
  }

  /// Without a model, the meeting is not recorded, rather than waiting for someone who answers.
  @Test func theLanguageOfTheStandupDecidesWhetherItIsRecorded() async throws {
    for language in ["es", "de"] {
      var found = Self.found()
      found.summary.standup.language = language
      let caller = ScriptedCaller { [found] command in
        switch command {
        case is GetStandup: return found
        case let question as GetSpeechAuthorization:
          return SpeechAuthorization(status: question.language == "es" ? .authorized : .restricted)
        case is StartMeeting: return Self.live
        case is FindReply: return FoundReply(reply: nil)
        default: return Commit.Reply(epoch: "epoch", events: [])
        }
      }
      #expect(try await integration.tell(Self.due, caller) == ScheduleOutcome())
      #expect(
        caller.sent.values.compactMap { ($0 as? StartMeeting)?.isRecorded } == [language == "es"])
    }
  }

  @Test func whoeverMeetsAlreadyIsLeftAlone() async throws {
    let running = Sample.meeting
    let caller = caller { _ in
      throw BusError(.conflict, "It meets.", detail: ["meeting": "\(running)"])
    }
    #expect(try await integration.tell(Self.due, caller) == ScheduleOutcome())
    let event = try #require(commits(caller).first?.events.first)
    #expect(try event.data.decode(as: MeetingDue.self).meeting == "\(running)")
  }

  @Test func aStartThatIsRefusedIsMissed() async throws {
    let caller = caller { _ in throw BusError(.invalid, "It has too many turns.") }
    #expect(try await integration.tell(Self.due, caller) == ScheduleOutcome())
    let event = try #require(commits(caller).first?.events.first)
    let data = try event.data.decode(as: MeetingMissed.self)
    #expect(event.labels.type == "schedule.missed" && data.count == 1)
    #expect(data.reason == "The meeting could not be started: It has too many turns.")
  }

  /// The service repeats reports after a temporary error.
  @Test(arguments: [BusError.Code.unavailable, .busy, .draining, .expired])
  func aServiceThatIsAway(code: BusError.Code) async throws {
    let caller = caller { _ in throw BusError(code, "Away.") }
    await #expect(throws: BusError.self) { try await integration.tell(Self.due, caller) }
    #expect(commits(caller).isEmpty)
  }

  @Test func peopleAreAsked() async throws {
    let caller = caller()
    let ask = ScheduleTimeCame(subject: "\(Self.standup.id)", at: Self.at, mode: .ask)
    #expect(try await integration.tell(ask, caller) == ScheduleOutcome())
    #expect(!caller.sent.values.contains { $0 is StartMeeting })
    let data = try #require(commits(caller).first?.events.first).data.decode(as: MeetingDue.self)
    #expect(data.meeting == nil && data.link == "standups:///standups/\(Self.standup.id)")
  }

  @Test func peopleAreAskedForUpdates() async throws {
    let caller = caller()
    let closes = Self.at.addingTimeInterval(3600)
    let ask = ScheduleTimeCame(
      subject: "\(Self.standup.id)", at: Self.at, mode: .write, closesAt: closes)
    #expect(try await integration.tell(ask, caller) == ScheduleOutcome())
    #expect(!caller.sent.values.contains { $0 is StartMeeting })
    let data = try #require(commits(caller).first?.events.first).data.decode(as: MeetingDue.self)
    #expect(data.mode == .write && data.closesAt == closes && data.meeting == nil)
  }

  // MARK: Zones of people

  /// Ids of persons, in lower case.
  private static let persons = ["a1", "b2", "c3"].map { "00000000-0000-4000-8000-0000000000\($0)" }

  /// A caller for a standup with three linked persons, of whom two are in Tokyo, and an attendee who is only a
  /// name.
  private func caller(zones: [String?]) -> ScriptedCaller {
    let ids = Self.persons
    var standup = Self.standup
    let linked = ids.enumerated().map { index, id in
      Attendee(
        id: Attendee.ID(UUID()), name: "Attendee \(index)", person: Attendee.PersonID(id))
    }
    standup.attendees = IdentifiedArray(
      linked + [Attendee(id: Attendee.ID(UUID()), name: "Dan")])
    return ScriptedCaller { [standup] command in
      switch command {
      case is GetStandup:
        return GetStandup.Reply(
          summary: StandupSummary(standup: standup, meetings: 0, live: nil), meetings: [],
          next: nil)
      case let command as GetZones:
        #expect(command.team == "default" && command.ids == ids)
        return GetZones.Reply(
          people: zip(ids, zones).compactMap { id, zone in
            zone.map { GetZones.PersonZone(id: id, zone: $0) }
          })
      default: return Commit.Reply(epoch: "epoch", events: [])
      }
    }
  }

  @Test func theZonesOfPeopleAreNamedByTheirNumber() async throws {
    let caller = caller(zones: ["Asia/Tokyo", "America/New_York", "Asia/Tokyo"])
    let named = ScheduleZonesNamed(subject: "\(Self.standup.id)")
    #expect(
      try await integration.tell(named, caller).zones == ["Asia/Tokyo", "America/New_York"])
    let unknown = self.caller(zones: [nil, nil, nil])
    #expect(try await integration.tell(named, unknown).zones.isEmpty)
    // A subject that is not a standup has no people.
    #expect(
      try await integration.tell(ScheduleZonesNamed(subject: "a subject"), caller).zones.isEmpty)
  }

  @Test func thePeopleOfAZoneAreAsked() async throws {
    let caller = caller(zones: ["Asia/Tokyo", "America/New_York", "Asia/Tokyo"])
    let closes = Self.at.addingTimeInterval(3600)
    func came(_ zone: String) -> ScheduleZoneCame {
      ScheduleZoneCame(
        subject: "\(Self.standup.id)", at: Self.at, zone: zone, closesAt: closes)
    }
    #expect(try await integration.tell(came("Asia/Tokyo"), caller) == ScheduleOutcome())
    let data = try #require(commits(caller).first?.events.first).data.decode(as: MeetingDue.self)
    #expect(data.zone == "Asia/Tokyo" && data.people?.count == 2 && data.except == nil)
    #expect(data.at == Self.at && data.closesAt == closes && data.mode == .write)
    #expect(commits(caller).map { $0.idempotency?.key } == ["\(Self.key)/zone/Asia/Tokyo"])
    // Its people have moved, or have left the standup.
    #expect(try await integration.tell(came("Europe/Paris"), caller) == ScheduleOutcome())
    #expect(commits(caller).count == 1)
  }

  @Test func thePeopleOfOtherZonesAreNotAskedAtTheScheduledTime() async throws {
    let caller = caller(zones: ["Asia/Tokyo", nil, "Europe/Paris"])
    let due = ScheduleTimeCame(
      subject: "\(Self.standup.id)", at: Self.at, mode: .write,
      closesAt: Self.at.addingTimeInterval(3600), except: ["Asia/Tokyo"])
    #expect(try await integration.tell(due, caller) == ScheduleOutcome())
    let data = try #require(commits(caller).first?.events.first).data.decode(as: MeetingDue.self)
    #expect(data.except == [Self.persons[0]])
    #expect(data.zone == nil && data.people == nil)
  }

  /// However often it is reported, the updates of a time are saved under its key.
  @Test(arguments: [nil, BusError.Code.conflict])
  func completeUpdatesAreSavedOnce(refusal: BusError.Code?) async throws {
    let caller = ScriptedCaller { command in
      switch command {
      case is GetStandup: return Self.found()
      case is SaveWrittenMeeting:
        if let refusal { throw BusError(refusal, "It meets.") }
        return SaveWrittenMeeting.Reply(meeting: Sample.meeting)
      default: throw BusError(.internal, "Unexpected.")
      }
    }
    let ended = ScheduleWritingEnded(subject: "\(Self.standup.id)", at: Self.at)
    for _ in 1...2 { #expect(try await integration.tell(ended, caller) == ScheduleOutcome()) }
    let saves = zip(caller.sent.values, caller.options.values).filter {
      $0.0 is SaveWrittenMeeting
    }
    let key = "\(Header.bindingKeyPrefix)\(Self.key)/written"
    #expect(saves.map(\.1.idempotencyKey) == [key, key])
    #expect(
      saves.compactMap { $0.0 as? SaveWrittenMeeting }.first
        == SaveWrittenMeeting(standup: Self.standup.id, at: Self.at))
  }

  @Test func updatesThatCannotBeSavedAreReportedAgain() async throws {
    let caller = ScriptedCaller { command in
      if command is GetStandup { return Self.found() }
      throw BusError(.unavailable, "Away.")
    }
    let ended = ScheduleWritingEnded(subject: "\(Self.standup.id)", at: Self.at)
    await #expect(throws: BusError.self) { try await integration.tell(ended, caller) }
  }

  @Test func aReminder() async throws {
    let caller = caller()
    let reminded = ScheduleTimeNear(subject: "\(Self.standup.id)", at: Self.at, mode: .ask)
    #expect(try await integration.tell(reminded, caller) == ScheduleOutcome())
    #expect(commits(caller).map { $0.idempotency?.key } == ["\(Self.key)/reminded"])
    #expect(commits(caller).first?.events.first?.labels.type == "schedule.reminded")
  }

  @Test func theTimesOfAnArchivedStandupPass() async throws {
    var archived = Self.standup
    archived.isArchived = true
    let found = Self.found(archived)
    let caller = ScriptedCaller { _ in found }
    let subject = "\(Self.standup.id)"
    #expect(try await integration.tell(Self.due, caller) == ScheduleOutcome())
    let near = ScheduleTimeNear(subject: subject, at: Self.at, mode: .start)
    #expect(try await integration.tell(near, caller) == ScheduleOutcome())
    let passed = ScheduleTimesPassed(
      subject: subject, at: Self.at, since: Self.at, count: 1, mode: .start)
    #expect(try await integration.tell(passed, caller) == ScheduleOutcome())
    let ended = ScheduleWritingEnded(subject: subject, at: Self.at)
    #expect(try await integration.tell(ended, caller) == ScheduleOutcome())
    #expect(caller.sent.values.count == 4 && caller.sent.values.allSatisfy { $0 is GetStandup })
  }

  @Test func aStandupThatIsGone() async throws {
    let gone = ScriptedCaller { _ in throw BusError(.notFound, "Gone.") }
    #expect(try await integration.tell(Self.due, gone) == ScheduleOutcome(isGone: true))
    let never = ScheduleTimeCame(subject: "no standup", at: Self.at, mode: .ask)
    #expect(try await integration.tell(never, gone) == ScheduleOutcome(isGone: true))
    // Deleted between both commands.
    let between = caller { _ in throw BusError(.notFound, "Gone.") }
    #expect(try await integration.tell(Self.due, between) == ScheduleOutcome(isGone: true))
  }

  // MARK: Teams

  private static let ops = Standup(id: standup.id, title: "Daily", team: "ops")

  private static func found(_ standup: Standup) -> GetStandup.Reply {
    GetStandup.Reply(
      summary: StandupSummary(standup: standup, meetings: 0), meetings: [], next: nil)
  }

  @Test(arguments: [nil, "ops web"] as [String?])
  func aSubjectBelongsToTheTeamOfItsStandup(teams: String?) async throws {
    let named = ScheduleSubjectNamed(subject: "\(Self.standup.id)")
    let caller = ScriptedCaller { _ in Self.found(Self.ops) }
    let reply = try await integration.tell(named, caller, cause: Header(teams: teams))
    #expect(reply.team == "ops")
    #expect(
      caller.sent.values.map { $0 as? GetStandup } == [GetStandup(id: Self.standup.id, limit: 0)])
    // The command has the scope of the delegate call, so that standups checks it.
    #expect(caller.options.values.map { $0.cause?.teams } == [teams])
    let usual = ScriptedCaller { _ in Self.found() }
    #expect(try await integration.tell(named, usual, cause: Header(teams: teams)).team == nil)
  }

  /// Only those who see all teams may set schedules of other subjects.
  @Test(arguments: ["no standup", "6F1C0000-0000-4000-8000-000000000002", "\(Sample.standup)"])
  func aSubjectThatIsNoStandup(subject: String) async throws {
    let named = ScheduleSubjectNamed(subject: subject)
    let caller = ScriptedCaller { _ in throw BusError(.notFound, "Gone.") }
    #expect(try await integration.tell(named, caller, cause: Header()).team == nil)
    // A scope without teams is not that of all teams.
    for teams in ["ops", ""] {
      let error = await #expect(throws: BusError.self) {
        try await integration.tell(named, caller, cause: Header(teams: teams))
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test(
    arguments: [BusError.Code.unavailable, .draining, .expired, .unroutable],
    [nil, "ops"] as [String?])
  func theTeamOfAStandupCannotBeReadNow(code: BusError.Code, teams: String?) async throws {
    let caller = ScriptedCaller { _ in throw BusError(code, "Away.") }
    let error = await #expect(throws: BusError.self) {
      try await integration.tell(
        ScheduleSubjectNamed(subject: "\(Self.standup.id)"), caller, cause: Header(teams: teams))
    }
    #expect(error?.code == .unavailable && error?.retryable == true)
  }

  @Test func theTeamOfAStandupInAnotherCell() async throws {
    let caller = ScriptedCaller { _ in throw BusError.moved(to: "tcp://b:1", "Elsewhere.") }
    let error = await #expect(throws: BusError.self) {
      try await integration.tell(
        ScheduleSubjectNamed(subject: "\(Self.standup.id)"), caller, cause: Header())
    }
    #expect(error?.code == .moved && error?.detail?["router"] == "tcp://b:1")
  }

  @Test func occurrencesAreEventsOfTheTeam() async throws {
    let caller = ScriptedCaller { command in
      switch command {
      case is GetStandup: return Self.found(Self.ops)
      case is FindReply: return FoundReply(reply: nil)
      default: return Commit.Reply(epoch: "epoch", events: [])
      }
    }
    let subject = "\(Self.standup.id)"
    _ = try await integration.tell(
      ScheduleTimeNear(subject: subject, at: Self.at, mode: .ask), caller)
    _ = try await integration.tell(
      ScheduleTimeCame(subject: subject, at: Self.at, mode: .ask), caller)
    _ = try await integration.tell(Self.missed(1), caller)
    let labels: [EventLabels] = commits(caller).flatMap(\.events).map(\.labels)
    #expect(labels.map(\.type) == ["schedule.reminded", "schedule.due", "schedule.missed"])
    #expect(labels.allSatisfy { $0.team == "ops" })
  }

  @Test func theTeamsOfScheduledStandupsAreReturned() async throws {
    let caller = ScriptedCaller { _ in Self.found(Self.ops) }
    let reply = try await integration.tell(
      ScheduleSubjectsKept(subjects: ["\(Self.standup.id)", "no standup"]), caller)
    #expect(reply.gone.isEmpty && reply.teams == ["\(Self.standup.id)": "ops"])
  }

  /// An unreadable subject exists, a moved one takes its schedule along, and other subjects are unknown.
  @Test func whoIsGoneIsSaidOnlyWhereItIsCertain() async throws {
    let kept = ScheduleSubjectsKept(subjects: ["\(Self.standup.id)", "no standup"])
    let there = DocumentPage(
      documents: [
        Document(
          collection: "standups", id: "\(Self.standup.id)", sortKey: 1, body: .emptyObject)
      ], total: 1)
    for (code, page, gone) in [
      (nil, DocumentPage(documents: [], total: 0), []),
      (.notFound, DocumentPage(documents: [], total: 0), ["\(Self.standup.id)"]),
      (.notFound, there, []), (.moved, DocumentPage(documents: [], total: 0), []),
    ] as [(BusError.Code?, DocumentPage, [String])] {
      let caller = ScriptedCaller { command in
        if command is Load { return page }
        if let code { throw BusError(code, "Not here.") }
        return Self.found()
      }
      #expect(try await integration.tell(kept, caller).gone == gone)
    }
    let away = ScriptedCaller { _ in throw BusError(.unavailable, "Away.") }
    await #expect(throws: BusError.self) { try await integration.tell(kept, away) }
  }

  // MARK: Missed

  private static func missed(_ count: Int) -> ScheduleTimesPassed {
    ScheduleTimesPassed(
      subject: "\(standup.id)", at: at.addingTimeInterval(86_400), since: at, count: count,
      mode: .start)
  }

  @Test func timesThatPassed() async throws {
    let caller = caller()
    #expect(try await integration.tell(Self.missed(2), caller) == ScheduleOutcome())
    let event = try #require(commits(caller).first?.events.first)
    #expect(try event.data.decode(as: MeetingMissed.self).count == 2)
    #expect(commits(caller).map { $0.idempotency?.key } == ["\(Self.key)/missed"])
  }

  /// All processes were killed between the start and its event: it was not missed.
  @Test(arguments: [1, 2]) func whatWasStartedWasNotMissed(count: Int) async throws {
    let kept = try RawJSON(encoding: ["reply": Self.live])
    let caller = caller(kept: kept)
    #expect(
      try await integration.tell(Self.missed(count), caller)
        == ScheduleOutcome(settledUntil: Self.at))
    #expect(
      caller.sent.values.compactMap { $0 as? FindReply } == [
        FindReply(key: "meetings.start/\(Header.bindingKeyPrefix)\(Self.key)")
      ])
    let events = commits(caller).flatMap(\.events)
    #expect(events.map(\.labels.type) == ["schedule.due"])
    #expect(try events[0].data.decode(as: MeetingDue.self).at == Self.at)
  }

  /// The reply that it was due was lost until the time was reported as missed.
  @Test func whatWasAnnouncedAsDueIsNotMissed() async throws {
    var missed = Self.missed(2)
    missed.mode = .ask
    // The reply stored by an announcement, as transferred: `null` would be read as no reply.
    var due = Self.due
    due.mode = .ask
    let announcing = self.caller()
    _ = try await integration.tell(due, announcing)
    let stored = try #require(commits(announcing).first?.idempotency?.reply)
    let found: FoundReply = try BusJSON.decode(from: BusJSON.encode(FoundReply(reply: stored)))
    let caller = self.caller(kept: found.reply)
    #expect(
      try await integration.tell(missed, caller) == ScheduleOutcome(settledUntil: Self.at))
    #expect(caller.sent.values.compactMap { $0 as? FindReply } == [FindReply(key: Self.key)])
    #expect(commits(caller).isEmpty)
  }

  /// A repeated call with one more time does not announce the others again.
  @Test func whatWasAnnouncedAsMissedIsNotMissedTwice() async throws {
    let kept = Locked<RawJSON?>(nil)
    let caller = ScriptedCaller { command in
      switch command {
      case is GetStandup: return Self.found()
      case is FindReply: return FoundReply()
      case let command as Commit:
        let earlier = kept.withLock { reply in
          defer { reply = reply ?? command.idempotency?.reply }
          return reply
        }
        var reply = Sample.committed
        reply.repeated = earlier
        return reply
      default: throw BusError(.unavailable, "Away.")
      }
    }
    let first = Self.missed(2)
    #expect(try await integration.tell(first, caller) == ScheduleOutcome())
    var second = Self.missed(3)
    second.at = first.at.addingTimeInterval(86_400)
    #expect(
      try await integration.tell(second, caller) == ScheduleOutcome(settledUntil: first.at))
  }

  // MARK: Deletion

  @Test func aDeletedStandupTakesItsScheduleAlong() async throws {
    let decided = ChangesDecided(
      changes: [.erase(Erasure(standup: "\(Self.standup.id)"))], events: [])
    let caller = ScriptedCaller { command in
      if command is TellSubjectGone { throw BusError(.unavailable, "Away.") }
      if command is Commit { return Sample.committed }
      return Done()
    }
    _ = try await integration.tell(decided, caller)
    #expect(
      caller.sent.values.compactMap { $0 as? TellSubjectGone }
        == [TellSubjectGone(subject: "\(Self.standup.id)")])
  }
}

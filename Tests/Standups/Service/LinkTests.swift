import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Tests of attendees who are linked to persons.
@Suite struct LinkTests {
  private static let ann = Attendee.PersonID(UUID(number: 0xA1))
  private static let bob = Attendee.PersonID(UUID(number: 0xB1))
  private static let (ada, grace) = (design.attendees[0], design.attendees[1])

  /// A standup of the team `web`, with these persons as its first attendees.
  private static func standup(_ people: Attendee.PersonID?...) -> Standup {
    var standup = design
    standup.team = "web"
    for (attendee, person) in zip(design.attendees, people) {
      standup.attendees[id: attendee.id]?.person = person
    }
    return standup
  }

  private static func run(_ standup: Standup = standup()) -> Run {
    Run { state in state.saved.add(record(standup, 1)) }
  }

  private static func edit(_ ada: String?, _ grace: String? = nil) -> StandupsCommand {
    .edit(
      EditStandup(
        id: design.id,
        attendees: [
          AttendeeDraft(id: Self.ada.id, name: "Ada", person: ada),
          AttendeeDraft(id: Self.grace.id, name: "Grace", person: grace),
        ]))
  }

  private static func create(_ person: String, _ team: String = "web") -> StandupsCommand {
    .create(CreateStandup(attendees: [AttendeeDraft(name: "Ada", person: person)], team: team))
  }

  /// The standup that a commit saves.
  private static func saved(_ effects: [StandupsEffect]) throws -> Standup {
    let document = try #require(effects.commits.first?.changes.lazy.compactMap(\.document).first)
    return try document.value(as: StandupSummary.self).standup
  }

  @Test(arguments: [create("\(ann)"), edit("\(ann)"), edit("\(ann)".uppercased())])
  func anAttendeeIsLinkedToAMemberOfTheTeam(command: StandupsCommand) throws {
    var run = Self.run()
    let effects = run.send(command, teams: "web ops", members: .success(["web": [Self.ann]]))
    #expect(effects.people == [StandupPeopleNamed(team: "web", people: [Self.ann])])
    let standup = try Self.saved(effects)
    #expect(standup.attendees.first?.person == Self.ann)
    let event = try #require(effects.commits.first?.events.first)
    #expect(String(decoding: event.data.bytes, as: UTF8.self).contains("\(Self.ann)"))
  }

  /// A member of one team must not learn who is in another.
  @Test(arguments: [create("\(ann)"), edit("\(ann)")])
  func aPersonOfAnotherTeamIsLikeAnUnknownOne(command: StandupsCommand) throws {
    var (run, other) = (Self.run(), Self.run())
    let effects = run.send(command, teams: "web", members: .success(["ops": [Self.ann]]))
    #expect(effects == other.send(command, teams: "web"))
    let error = try #require(effects.answer?.failure)
    #expect(error.code == .notFound && effects.commits.isEmpty)
    #expect(error.message.contains("“Ada”") && error.message.contains("teams show web"))
    #expect(error.detail == ["member": "attendees", "person": "\(Self.ann)"])
    #expect(run.state.operations.isEmpty)
  }

  /// Without the standup, persons are not searched, so that the time of the reply reveals nothing.
  @Test func anotherTeamsStandupIsNotLinked() {
    var (hidden, unknown) = (Self.run(), Run())
    let effects = hidden.send(Self.edit("\(Self.ann)"), teams: "ops")
    #expect(effects == unknown.send(Self.edit("\(Self.ann)"), teams: "ops"))
    #expect(effects.people.isEmpty && effects.answer?.failure?.code == .notFound)
  }

  /// The person was removed, or has left the team; perhaps between the check and the commit.
  @Test(arguments: [
    edit("\(ann)"), edit(nil), edit("", "\(ann)"),
    .edit(EditStandup(id: design.id, title: "Other")),
    .setTeam(SetStandupTeam(id: design.id, team: "ops")),
  ])
  func anExistingLinkIsNotCheckedAgain(command: StandupsCommand) throws {
    var run = Self.run(Self.standup(Self.ann))
    let effects = run.send(command, teams: "web ops")
    #expect(effects.people.isEmpty)
    #expect(try Self.saved(effects).attendees.persons == [Self.ann])
  }

  @Test func anEmptyPersonRemovesTheLink() throws {
    var run = Self.run(Self.standup(Self.ann, Self.bob))
    let standup = try Self.saved(run.send(Self.edit(""), teams: "web"))
    #expect(standup.attendees.map(\.person) == [nil, Self.bob])
  }

  @Test(arguments: [("\(ann)", "\(ann)"), (nil, "\(ann)")] as [(String?, String)])
  func twoAttendeesAreNotLinkedToOnePerson(ada: String?, grace: String) throws {
    var run = Self.run(ada == nil ? Self.standup(Self.ann) : Self.standup())
    let effects = run.send(
      Self.edit(ada, grace), teams: "web", members: .success(["web": [Self.ann]]))
    let error = try #require(effects.answer?.failure)
    #expect(error.code == .invalid && error.detail?["member"] == "attendees")
    #expect(error.message.contains("“Ada”") && error.message.contains("“Grace”"))
    #expect(effects.commits.isEmpty)
  }

  @Test(arguments: ["x", " ", "00000000", "\(ann)0", String(repeating: "a", count: 100_000)])
  func aPersonWhoIsNoUUIDIsInvalid(text: String) throws {
    var run = Self.run()
    let effects = run.send(Self.edit(text), teams: "web")
    let error = try #require(effects.answer?.failure)
    #expect(error.code == .invalid && error.detail?["member"] == "attendees")
    #expect(error.message.count < 200 && effects.people.isEmpty)
  }

  @Test func withoutThePeopleServiceOnlyNewLinksFail() throws {
    var run = Self.run(Self.standup(Self.ann))
    let away = BusError(.unavailable, "The people service is unavailable.")
    let failed = run.send(Self.edit(nil, "\(Self.bob)"), teams: "web", members: .failure(away))
    #expect(failed.answer?.failure == away && failed.commits.isEmpty)
    let edited = run.send(Self.edit("\(Self.ann)"), teams: "web", members: .failure(away))
    #expect(!edited.commits.isEmpty)
  }

  private static func drafts(_ count: UInt32, name: String = "A") -> [AttendeeDraft] {
    (0..<count).map { AttendeeDraft(name: name, person: UUID(number: $0).uuidString) }
  }

  @Test func manyPersonsAreSearchedInSeveralMessages() throws {
    var run = Run()
    let people = (0..<1000).map { Attendee.PersonID(UUID(number: $0)) }
    let drafts = Self.drafts(1000) + Self.drafts(2000, name: " ")
    let create = StandupsCommand.create(CreateStandup(attendees: drafts, team: "web"))
    let effects = run.send(create, teams: "web", members: .success(["web": people]))
    #expect(effects.people.map(\.people.count) == [200, 200, 200, 200, 200])
    #expect(try Self.saved(effects).attendees.map(\.person) == people)
    let missing = run.send(
      create, teams: "web", members: .success(["web": Array(people.dropLast())]))
    #expect(missing.answer?.failure?.detail?["person"] == people.last?.rawValue.uuidString)
  }

  @Test func tooManyPersonsAreNotSearched() {
    var run = Run()
    let create = StandupsCommand.create(CreateStandup(attendees: Self.drafts(1001)))
    let effects = run.send(create, teams: nil)
    #expect(effects.people.isEmpty && effects.answer?.failure?.code == .invalid)
  }

  // MARK: Files

  private static let file = ImportStandups.ID(UUID(number: 1))

  private static func importing(
    _ standup: Standup, _ existing: ImportStandups.Existing = .refuse
  ) -> StandupsCommand {
    .importFile(existing, team: "web", [StandupWithMeetings(standup: standup, meetings: [])])
  }

  /// A file may be older than the removal of a person, or come from another installation.
  @Test func anImportOmitsLinksToOthers() throws {
    var run = Run()
    let effects = run.send(
      Self.importing(Self.standup(Self.ann, Self.bob)), teams: "web",
      members: .success(["web": [Self.bob], "ops": [Self.ann]]))
    #expect(effects.people == [StandupPeopleNamed(team: "web", people: [Self.ann, Self.bob])])
    #expect(try Self.saved(effects).attendees.map(\.person) == [nil, Self.bob, nil])
  }

  @Test func aReplacedStandupKeepsItsLinks() throws {
    var run = Self.run(Self.standup(Self.ann))
    // The person of Ada is now that of Grace, and the file of the apps has none.
    let moved = run.send(Self.importing(Self.standup(nil, Self.ann), .replace), teams: "web")
    #expect(moved.people.isEmpty)
    #expect(try Self.saved(moved).attendees.map(\.person) == [nil, Self.ann, nil])
    var plain = Self.standup()
    plain.title = "From the apps"
    var again = Self.run(Self.standup(Self.ann))
    let kept = again.send(Self.importing(plain, .replace), teams: "web")
    #expect(try Self.saved(kept).attendees.map(\.person) == [Self.ann, nil, nil])
  }

  @Test func aKeptStandupIsNotSearchedFor() {
    var run = Self.run()
    let effects = run.send(Self.importing(Self.standup(Self.ann), .keep), teams: "web")
    #expect(effects.people.isEmpty && effects.answer?.failure == nil)
  }

  /// The same standup in two parts, between which the person was removed.
  @Test func aPartOmitsLinksToOthers() throws {
    var run = Run()
    func part(_ number: Int, _ members: [Attendee.PersonID]) throws -> [Attendee.PersonID?] {
      let meeting = Meeting(
        id: Meeting.ID(UUID(number: UInt32(number))), date: Date(timeIntervalSince1970: 0),
        transcript: "")
      let standup = StandupWithMeetings(
        standup: Self.standup(Self.ann), meetings: [meeting])
      let effects = run.send(
        .importPart(ImportPart(id: Self.file, part: number, json: "", team: "web"), [standup]),
        teams: "web", members: .success(["web": members]))
      #expect(effects.people.map(\.team) == ["web"])
      let operation = try #require(run.state.operations.keys.first)
      _ = run.reduce(.committed(operation, .success(CommitOutcome())))
      let document = try #require(effects.commits.first?.changes.first?.document)
      return try StandupsCommand.standups(document.body.bytes, isPart: true)[0].standup.attendees
        .map(\.person)
    }
    #expect(try part(1, [Self.ann]) == [Self.ann, nil, nil])
    #expect(try part(2, []) == [nil, nil, nil])
  }

  @Test func aFileContainsLinks() throws {
    let standup = StandupWithMeetings(standup: Self.standup(Self.ann), meetings: [])
    let data = try StandupsJSON.encode([standup])
    #expect(try StandupsJSON.decode(data)[0].standup.attendees == standup.standup.attendees)
    let twice = StandupWithMeetings(
      standup: Self.standup(Self.ann, Self.ann), meetings: [])
    let error = try #require(throws: StandupsJSONError.self) {
      _ = try StandupsJSON.decode(StandupsJSON.encode([twice]))
    }
    #expect(error.path == "[0].attendees")
  }

  // MARK: Meetings

  private static func session(_ standup: Standup) -> MeetingSession {
    let time = TestTime()
    var session = MeetingSession(
      id: meetingID, standup: standup,
      clock: CountdownClock(elapsedMs: 0, at: time.moment(0), isRunning: false))
    session.begin(at: time.moment(0), isRecording: false)
    return session
  }

  @Test func aMeetingAndItsHistoryHaveTheLinks() throws {
    var run = Self.run(Self.standup(Self.ann))
    let start = StandupsCommand.start(StartMeeting(standup: design.id, isRecorded: false))
    let started = try #require(run.send(start, teams: "web").commits.first)
    let event = try started.events[0].data.decode(as: MeetingStarted.self)
    #expect(event.standup.attendees.map(\.person) == [Self.ann, nil, nil])
    let past = Self.session(Self.standup(Self.ann)).finished(.saved, elapsedMs: 1000)
    #expect(past.attendees?.map(\.person) == [Self.ann, nil, nil])
  }

  /// After the start, the link moved from an attendee who takes part to one who arrives late.
  @Test func aLatecomerDoesNotRepeatALink() throws {
    var session = Self.session(Self.standup(Self.ann))
    session.lineup = .init(absent: [Self.grace.id])
    session.standup.attendees.remove(id: Self.grace.id)
    let present = StandupsCommand.present(AddTurn(id: meetingID, attendee: Self.grace.id))
    for (person, linked) in [(Self.ann, nil), (Self.bob, Self.bob)]
      as [(Attendee.PersonID, Attendee.PersonID?)]
    {
      var run = Run { [session] state in
        state.saved.add(record(Self.standup(nil, person), 1))
        state.saved.put(session)
      }
      let decided = try #require(run.send(present, teams: "web").commits.first)
      let event = try #require(decided.events.last)
      let changed = try event.data.decode(as: MeetingAgendaChanged.self)
      #expect(changed.attendee?.id == Self.grace.id && changed.attendee?.person == linked)
    }
  }

  @Test func aForgottenAttendeeLosesTheLink() throws {
    var run = Self.run(Self.standup(Self.ann, Self.bob))
    let forget = ForgetPerson(
      standup: design.id, name: "Ada", after: PersonCursor(.end).text)
    #expect(
      try Self.saved(run.send(.forgetPerson(forget), teams: "web")).attendees.persons == [Self.bob])
    let past = Self.session(Self.standup(Self.ann, Self.bob)).finished(.saved, elapsedMs: 1000)
    #expect(past.forgetting("Ada").meeting.attendees?.map(\.person) == [nil, Self.bob, nil])
  }

  // MARK: Saved data

  /// No command would have saved these documents. They are set aside, and health names them.
  @Test func aDocumentThatLinksTwoAttendeesToOnePersonIsSetAside() throws {
    let twice = Self.standup(Self.ann, Self.ann)
    let standup = try record(twice, 1).document()
    #expect(standup.problem(as: StandupSummary.self)?.contains("the same person") == true)
    let session = Self.session(twice)
    var live = standup
    live.body = try RawJSON(encoding: session)
    live.id = "\(session.id)"
    #expect(live.problem(as: MeetingSession.self)?.contains("the same person") == true)
    let past = session.finished(.saved, elapsedMs: 1000)
    #expect(past.problem?.problem == "two attendees are linked to the same person")
    // It is not found, like any other unreadable document.
    var run = Run()
    let effects = run.send(Self.edit("\(Self.ann)"), teams: "web", saved: [standup])
    #expect(effects.commits.isEmpty && effects.answer?.failure != nil)
    #expect(run.state.saved.unreadable.map(\.name) == ["standups/\(design.id)"])
  }

  @Test func dataOfEarlierVersionsHasNoLinks() throws {
    let json = Array(#"{"id":"\#(Self.ada.id)","name":"Ada"}"#.utf8)
    #expect(try RawJSON(validating: Data(json)).decode(as: Attendee.self) == Self.ada)
    let written = try RawJSON(encoding: Self.ada)
    #expect(!String(decoding: written.bytes, as: UTF8.self).contains("person"))
  }
}

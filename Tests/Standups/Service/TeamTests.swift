import Bus
import Countdown
import StandupsDependencies
import Documents
import FastJSON
import Foundation
import ServiceShell
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Tests of the objects that a person of one team sees and changes.
@Suite struct TeamTests {
  private static let ops = {
    var standup = design
    standup.team = "ops"
    return standup
  }()

  /// Every command about one standup or meeting, with its id.
  private static let commands: [StandupsCommand] = {
    let (id, ada) = (design.id, design.attendees[0].id)
    let followUp = FollowUp.ID(UUID(number: 0xF7))
    let line = CorrectLine.Line(
      Segment(attendee: ada, speaker: "Ada", fromMs: 0, toMs: 1, text: "x"))
    return [
      .get(GetStandup(id: id)), .edit(EditStandup(id: id, title: "Mine")),
      .markAbsent(MarkAbsent(id: id, attendee: ada, untilMs: 9_000_000_000_000)),
      .markPresent(MarkPresent(id: id, attendee: ada)), .delete(DeleteStandup(id: id)),
      .setTeam(SetStandupTeam(id: id, team: "web")),
      .deleteMeeting(DeleteMeeting(standup: id, meeting: meetingID)),
      .correct(CorrectLine(standup: id, meeting: meetingID, line: 0, was: line, isHeard: true)),
      .note(NoteFollowUp(standup: id, text: "x")), .listFollowUps(ListFollowUps(standup: id)),
      .finishFollowUp(FinishFollowUp(standup: id, followUp: followUp)),
      .forgetPerson(ForgetPerson(standup: id, name: "Ada")),
      .exportFile(ExportStandups(ids: [id])), .start(StartMeeting(standup: id)),
      .getMeeting(GetMeeting(id: meetingID)), .next(NextSpeaker(id: meetingID)),
      .postpone(PostponeTurn(id: meetingID)), .extend(ExtendTurn(id: meetingID, byMs: 1000)),
      .absent(DropTurns(id: meetingID, attendee: ada)),
      .present(AddTurn(id: meetingID, attendee: ada)),
      .reorder(ReorderTurns(id: meetingID, order: [design.attendees[0].id])),
      .undo(UndoChange(id: meetingID, change: .init(UUID(number: 1)))),
      .pause(PauseMeeting(id: meetingID)), .resume(ResumeMeeting(id: meetingID)),
      .end(EndMeeting(id: meetingID)),
      .answer(AnswerMeetingAlert(id: meetingID, action: .resume)),
      .listDiscarded(ListDiscarded(standup: id)),
      .search(SearchTranscripts(query: "x", standup: id)),
      .restore(RestoreMeeting(standup: id, meeting: meetingID)),
    ]
  }()

  /// The same queries and the same reply as for an unknown id, whether the standup was used
  /// recently or not.
  @Test(arguments: commands, [true, false])
  func anotherTeamsStandupDoesNotExist(command: StandupsCommand, isRecent: Bool) throws {
    let record = record(Self.ops, 1, meetings: 1)
    let saved = [try record.document()]
    let session = Self.session
    let run = Run { state in
      if isRecent { state.saved.add(record) }
      state.saved.put(session)
    }
    var (hidden, unknown, own) = (run, Run(), run)
    let teams = "web default"
    let effects = hidden.send(command, teams: teams, saved: saved)
    #expect(effects == unknown.send(command, teams: teams))
    #expect(effects.answer?.failure?.code == .notFound)
    // For its own team, the same command does something else.
    #expect(own.send(command, teams: "web ops", saved: saved) != effects)
  }

  private static var session: MeetingSession {
    let time = TestTime()
    var session = MeetingSession(
      id: meetingID, standup: ops,
      clock: CountdownClock(elapsedMs: 0, at: time.moment(0), isRunning: false))
    session.begin(at: time.moment(0), isRecording: true)
    return session
  }

  @Test(
    arguments: [
      .list(ListStandups()), .exportFile(ExportStandups()), .findPerson(FindPerson(name: "Ada")),
      .status(GetListStatus()),
    ] as [StandupsCommand])
  func aListHasTheStandupsOfTheTeams(command: StandupsCommand) {
    var run = Run()
    #expect(run.send(command, teams: "web ops").queries.first?.teams == ["web", "ops"])
    let all = run.send(command, teams: nil).queries
    #expect(all.allSatisfy { $0.teams == nil })
    // The number of all standups is known without a query.
    let isKnown = if case .status = command { true } else { false }
    #expect(all.isEmpty == isKnown)
  }

  @Test func aSearchFindsMeetingsAndStandupsOfTheTeams() {
    var run = Run()
    let queries = run.send(.search(SearchTranscripts(query: "x")), teams: "web ops").searches
    #expect(queries.map(\.collection) == ["standups", "meetings"])
    #expect(queries.map(\.teams) == [["web", "ops"], ["web", "ops"]])
  }

  /// A page that was kept for one team must not be shown to another.
  @Test func keptPagesAreThoseOfTheTeams() throws {
    var run = Run()
    let saved = [try record(Self.ops, 1).document()]
    #expect(run.send(.list(ListStandups()), teams: "ops", saved: saved).queries.count == 1)
    #expect(run.send(.list(ListStandups()), teams: "ops").queries.isEmpty)
    #expect(run.send(.list(ListStandups()), teams: "web").queries.count == 1)
  }

  @Test(arguments: [("ops", 1), ("web", 0), (nil, 1)] as [(String?, Int)])
  func liveMeetingsAreThoseOfTheTeams(teams: String?, count: Int) throws {
    var run = Run { $0.saved.put(Self.session) }
    let answer = run.send(.listLive(ListLiveMeetings()), teams: teams).answer
    let reply = try #require(try answer?.get())
    guard case .allLive(let list) = reply else { throw Unexpected("\(reply)") }
    #expect(list.meetings.count == count)
  }

  @Test(
    arguments: [
      (nil, nil, nil), ("web", nil, "web"), ("ops", "ops", "ops"), ("default web", nil, nil),
      ("default web", "web", "web"), (nil, "web", "web"), (nil, "default", nil),
    ] as [(String?, String?, String?)])
  func aNewStandupBelongsToATeam(teams: String?, asked: String?, team: String?) throws {
    var run = Run()
    let create = StandupsCommand.create(CreateStandup(title: "New", team: asked))
    let decided = try #require(run.send(create, teams: teams).commits.first)
    let document = try #require(decided.changes.first?.document)
    #expect(document.team == team ?? "default")
    #expect(try document.value(as: StandupSummary.self).standup.team == team)
    #expect(decided.events.map(\.labels.team) == [team ?? "default"])
  }

  /// The sender may use all teams, so that only the composition root knows whether a team exists. A
  /// sender who is limited to some teams has a role in each, and the team `default` always exists.
  @Test(
    arguments: [
      .create(CreateStandup(team: "web")), .setTeam(SetStandupTeam(id: design.id, team: "web")),
      .importFile(.replace, team: "web", [file]),
      .importPart(
        ImportPart(id: ImportStandups.ID(UUID(number: 1)), part: 1, json: "[]", team: "web"), []),
    ] as [StandupsCommand])
  func aTeamMustExist(command: StandupsCommand) throws {
    var run = Run { state in state.saved.add(record(Self.ops, 1)) }
    let unknown = BusError(.notFound, "Team “web” not found.")
    let effects = run.send(command, teams: nil, team: .failure(unknown))
    #expect(effects.answer?.failure == unknown && effects.commits.isEmpty)
    #expect(effects.teams == ["web"] && run.state.received.isEmpty)
    #expect(run.state.operations.isEmpty)
    #expect(!run.send(command, teams: nil).commits.isEmpty)
  }

  /// A team may be removed after its existence was checked.
  @Test func aStandupIsNotAddedToAClosedTeam() throws {
    var run = Run()
    let created = run.send(.create(CreateStandup(team: "web")), teams: nil)
    let commit = try #require(
      created.compactMap { if case .commit(let id, _) = $0 { id } else { nil } }.first)
    let closed = BusError(
      .conflict, "Team “web” was removed, or is being removed.", detail: ["team": "web"])
    let effects = run.reduce(.committed(commit, .failure(closed)))
    #expect(effects.answer?.failure == closed && run.state.operations.isEmpty)
  }

  /// The key of a tool may name a team that was removed, or that never existed.
  @Test(
    arguments: [
      (.create(CreateStandup()), "web"), (.create(CreateStandup(team: "web")), "ops web"),
      (.importFile(.replace, team: nil, [file]), "web"),
      (.setTeam(SetStandupTeam(id: design.id, team: "web")), "ops web"),
    ] as [(StandupsCommand, String)])
  func theTeamOfAToolMustExist(command: StandupsCommand, teams: String) throws {
    var run = Run { state in
      if case .setTeam = command { state.saved.add(record(Self.ops, 1)) }
    }
    let unknown = BusError(.notFound, "Team “web” not found.")
    let effects = run.send(command, teams: teams, team: .failure(unknown), by: "tool/ci")
    #expect(effects.answer?.failure == unknown && effects.commits.isEmpty)
    #expect(effects.teams == ["web"])
    let known = run.send(command, teams: teams, by: "tool/ci")
    #expect(known.commits.count == 1)
    // A person has roles only in teams that exist.
    #expect(run.send(command, teams: teams).teams.isEmpty)
  }

  /// The reply is the same whether the team of others exists or not.
  @Test func aToolDoesNotLearnWhichOtherTeamsExist() {
    var run = Run()
    let effects = run.send(
      .create(CreateStandup(team: "ops")), teams: "web", team: .failure(.init(.conflict, "x")),
      by: "tool/ci")
    #expect(effects.teams.isEmpty && effects.answer?.failure?.code == .notFound)
  }

  @Test func anInvalidTeamIsNotSearched() {
    var run = Run { state in state.saved.add(record(Self.ops, 1)) }
    let effects = run.send(.setTeam(SetStandupTeam(id: design.id, team: "Web")), teams: nil)
    #expect(effects.answer?.failure?.code == .invalid && effects.teams.isEmpty)
  }

  @Test func aTeamIsNotSearchedWithoutNeed() throws {
    var run = Run { state in state.saved.add(record(Self.ops, 1)) }
    let move = StandupsCommand.setTeam(SetStandupTeam(id: design.id, team: "web"))
    let moved = run.send(move, teams: "ops web")
    #expect(moved.teams.isEmpty && !moved.commits.isEmpty)
    let created = run.send(.create(CreateStandup(team: "default")), teams: nil)
    #expect(created.teams.isEmpty && !created.commits.isEmpty)
  }

  @Test func oneOfSeveralTeamsMustBeNamed() throws {
    var run = Run()
    let unnamed = run.send(.create(CreateStandup(title: "New")), teams: "web ops").answer?.failure
    #expect(unnamed?.code == .invalid && unnamed?.detail?["member"] == "team")
    #expect(unnamed?.message.contains("web, ops") == true)
    let other = run.send(.create(CreateStandup(team: "default")), teams: "web ops").answer
    #expect(other?.failure?.code == .notFound)
  }

  /// The meetings of a standup and their events belong to its team.
  @Test func aMeetingBelongsToTheTeamOfItsStandup() throws {
    var run = Run { state in state.saved.add(record(Self.ops, 1)) }
    let start = StandupsCommand.start(StartMeeting(standup: design.id, isRecorded: false))
    let decided = try #require(run.send(start, teams: "ops").commits.first)
    #expect(!decided.events.isEmpty && decided.events.allSatisfy { $0.labels.team == "ops" })
  }

  @Test func aFileIsImportedIntoATeam() throws {
    var run = Run()
    let file = StandupsCommand.importFile(.refuse, team: nil, [Self.file])
    let decided = try #require(run.send(file, teams: "web").commits.first)
    #expect(decided.changes.compactMap(\.document).map(\.team) == ["web", "web"])
    #expect(decided.events.map(\.labels.team) == ["web", "web"])
  }

  private static var file: StandupWithMeetings {
    StandupWithMeetings(
      standup: design,
      meetings: [
        Meeting(id: meetingID, date: Date(timeIntervalSince1970: 0), transcript: "Words.")
      ])
  }

  /// An import must not change the standup of another team that has the same id.
  @Test(arguments: [ImportStandups.Existing.refuse, .keep, .replace])
  func anImportDoesNotTouchAnotherTeam(existing: ImportStandups.Existing) throws {
    var run = Run()
    let effects = run.send(
      .importFile(existing, team: nil, [Self.file]), teams: "web",
      saved: [try record(Self.ops, 1).document()])
    #expect(effects.answer?.failure?.code == .conflict && effects.commits.isEmpty)
  }

  /// The parts of an accepted file are applied with the rights of the person who sent it.
  @Test func aFileInPartsIsAppliedAsItsSender() {
    let header = Header(by: "person/1", teams: "web")
    let file = FileImport(
      id: ImportStandups.ID(UUID(number: 1)), existing: .replace, team: "web", header: header)
    #expect(file.header.by == "person/1" && file.header.scope == .teams(["web"]))
  }

  @Test func theStatusCountsTheStandupsOfTheTeams() throws {
    var run = Run { $0.saved.put(Self.session) }
    let answer = run.send(.status(GetListStatus()), teams: "web", total: 7).answer
    let reply = try #require(try answer?.get())
    guard case .status(let status) = reply else { throw Unexpected("\(reply)") }
    #expect(status.standups == 7 && status.live == 0)
  }

  /// The part of a meeting is found by its id alone, so that its team counts.
  @Test(arguments: [("web", false), ("ops", true), (nil, true)] as [(String?, Bool)])
  func aPartOfAMeetingBelongsToItsTeam(teams: String?, isFound: Bool) throws {
    var run = Run()
    let part = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 0), transcript: "x", part: 2, parts: 2)
    let document = Document(
      collection: "meetings.parts", id: "\(meetingID)/2", parent: "\(design.id)", team: "ops",
      body: try RawJSON(encoding: part))
    let command = GetMeetingPart(standup: design.id, meeting: meetingID, part: 2)
    let answer = run.send(.getPart(command), teams: teams, saved: [document]).answer
    #expect((answer?.failure?.code == .notFound) == !isFound)
  }

  /// The standup and its past meetings move together; each team gets an event.
  @Test func anAdminOfBothTeamsMovesAStandup() throws {
    var run = Run { state in state.saved.add(record(Self.ops, 1, meetings: 1)) }
    let move = StandupsCommand.setTeam(SetStandupTeam(id: design.id, team: "web"))
    let decided = try #require(run.send(move, teams: "ops web").commits.first)
    #expect(decided.changes.first == .delete(collection: "standups", id: "\(design.id)"))
    #expect(decided.changes.compactMap(\.document).map(\.team) == ["web"])
    #expect(
      Array(decided.changes.dropFirst(2)) == [
        .setTeam(collection: "meetings", parent: "\(design.id)", team: "web"),
        .setTeam(collection: "meetings.parts", parent: "\(design.id)", team: "web"),
        .setTeam(collection: "meetings.discarded", parent: "\(design.id)", team: "web"),
      ])
    #expect(decided.events.map(\.labels.type) == ["standup.leftTeam", "standup.updated"])
    #expect(decided.events.map(\.labels.team) == ["ops", "web"])
  }

  @Test(arguments: ["ops", "web"])
  func onlyAnAdminOfBothTeamsMovesAStandup(teams: String) {
    var run = Run { state in state.saved.add(record(Self.ops, 1)) }
    let move = StandupsCommand.setTeam(SetStandupTeam(id: design.id, team: "web"))
    let effects = run.send(move, teams: teams)
    #expect(effects.answer?.failure?.code == .notFound && effects.commits.isEmpty)
  }

  /// In the other team, it could not be applied.
  @Test func anImportWithTheStandupIsCancelled() throws {
    let (with, without) = (ImportStandups.ID(UUID(number: 1)), ImportStandups.ID(UUID(number: 2)))
    var run = Run { state in
      state.saved.add(record(Self.ops, 1))
      state.received[with] = ReceivedFile(team: "ops")
      state.received[without] = ReceivedFile(team: "ops")
    }
    try run.state.received[with]?.take([StandupWithMeetings(standup: Self.ops, meetings: [])])
    let move = StandupsCommand.setTeam(SetStandupTeam(id: design.id, team: "web"))
    #expect(!run.send(move, teams: "ops web").commits.isEmpty)
    #expect(Array(run.state.received.keys) == [without])
  }

  /// The import has put standups of the teams “web” and “ops” in place so far.
  @Test(
    arguments: [
      .delete(DeleteStandup(id: design.id)), .setTeam(SetStandupTeam(id: design.id, team: "web")),
      .deleteMeeting(DeleteMeeting(standup: design.id, meeting: meetingID)),
      .forgetPerson(ForgetPerson(standup: design.id, name: "Ada")),
    ] as [StandupsCommand],
    [("web", false), ("ops web", true), (nil, true)] as [(String?, Bool)])
  func anImportHoldsUpOnlyTheTeamsThatItConcerns(
    command: StandupsCommand, concerned: (teams: String?, isBusy: Bool)
  ) {
    var file = FileImport(
      id: ImportStandups.ID(UUID(number: 1)), existing: .replace, team: "web",
      header: Header(teams: concerned.teams))
    file.progress.phase = .applying
    let run = Run { [file] state in
      state.saved.add(record(Self.ops, 1))
      state.saved.imports[file.id] = file
    }
    var (person, tool) = (run, run)
    #expect(
      (person.send(command, teams: "ops web").answer?.failure?.code == .busy) == concerned.isBusy)
    #expect((tool.send(command, teams: nil).answer?.failure?.code == .busy) == concerned.isBusy)
  }

  /// An import concerns its own team, and those of the standups in the file that exist here, as far
  /// as the sender may change them when the file is accepted.
  @Test(
    arguments: [
      (nil, nil, "ops web"), ("ops web", "ops web", "ops web"), ("ops web x", "web x", "web"),
    ] as [(String?, String?, String)])
  func anImportConcernsTheTeamsOfItsStandups(
    sent: String?, accepted: String?, concerned: String
  ) throws {
    let id = ImportStandups.ID(UUID(number: 1))
    var run = Run { state in state.saved.add(record(Self.ops, 1)) }
    let part = ImportPart(id: id, part: 1, json: "[]", existing: .keep, team: "web")
    let standups = [
      StandupWithMeetings(standup: Self.ops, meetings: []),
      StandupWithMeetings(standup: product, meetings: []),
    ]
    let stored = try #require(run.send(.importPart(part, standups), teams: sent).commits.first)
    let document = try #require(stored.changes.compactMap(\.document).last)
    run.state.saved.imports[id] = try document.value(as: FileImport.self)
    run.state.operations = [:]
    run.state.locks = [:]
    let taken = run.send(.takeImport(TakeImport(id: id, parts: 1)), teams: accepted)
    let file = try #require(taken.commits.first?.changes.first?.document)
    #expect(try file.value(as: FileImport.self).header.teams == concerned)
  }

  @Test func anImportOfMoreTeamsThanAHeaderContainsConcernsAll() {
    var file = FileImport(id: ImportStandups.ID(UUID(number: 1)), existing: .keep)
    let teams = (0...TeamScope.maxTeams).map { "t\($0)" }
    file.use(Header(), in: Set(teams.dropLast()))
    #expect(file.header.scope.teams?.count == TeamScope.maxTeams)
    file.use(Header(), in: Set(teams))
    #expect(file.header.scope == .all)
  }

  /// The client sends the cursor, which may name a standup of another team.
  @Test(arguments: [("web", []), ("ops", ["Words."]), (nil, ["Words."])] as [(String?, [String])])
  func anExportHasTheMeetingsOfTheTeams(teams: String?, words: [String]) throws {
    var run = Run()
    let meeting = Document(
      collection: "meetings", id: "\(meetingID)", parent: "\(design.id)", team: "ops",
      body: try RawJSON(encoding: Self.file.meetings[0]))
    let cursor = #"{"hasStandups":true,"hasMeetings":false,"open":"\#(design.id)"}"#
    let effects = run.send(
      .exportFile(ExportStandups(after: cursor)), teams: teams, saved: [meeting])
    #expect(effects.queries.allSatisfy { $0.teams == teams.map { [$0] } })
    let reply = try #require(try effects.answer?.get())
    guard case .exported(let page) = reply else { throw Unexpected("\(reply)") }
    #expect(words.isEmpty == !page.json.contains("Words."))
  }

  /// Further commands of the person, or of the tool of a team, are refused, and those of others wait.
  @Test(arguments: ["person/\(UUID(number: 1).lowercaseText)", "tool/ci"])
  func onePersonDoesNotFillTheQueue(actor: String) throws {
    var run = Run { state in
      state.saved.add(record(Self.ops, 1))
      state.locks[.standup(design.id)] = 1000
    }
    func edit(_ actor: String, _ caller: CallerID) -> [StandupsEffect] {
      let header = Header(by: actor, teams: "ops")
      return run.reduce(.received(caller, .edit(EditStandup(id: design.id, title: "T")), header))
    }
    for caller in 1...StandupsState.maxWaitingPerActor { #expect(edit(actor, caller).isEmpty) }
    #expect(edit(actor, 9001).answer?.failure?.code == .busy)
    #expect(edit("tool/other", 9002).isEmpty)
  }

  /// Each of them may be new, so that they count together.
  @Test func theTokensOfATeamHaveOneShareOfTheQueue() throws {
    var run = Run { state in
      state.saved.add(record(Self.ops, 1))
      state.locks[.standup(design.id)] = 1000
    }
    func edit(_ token: UInt32, _ team: String, _ caller: CallerID) throws -> [StandupsEffect] {
      let role = try #require(Role("team:\(team):member"))
      let header = Header(by: Principal.token(UUID(number: token), role).actor, teams: team)
      return run.reduce(.received(caller, .edit(EditStandup(id: design.id, title: "T")), header))
    }
    for caller in 1...StandupsState.maxWaitingPerActor {
      #expect(try edit(UInt32(caller % 100), "ops", CallerID(caller)).isEmpty)
    }
    #expect(try edit(9001, "ops", 9001).answer?.failure?.code == .busy)
    let person = Header(by: PersonActor.id(of: UUID(number: 1)), teams: "ops")
    #expect(
      run.reduce(.received(9002, .edit(EditStandup(id: design.id, title: "T")), person)).isEmpty)
  }

  @Test func aStandupDoesNotMoveDuringAMeeting() {
    var run = Run { state in
      state.saved.add(record(Self.ops, 1))
      state.saved.put(Self.session)
    }
    let move = StandupsCommand.setTeam(SetStandupTeam(id: design.id, team: "web"))
    #expect(run.send(move, teams: "ops web").answer?.failure?.code == .conflict)
  }

  @Test func aStandupThatIsInTheTeamStaysAsItIs() throws {
    var run = Run { state in state.saved.add(record(Self.ops, 1)) }
    let effects = run.send(.setTeam(SetStandupTeam(id: design.id, team: "ops")), teams: nil)
    let reply = try #require(try effects.answer?.get())
    guard case .standup(let standup) = reply else { throw Unexpected("\(reply)") }
    #expect(standup == Self.ops)
  }

  /// A rejected part of a person of another team does not end the import, and does not reveal it.
  @Test(arguments: ["web", "znosuch"])
  func aPartOfAnotherTeamsImportChangesNothing(team: String) throws {
    let (id, unknown) = (ImportStandups.ID(UUID(number: 1)), ImportStandups.ID(UUID(number: 2)))
    var file = FileImport(id: id, existing: .refuse, team: "ops", header: Header())
    file.progress.parts = 1
    var run = Run { [file] state in
      state.saved.imports[id] = file
      state.received[id] = ReceivedFile(team: "ops")
    }
    func part(of id: ImportStandups.ID) -> StandupsCommand {
      .importPart(ImportPart(id: id, part: 2, json: "[]", team: team), [])
    }
    let effects = run.send(part(of: id), teams: "web")
    #expect(effects.answer?.failure != nil && effects.commits.isEmpty)
    #expect(run.state.received[id] != nil)
    #expect(effects.answer?.failure == run.send(part(of: unknown), teams: "web").answer?.failure)
  }

  /// An admin of one team does not cancel the imports of another.
  @Test func forgettingAPersonCancelsOnlyImportsThatMayHaveTheirWords() throws {
    let ids = (1...3).map { ImportStandups.ID(UUID(number: $0)) }
    var repeating = ReceivedFile(team: "web")
    try repeating.take([StandupWithMeetings(standup: Self.ops, meetings: [])])
    let files = [ReceivedFile(team: "web"), ReceivedFile(team: "ops"), repeating]
    var run = Run { state in
      state.saved.add(record(Self.ops, 1))
      for (id, file) in zip(ids, files) { state.received[id] = file }
    }
    _ = run.send(.forgetPerson(ForgetPerson(standup: design.id, name: "Ada")), teams: "ops")
    #expect(Set(run.state.received.keys) == [ids[0]])
  }
}

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

/// Loading of the saved state.
struct LoadingTests {
  private func empty() -> Scenario { Scenario { $0.phase = .idle } }

  /// The query for the cell's share comes first.
  private func begin(_ scenario: inout Scenario) {
    scenario.store.send(.start)
    scenario.store.expect(.requestShare)
    scenario.store.send(.shared(.success(.everything)))
  }

  private func page(_ documents: [Document] = [], next: String? = nil) -> StandupsAction {
    .loaded(.success(DocumentPage(documents: documents, next: next, total: documents.count)))
  }

  private func expectPage(
    _ scenario: inout Scenario, _ collection: String, after: String? = nil, limit: Int = 1000
  ) {
    let newest = DocumentQuery(
      collection: collection, limit: 1, newestFirst: true, counts: true)
    let page = DocumentQuery(collection: collection, after: after, limit: limit)
    scenario.store.expect(.loadPage(collection == "standups" ? newest : page))
  }

  private func document(_ session: MeetingSession) throws -> Document {
    try #require(try Change.addSession(session).document().document)
  }

  @Test func nothingSavedYetStartsEmptyWithoutAnAlert() throws {
    var scenario = empty()
    begin(&scenario)
    expectPage(&scenario, "standups")
    scenario.store.send(page())
    for collection in ["sessions", "session.states", "session.lines"] {
      expectPage(&scenario, collection)
      scenario.store.send(page())
    }
    expectPage(&scenario, "notices")
    scenario.store.send(page())
    expectPage(&scenario, "retention")
    scenario.store.send(page())
    expectPage(&scenario, "imports")
    scenario.store.send(page())
    expectPage(&scenario, "glossaries")
    scenario.store.send(page())
    scenario.expectReady()
    let caller = scenario.send(.status(GetListStatus()))
    #expect(
      try scenario.reply(to: caller)
        == .status(GetListStatus.Reply(destination: nil, standups: 0, live: 0)))
    scenario.finish()
  }

  /// Documents of live meetings, and the state when they were read.
  typealias Part = (documents: [Document], change: (inout Saved) -> Void)

  /// Loads these documents to the end; the expectations apply from the sessions on.
  func loaded(
    standups: [Document] = [], sessions: [Document] = [], states: Part = ([], { _ in }),
    lines: Part = ([], { _ in }), notices: [Document] = [], retention: [Document] = [],
    imports: [Document] = [],
    glossaries: [Document] = [],
    _ expected: (inout Saved) -> Void
  ) -> Scenario {
    var scenario = empty()
    var saved = Saved()
    expected(&saved)
    begin(&scenario)
    expectPage(&scenario, "standups")
    scenario.store.send(page(standups)) {
      $0.count = saved.count
    }
    expectPage(&scenario, "sessions")
    scenario.store.send(page(sessions)) {
      for session in saved.sessions { $0.put(session) }
      for document in saved.unreadable { $0.note(document) }
    }
    expectPage(&scenario, "session.states")
    scenario.store.send(page(states.documents), states.change)
    expectPage(&scenario, "session.lines")
    scenario.store.send(page(lines.documents), lines.change)
    expectPage(&scenario, "notices")
    scenario.store.send(page(notices)) { $0.destination = saved.destination }
    expectPage(&scenario, "retention")
    scenario.store.send(page(retention)) { $0.retention = saved.retention }
    expectPage(&scenario, "imports")
    scenario.store.send(page(imports)) { $0.imports = saved.imports }
    expectPage(&scenario, "glossaries")
    scenario.store.send(page(glossaries)) { $0.glossaries = saved.glossaries }
    scenario.expectReady()
    return scenario
  }

  @Test func whatWasSavedIsThereAgain() throws {
    let session = try #require(Scenario.meeting().session)
    var scenario = loaded(
      standups: [try record(product, 9).document()],
      sessions: [try document(session)]
    ) { saved in
      saved.count = 1
      saved.put(session)
    }
    #expect(try scenario.work() == [needs(session.clock, listening: .init(startMs: 0))])
    scenario.send(.create(CreateStandup()))
    guard case .insert(let new) = try scenario.takeCommit().decided.changes.first else {
      throw Unexpected("no document")
    }
    #expect(new.sortKey == 10)
  }

  @Test func theRetentionOfTeamsIsThereAgain() throws {
    let retention = TeamRetention(team: "web", days: 7)
    let document = Document(
      collection: "retention", id: "web", body: try RawJSON(encoding: retention))
    var scenario = loaded(retention: [document]) { $0.retention["web"] = retention }
    scenario.finish()
  }

  @Test func liveMeetingsAreToldUntilTheParentTakesThem() throws {
    var heard = try #require(Scenario.meeting().session)
    heard.heard = .init(stream: "a", untilMs: 6_000)
    let session = heard
    var scenario = loaded(
      standups: [try record(design, 1).document()], sessions: [try document(session)]
    ) { saved in
      saved.count = 1
      saved.put(session)
    }
    scenario.time.advance(7_000)
    _ = try scenario.work(.failure(.away))
    scenario.store.expect(.wait(ms: 1000, then: .syncDue([meetingID], .all)))
    scenario.time.advance(1_000)
    scenario.store.send(.syncDue([meetingID], .all))
    #expect(
      try scenario.work() == [
        needs(session.clock, listening: .init(startMs: 8_000, settledMs: 6_000))
      ])
    scenario.finish()
  }

  /// However many meetings there are, the router has only a few messages at a time, and is notified of each meeting
  /// once.
  @Test func manyLiveMeetingsAreToldAFewMessagesAtATime() throws {
    let time = TestTime()
    let sessions = (0..<1100).map { (number: UInt32) -> MeetingSession in
      let standup = Standup(id: Standup.ID(UUID(number: 10_000 + number)))
      var session = MeetingSession(
        id: Meeting.ID(UUID(number: 20_000 + number)), standup: standup,
        clock: CountdownClock(elapsedMs: 0, at: time.moment(0), isRunning: false))
      session.begin(at: time.moment(0), isRecording: false)
      return session
    }
    var scenario = loaded(sessions: try sessions.map { try document($0) }) { saved in
      for session in sessions { saved.put(session) }
    }
    var told: [Meeting.ID] = []
    var underWay: [WorkMessage] = []
    func reply(_ result: Result<Done, BusError>) {
      scenario.answer(underWay.removeFirst(), result)
    }
    func take() throws {
      while !scenario.store.pending.isEmpty {
        let message = try scenario.takeWork()
        underWay.append(message)
        #expect(message.meetings.allSatisfy { $0.listening == nil })
        told += message.ids
      }
    }
    try take()
    #expect(underWay.count == 4)
    // One fails: its meetings are reported later, without delaying the others.
    reply(.failure(.away))
    scenario.store.expect(.wait(ms: 1000, then: .syncDue(sessions[..<200].map(\.id), .all)))
    try take()
    #expect(underWay.count == 4)
    while !underWay.isEmpty {
      reply(.success(Done()))
      try take()
      #expect(underWay.count <= 4)
    }
    #expect(told == sessions.map(\.id))
    scenario.finish()
  }

  @Test func aMeetingThatStillAsksHasNoWork() throws {
    var session = MeetingSession(
      id: meetingID, standup: design,
      clock: CountdownClock(elapsedMs: 0, at: TestTime().moment(0), isRunning: false))
    session.destination = .alert(.speechAuthorization)
    var scenario = loaded(sessions: [try document(session)]) { $0.put(session) }
    scenario.finish()
  }

  @Test func loadingIsTriedAgainWithoutEnd() throws {
    var scenario = empty()
    begin(&scenario)
    expectPage(&scenario, "standups")
    for _ in 0..<5 {
      scenario.store.send(.loaded(.failure(.away)))
      scenario.store.expect(.wait(ms: 500, then: .retryLoading))
      scenario.store.send(.retryLoading)
      expectPage(&scenario, "standups")
    }
    // No more of them are read.
    scenario.store.send(page([try record(design, 1).document()], next: "2")) { $0.count = 1 }
    expectPage(&scenario, "sessions")
    scenario.store.send(.loaded(.failure(BusError(.tooLarge, "Too large."))))
    expectPage(&scenario, "sessions", limit: 500)
    scenario.store.send(page(next: "2"))
    expectPage(&scenario, "sessions", after: "2", limit: 500)
  }

  @Test func commandsWaitUntilItIsLoadedAndOnlySoMany() throws {
    var scenario = empty()
    begin(&scenario)
    expectPage(&scenario, "standups")
    let work = scenario.send(.work(GetRunningMeetings()))
    for _ in 1..<StandupsState.maxWaiting { scenario.send(.status(GetListStatus())) }
    let refused = scenario.send(.status(GetListStatus()))
    #expect(try scenario.error(to: refused, .unavailable).retryable)
    scenario.store.send(page())
    for collection in ["sessions", "session.states", "session.lines"] {
      expectPage(&scenario, collection)
      scenario.store.send(page())
    }
    expectPage(&scenario, "notices")
    scenario.store.send(page())
    expectPage(&scenario, "retention")
    scenario.store.send(page())
    expectPage(&scenario, "imports")
    scenario.store.send(page())
    expectPage(&scenario, "glossaries")
    scenario.store.send(page())
    scenario.expectReady()
    #expect(try scenario.reply(to: work) == .running(.init(meetings: [])))
    for caller in 2...StandupsState.maxWaiting { _ = try scenario.reply(to: caller) }
    scenario.finish()
  }

  @Test func drainingWhileLoadingAnswersThoseWhoWait() throws {
    var scenario = empty()
    begin(&scenario)
    expectPage(&scenario, "standups")
    let caller = scenario.send(.status(GetListStatus()))
    scenario.store.send(.drain)
    try scenario.error(to: caller, .draining)
    scenario.store.send(.loaded(.failure(.away)))
    scenario.store.expect(.wait(ms: 500, then: .retryLoading))
    scenario.store.send(.retryLoading)
    scenario.finish()
  }

  @Test func whatCannotBeReadIsKeptAndSaid() throws {
    let bad = Document(
      collection: "sessions", id: "s1", parent: "x", body: try RawJSON(encoding: ["id": 7]))
    var scenario = loaded(sessions: [bad]) { $0.note(unreadable: "sessions/s1", of: "x") }
    let caller = scenario.send(.status(GetListStatus()))
    let status = try scenario.status(to: caller)
    #expect(status.unreadable == ["sessions/s1"])
    scenario.finish()
  }

  /// The saved data of a meeting after its start: its state and its lines.
  private func parts(_ session: MeetingSession) throws -> (state: Document, lines: [Document]) {
    let segments = session.segments.enumerated()
    return (
      try #require(try Change.putState(session.state, of: session.id).document().document),
      try segments.map { number, segment in
        let line = MeetingSession.Line(
          key: session.heardLines[number], segment: segment, heard: session.heard)
        return try #require(
          try Change.putLine(line, number, of: session.id).document().document)
      }
    )
  }

  private func talked() throws -> (start: MeetingSession, now: MeetingSession) {
    let start = try #require(Scenario.meeting().session)
    let now = Scenario.meeting { session in
      _ = session.hear(line("1", 0, 1_000, "One."))
      _ = session.hear(line("2", 2_000, 3_000, "Two."))
      session.markFailure()
      session.adopt(session.clock.held(at: TestTime().moment(4_000)))
      session.destination = .alert(.speechFailed(reason: "Why."))
    }
    return (start, try #require(now.session))
  }

  @Test func aMeetingIsPutTogetherFromItsParts() throws {
    let (start, now) = try talked()
    let (state, lines) = try parts(now)
    var scenario = loaded(
      sessions: [try document(start)],
      states: ([state], { saved in change(&saved) { $0.state = now.state } }),
      lines: (lines, { $0.put(now) })
    ) { $0.put(start) }
    #expect(scenario.session?.transcript == "One. Two. ❌")
    #expect(try scenario.work() == [needs(now.clock)])
    scenario.finish()
  }

  /// The lines after it are dropped as well.
  @Test func aMeetingWhoseStateCannotBeReadIsLeftAsItIs() throws {
    let (start, now) = try talked()
    var (state, lines) = try parts(now)
    state.body = .null
    let isLeft: (inout Saved) -> Void = { saved in
      saved.removeSession(meetingID)
      saved.note(unreadable: "session.states/\(meetingID)", standup: design.id)
    }
    var scenario = loaded(
      sessions: [try document(start)], states: ([state], isLeft), lines: (lines, { _ in })
    ) { $0.put(start) }
    scenario.finish()
  }

  @Test func aMeetingOfWhichALineCannotBeReadIsLeftAsItIs() throws {
    let (start, now) = try talked()
    var (_, lines) = try parts(now)
    lines[0].body = .null
    let isLeft: (inout Saved) -> Void = { saved in
      saved.removeSession(meetingID)
      saved.note(
        unreadable: "session.lines/\(meetingID)/0", of: "\(meetingID)", standup: design.id)
    }
    var scenario = loaded(sessions: [try document(start)], lines: (lines, isLeft)) {
      $0.put(start)
    }
    scenario.finish()
  }

  @Test func partsOfAMeetingThatIsNotThereAreLeftAsTheyAre() throws {
    let (state, lines) = try parts(try talked().now)
    var scenario = loaded(states: ([state], { _ in }), lines: (lines, { _ in })) { _ in }
    scenario.finish()
  }

  @Test func theTimerThatAsksInTheMiddleOfAChangeIsToldAgain() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let end = scenario.send(.end(EndMeeting(id: meetingID)))
    let (hold, _) = try scenario.takeCommit()
    let work = scenario.send(.work(GetRunningMeetings()))
    let unheld = CountdownClock(elapsedMs: 0, at: scenario.time.moment(0), isRunning: true)
    #expect(
      try scenario.reply(to: work)
        == .running(.init(meetings: [needs(unheld, listening: .init(startMs: 4_000))])))
    let held = scenario.clock(4_000, isRunning: false)
    scenario.store.send(.committed(hold, .success(.written))) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.endMeeting(isDiscardable: true))
      }
    }
    _ = try scenario.live(to: end)
    #expect(try scenario.work() == [needs(held)])
    scenario.finish()
  }

  /// An accepted file continues; the parts of a file that was not accepted are removed.
  @Test func filesThatWereTakenGoOn() throws {
    let (taken, received) = (ImportStandups.ID(UUID(number: 1)), ImportStandups.ID(UUID(number: 2)))
    var files = [FileImport(id: taken, existing: .keep), FileImport(id: received, existing: .keep)]
    (files[0].progress.phase, files[0].progress.parts, files[0].progress.applied) = (
      .applying, 9, 4
    )
    files[1].progress.parts = 30
    let documents = try files.map {
      Document(collection: "imports", id: "\($0.id)", body: try RawJSON(encoding: $0))
    }
    var scenario = loaded(imports: documents) { saved in
      for file in files { saved.imports[file.id] = file }
    }
    let (operation, query) = try scenario.load()
    #expect(query.ids == ["\(taken)/5"])
    let dropped = try scenario.commit([]) { $0.imports[received]?.progress.parts = 10 }
    #expect(dropped.changes.count == 21)
    #expect(dropped.changes.first == .delete(collection: "imports.parts", id: "\(received)/11"))
    let rest = try scenario.commit([]) { $0.imports[received] = nil }
    #expect(rest.changes.count == 13 && rest.changes.last == .erase(.removed))
    let caller = scenario.send(.getImport(GetImport(id: received)))
    try scenario.error(to: caller, .notFound)
    scenario.store.send(.documents(operation, .failure(.away)))
    scenario.store.expect(.wait(ms: 5000, then: .importDue(taken)))
    scenario.finish()
  }
}

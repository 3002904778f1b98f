import Bus
import Cells
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Several cells share the standups.
@Suite struct ShareTests {
  /// A share that has the slots of the fixtures' standup, or not.
  private static func share(_ slots: SlotSet, version: Int64 = 2) -> StandupsShare {
    StandupsShare(
      version: version, slots: slots,
      elsewhere: [StandupsPlace(router: "tcp://south", slots: SlotSet.all.subtracting(slots))])
  }

  private static var slot: Slot { Slot(of: design.id.rawValue) }

  /// A cell with this share, and with “Design” in its database.
  private static func scenario(_ share: StandupsShare? = nil) -> Scenario {
    Scenario { state in
      state.saved.add(record(design, 1))
      state.nextSortKey = 2
      state.share = share ?? Self.share(SlotSet(Slot.all.filter { $0 != slot }))
    }
  }

  private var meeting: Meeting.ID { Meeting.ID(meetingID.rawValue.inSlot(Self.slot)) }

  private var commands: [StandupsCommand] {
    [
      .get(GetStandup(id: design.id)), .edit(EditStandup(id: design.id, title: "x")),
      .delete(DeleteStandup(id: design.id)), .create(CreateStandup(id: design.id)),
      .deleteMeeting(DeleteMeeting(standup: design.id, meeting: meetingID)),
      .getPart(GetMeetingPart(standup: design.id, meeting: meetingID, part: 2)),
      .forgetPerson(ForgetPerson(standup: design.id, name: "Blob")),
      .exportFile(ExportStandups(ids: [design.id])),
      .importFile(.refuse, team: nil, [StandupWithMeetings(standup: design, meetings: [])]),
      .start(StartMeeting(standup: design.id)), .getMeeting(GetMeeting(id: meeting)),
      .next(NextSpeaker(id: meeting)), .pause(PauseMeeting(id: meeting)),
      .end(EndMeeting(id: meeting)),
      .reorder(ReorderTurns(id: meeting, order: [design.attendees[0].id])),
      .undo(UndoChange(id: meeting, change: .init(UUID(number: 1)))),
      .listDiscarded(ListDiscarded(standup: design.id)),
      .search(SearchTranscripts(query: "x", standup: design.id)),
      .restore(RestoreMeeting(standup: design.id, meeting: meetingID)),
      .correct(
        CorrectLine(
          standup: design.id, meeting: meetingID, line: 0,
          was: .init(
            Segment(
              attendee: design.attendees[0].id, speaker: "Blob", fromMs: 0, toMs: 1, text: "x")),
          isHeard: true)),
    ]
  }

  @Test func aStandupOfOthersIsSaidToBeThere() throws {
    // Never empty because it is a literal.
    for command in commands {
      var scenario = Self.scenario()
      let error = try scenario.error(to: scenario.send(command), .moved)
      #expect(!error.retryable && error.detail == ["router": "tcp://south"], "\(command.name)")
      scenario.finish()
    }
  }

  /// The error includes the address of the other cell's page if it is known.
  @Test func aStandupOfOthersHasItsPageThere() throws {
    let page = "https://south.example/"
    let place = StandupsPlace(router: "tcp://south", slots: SlotSet([Self.slot]), web: page)
    var scenario = Self.scenario(
      StandupsShare(
        version: 2, slots: SlotSet.all.subtracting(place.slots), elsewhere: [place]))
    let error = try scenario.error(to: scenario.send(.get(GetStandup(id: design.id))), .moved)
    #expect(error.detail == ["router": "tcp://south", "web": page])
    let list = scenario.send(.list(ListStandups()))
    try scenario.loadStandups()
    #expect(try scenario.reply(to: list) == .list(ListedStandups(elsewhere: [place])))
    let json = try RawJSON(encoding: ListedStandups(elsewhere: [place]))
    #expect(try json.decode(as: ListStandups.Reply.self).elsewhere == [place])
    scenario.finish()
  }

  /// A command completed before the standup moved gets its original reply.
  @Test func aCommandThatComesAgainGetsItsReply() throws {
    var scenario = Self.scenario()
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "x")), key: "k", attempt: 2)
    let id = try scenario.store.take {
      if case .findReply(let id, _, _) = $0 { id } else { nil }
    }
    let standup = try RawJSON(encoding: design)
    scenario.store.send(.replyFound(id, .success(FoundReply(reply: standup))))
    #expect(try scenario.reply(to: caller) == .stored(standup))
    scenario.finish()
  }

  @Test func aSlotThatIsNobodysIsWaitedFor() throws {
    var scenario = Self.scenario(StandupsShare(version: 2, slots: SlotSet()))
    let error = try scenario.error(to: scenario.send(.get(GetStandup(id: design.id))), .unavailable)
    #expect(error.retryable && error.retryAfterMs == 100)
    scenario.finish()
  }

  @Test func whatIsMadeHereHasASlotThatIsHere() throws {
    for slots in ["0-3", "1023", "5,900-902"] {
      let own = try #require(SlotSet(slots))
      var scenario = Self.scenario(Self.share(own))
      scenario.send(.create(CreateStandup(title: "New")))
      let (_, decided) = try scenario.takeCommit()
      let id = try #require(decided.events.first?.labels.standup.flatMap { Standup.ID($0) })
      #expect(own.contains(Slot(of: id.rawValue)))
    }
  }

  @Test func whereNothingIsNothingIsMade() throws {
    var scenario = Self.scenario(Self.share(SlotSet()))
    let error = try scenario.error(to: scenario.send(.create(CreateStandup(title: "x"))), .moved)
    #expect(error.detail == ["router": "tcp://south"])
    scenario.finish()
  }

  /// A client that knows only a live meeting is redirected, too.
  @Test func aMeetingIsInTheSlotOfItsStandup() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.start(StartMeeting(standup: design.id, isRecorded: false)))
    let (_, decided) = try scenario.takeCommit()
    let id = try #require(decided.events.first?.labels.meeting.flatMap { Meeting.ID($0) })
    #expect(Slot(of: id.rawValue) == Self.slot, "\(caller)")
  }

  @Test func listsSayWhereOthersAre() throws {
    let place = StandupsPlace(router: "tcp://south", slots: SlotSet([Self.slot]))
    var scenario = Self.scenario()
    let live = scenario.send(.listLive(ListLiveMeetings()))
    #expect(try scenario.reply(to: live) == .allLive(.init(meetings: [], elsewhere: [place])))
    let list = scenario.send(.list(ListStandups()))
    try scenario.loadStandups()
    #expect(try scenario.reply(to: list) == .list(ListedStandups(elsewhere: [place])))
    let json = try RawJSON(encoding: ListedStandups(elsewhere: [place]))
    #expect(try json.decode(as: ListStandups.Reply.self).elsewhere == [place])
    scenario.finish()
  }

  /// The latest version applies, in whatever order versions arrive.
  @Test func theLatestShareHolds() throws {
    var scenario = Self.scenario()
    for (version, slots) in [(3, SlotSet.all), (2, SlotSet())] as [(Int64, SlotSet)] {
      let share = Self.share(slots, version: version)
      let caller = scenario.send(.setShare(SetStandupsShare(share: share)))
      #expect(try scenario.reply(to: caller) == .done)
    }
    #expect(scenario.store.state.share == Self.share(.all, version: 3))
    scenario.finish()
  }

  @Test func theShareIsAskedForUntilItIsKnown() throws {
    var scenario = Scenario { $0.phase = .idle }
    scenario.store.send(.start)
    for _ in 0..<3 {
      scenario.store.expect(.requestShare)
      scenario.store.send(.shared(.failure(.away)))
      scenario.store.expect(.wait(ms: 500, then: .retryLoading))
      scenario.store.send(.retryLoading)
    }
    scenario.store.expect(.requestShare)
    let share = Self.share(SlotSet([Self.slot]))
    scenario.store.send(.shared(.success(share)))
    #expect(scenario.store.state.share == share)
    // Documents that were copied here, or not removed yet, are not loaded.
    let newest = DocumentQuery(
      collection: "standups", limit: 1, newestFirst: true, counts: true, slots: share.slots)
    scenario.store.expect(.loadPage(newest))
    scenario.finish()
  }

  // MARK: Arriving and leaving slots

  private static let others = SlotSet(Slot.all.filter { $0 != slot })

  /// The live meeting of “Design”.
  private var live: MeetingSession {
    let time = TestTime()
    var session = MeetingSession(
      id: meeting, standup: design,
      clock: CountdownClock(elapsedMs: 0, at: time.moment(0), isRunning: false))
    session.begin(at: time.moment(0), isRecording: false)
    return session
  }

  private func count(_ slots: SlotSet) -> DocumentQuery {
    DocumentQuery(
      collection: "standups", limit: 1, newestFirst: true, counts: true, slots: slots)
  }

  private func page(_ collection: String, _ slots: SlotSet) -> DocumentQuery {
    DocumentQuery(collection: collection, limit: 1000, slots: slots)
  }

  private func answer(
    _ scenario: inout Scenario, _ query: DocumentQuery, _ documents: [Document] = [],
    total: Int? = nil, _ change: (inout Saved) -> Void = { _ in }
  ) throws {
    let (id, asked) = try scenario.load()
    #expect(asked == query)
    scenario.store.send(
      .documents(id, .success(DocumentPage(documents: documents, total: total))), change)
  }

  /// A live meeting whose standup moves away becomes unknown, and its services release it.
  @Test func whatGoesIsForgotten() throws {
    let live = live
    var scenario = Scenario { state in
      state.saved.add(record(design, 1))
      state.saved.put(live)
    }
    let share = Self.share(Self.others)
    let caller = 1000
    let header = Header(id: UUID())
    scenario.store.send(.received(caller, .setShare(SetStandupsShare(share: share)), header)) {
      _ = $0.removeStandups(in: SlotSet([Self.slot]))
    }
    scenario.store.expect(.discardWork(live.id))
    try answer(&scenario, count(SlotSet([Self.slot])), total: 1) { $0.count -= 1 }
    #expect(try scenario.reply(to: caller) == .done)
    let moved = try scenario.error(to: scenario.send(.getMeeting(GetMeeting(id: live.id))), .moved)
    #expect(moved.detail == ["router": "tcp://south"])
    #expect(scenario.saved.count == 0 && scenario.saved.sessions.count == 0)
    // Further reports of its clock are ignored, and the timer of this cell releases it again.
    let late = scenario.send(.timeUp(TellTimeUp(id: live.id)))
    #expect(try scenario.reply(to: late) == .done)
    scenario.store.expect(.discardWork(live.id))
    scenario.finish()
  }

  /// A pending save completes before its standup moves, and no other save starts.
  @Test func whatIsUnderWayIsDoneFirst() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1)) }
    let edit = scenario.send(.edit(EditStandup(id: design.id, title: "Last")))
    let (id, _) = try scenario.takeCommit()
    let caller = scenario.send(.setShare(SetStandupsShare(share: Self.share(Self.others))))
    let late = scenario.send(.edit(EditStandup(id: design.id, title: "Later")))
    scenario.store.send(.committed(id, .success(.written))) { saved in
      var last = record(design, 1)
      last.standup.title = "Last"
      last.standup.revision += 1
      saved.recent.put(last)
      _ = saved.removeStandups(in: SlotSet([Self.slot]))
    }
    _ = try scenario.reply(to: edit)
    let (loading, _) = try scenario.load()
    #expect(try scenario.error(to: late, .moved).detail == ["router": "tcp://south"])
    scenario.store.send(
      .documents(loading, .success(DocumentPage(documents: [], total: 1)))
    ) { $0.count -= 1 }
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  /// A live meeting that moves here continues: its services are notified.
  @Test func whatComesGoesOn() throws {
    let live = live
    var scenario = Scenario { state in
      state.share = Self.share(Self.others, version: 1)
      state.counted = Self.others
    }
    let slots = SlotSet([Self.slot])
    let caller = scenario.send(
      .setShare(SetStandupsShare(share: StandupsShare(version: 2, slots: .all))))
    let (counting, asked) = try scenario.load()
    #expect(asked == count(slots))
    // Before it is loaded, commands about it are not answered.
    let early = try scenario.error(
      to: scenario.send(.start(StartMeeting(standup: design.id))), .unavailable)
    #expect(early.retryable)
    let newest = DocumentPage(documents: [try record(design, 5).document()], total: 1)
    scenario.store.send(.documents(counting, .success(newest))) { $0.count = 1 }
    let session = try #require(try Change.addSession(live).document().document)
    try answer(&scenario, page("sessions", slots), [session]) { $0.put(live) }
    try answer(&scenario, page("session.states", slots))
    try answer(&scenario, page("session.lines", slots))
    #expect(try scenario.reply(to: caller) == .done)
    #expect(scenario.store.state.nextSortKey == 6)
    let work = try scenario.work()
    #expect(work.map(\.id) == [live.id])
    let found = try scenario.live(to: scenario.send(.getMeeting(GetMeeting(id: live.id))))
    #expect(found.session == live)
    scenario.finish()
  }

  /// A share that cannot be loaded is not accepted; the next notification retries it.
  @Test func whatCannotBeLoadedIsElsewhereStill() throws {
    var scenario = Scenario { state in
      state.share = Self.share(Self.others, version: 1)
      state.counted = Self.others
    }
    let share = StandupsShare(version: 2, slots: .all)
    for _ in 0..<2 {
      let caller = scenario.send(.setShare(SetStandupsShare(share: share)))
      let (id, _) = try scenario.load()
      scenario.store.send(.documents(id, .failure(.away)))
      _ = try scenario.error(to: caller, .unavailable)
      #expect(!scenario.store.state.share.slots.contains(Self.slot))
    }
    scenario.finish()
  }
}

import Bus
import Cells
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Several installations share the standups.
@Suite struct ShareTests {
  /// A share that has the slots of the fixtures' standup or not.
  private static func share(_ slots: SlotSet, version: Int64 = 2) -> StandupsShare {
    StandupsShare(
      version: version, slots: slots,
      elsewhere: [StandupsPlace(router: "tcp://south", slots: SlotSet.all.subtracting(slots))])
  }

  private static var slot: Slot { Slot(of: design.id.rawValue) }

  /// An installation that has what the share says, and “Design” on its disk.
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
      .importFile(.refuse, [StandupWithMeetings(standup: design, meetings: [])]),
      .start(StartMeeting(standup: design.id)), .getMeeting(GetMeeting(id: meeting)),
      .next(NextSpeaker(id: meeting)), .pause(PauseMeeting(id: meeting)),
      .end(EndMeeting(id: meeting)), .recordingDenied(TellRecordingDenied(standup: design.id)),
    ]
  }

  @Test func aStandupOfOthersIsSaidToBeThere() throws {
    for command in commands {
      var scenario = Self.scenario()
      let error = try scenario.error(to: scenario.send(command), .moved)
      #expect(!error.retryable && error.detail == ["router": "tcp://south"], "\(command.name)")
      scenario.finish()
    }
  }

  /// What was done before a standup left is answered as it was.
  @Test func aCommandThatComesAgainGetsItsReply() throws {
    var scenario = Self.scenario()
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "x")), key: "k", attempt: 2)
    let id = try scenario.store.take {
      if case .findReply(let id, _) = $0 { id } else { nil }
    }
    let standup = try RawJSON(encoding: design)
    scenario.store.send(.replyFound(id, .success(FoundReply(reply: standup))))
    #expect(try scenario.reply(to: caller) == .stored(standup))
    scenario.finish()
  }

  @Test func aSlotThatIsNobodysIsWaitedFor() throws {
    var scenario = Self.scenario(StandupsShare(version: 2, slots: SlotSet()))
    let error = try scenario.error(to: scenario.send(.get(GetStandup(id: design.id))), .unavailable)
    #expect(error.retryable && error.retryAfterMs == 500)
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

  /// Whoever knows a live meeting alone knows where it is.
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

  /// What was set later holds, in whatever order it comes.
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
    let newest = DocumentQuery(collection: "standups", limit: 1, newestFirst: true, counts: true)
    scenario.store.expect(.loadPage(newest))
    scenario.finish()
  }
}

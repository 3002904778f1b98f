import Bus
import Countdown
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// A meeting that may run over. It has three speakers of ten seconds each.
struct RunningOverTests {
  private static let endsMs: Int64 = 30_000 + Standup.maxOverrunMs

  private func lastTurn(_ change: (inout MeetingSession) -> Void = { _ in }) -> Scenario {
    .lastTurn { session in
      session.standup.mayRunOver = true
      change(&session)
    }
  }

  @Test func whenTheTimeIsUpItGoesOn() throws {
    var scenario = lastTurn()
    scenario.time.advance(30_020)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let decided = try scenario.commit(["meeting.runningOver"]) { saved in
      change(&saved) { $0.overMs = 30_000 }
    }
    let event = try decided.events[0].data.decode(as: MeetingRunningOver.self)
    #expect(event == MeetingRunningOver(elapsedMs: 30_000, endsMs: Self.endsMs))
    #expect(try scenario.reply(to: caller) == .done)
    // The timer continues with the last speaker.
    let told = try scenario.work()
    #expect(told.map(\.turnsMs) == [[10_000, 10_000, 10_000 + Standup.maxOverrunMs]])
    #expect(told.map(\.clock.isRunning) == [true])

    scenario.time.advance(5_000)
    let again = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    scenario.store.expect(.wait(ms: 250, then: .syncDue([meetingID], .clock)))
    #expect(try scenario.reply(to: again) == .done)
    let reader = scenario.send(.getMeeting(GetMeeting(id: meetingID)))
    let live = try scenario.live(to: reader)
    #expect(live.elapsedMs == 35_020 && live.session.plan.durationMs == 30_000)
    #expect(live.session.agenda == nil)
    scenario.finish()
  }

  @Test func turnsThatNobodyToldOfComeFirst() throws {
    var scenario = lastTurn { $0.speakerIndex = 0 }
    scenario.time.advance(30_000)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let events = ["meeting.speakerChanged", "meeting.speakerChanged", "meeting.runningOver"]
    try scenario.commit(events) { saved in
      change(&saved) { ($0.speakerIndex, $0.overMs) = (2, 30_000) }
    }
    #expect(try scenario.reply(to: caller) == .done)
    _ = try scenario.work()
    let alarm = Self.endsMs + 500
    #expect(scenario.store.state.due.firstMs == alarm)
    scenario.finish()
  }

  @Test func aPersonEndsIt() throws {
    var scenario = lastTurn { $0.overMs = 30_000 }
    scenario.time.advance(40_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let held = scenario.clock(40_000, isRunning: false)
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.endMeeting(isDiscardable: false))
      }
    }
    _ = try scenario.live(to: caller)
    _ = try scenario.work()
    let session = try #require(scenario.session)
    let meeting = session.finished(.saved, elapsedMs: 40_000)
    #expect(meeting.durationMs == 40_000)
    #expect(meeting.turns?.map(\.toMs) == [10_000, 20_000, 40_000])
    scenario.finish()
  }

  /// All attendees have left, and the meeting was not ended.
  @Test func afterFourHoursItEndsByItself() throws {
    var scenario = lastTurn { $0.overMs = 30_000 }
    scenario.time.advance(Self.endsMs)
    _ = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    _ = try scenario.takeEnding()
  }

  @Test func aTurnWithoutAnEndGetsNoMoreTime() throws {
    var scenario = lastTurn { $0.overMs = 30_000 }
    scenario.time.advance(31_000)
    let caller = scenario.send(.extend(ExtendTurn(id: meetingID)))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  /// The clock has reached the end, and the timer has not reported it yet.
  @Test func whoPausesAtTheEndTriesAgain() throws {
    var scenario = lastTurn()
    scenario.time.advance(30_000)
    let caller = scenario.send(.pause(PauseMeeting(id: meetingID)))
    try scenario.error(to: caller, .busy)
    scenario.finish()
  }

  @Test func itIsASettingOfTheStandup() throws {
    var scenario = Scenario.standups()
    var edited = design
    for (isAllowed, kept, revision) in [(true, true, 2), (false, nil, 3)] as [(Bool, Bool?, Int)] {
      let caller = scenario.send(.edit(EditStandup(id: design.id, mayRunOver: isAllowed)))
      (edited.mayRunOver, edited.revision) = (kept, revision)
      try scenario.commit(["standup.updated"]) { [edited] in $0.put(record(edited, 1)) }
      #expect(try scenario.reply(to: caller) == .standup(edited))
    }
    scenario.finish()
  }
}

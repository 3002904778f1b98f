import Bus
import Countdown
import Documents
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// A warning before a turn ends. Three speakers of ten seconds each are warned at seven.
struct WarningTests {
  private func meeting(
    warnMs: Int64 = 3_000, _ change: (inout MeetingSession) -> Void = { _ in }
  ) throws -> Scenario {
    var scenario = Scenario.meeting { session in
      session.standup.warnMs = warnMs
      change(&session)
    }
    let session = try #require(scenario.session)
    scenario = Scenario { state in
      state.phase = .loading(Loading(part: .glossaries))
      state.saved.add(record(design, 1))
      state.saved.put(session)
    }
    scenario.store.send(.loaded(.success(.init(documents: []))))
    scenario.expectReady()
    _ = try scenario.work()
    return scenario
  }

  private func alarm(_ scenario: Scenario) -> Int64? { scenario.store.state.due.firstMs }

  /// The alarm fires, and the warning reports the remaining time.
  private func warned(_ scenario: inout Scenario, endMs: Int64) throws -> MeetingTurnEnding {
    scenario.store.send(.overdue)
    let decided = try scenario.commit(["meeting.turnEnding"]) { saved in
      change(&saved) { $0.warnedMs = endMs }
    }
    return try decided.events[0].data.decode(as: MeetingTurnEnding.self)
  }

  @Test func aTurnThatEndsIsToldOnce() throws {
    var scenario = try meeting()
    #expect(alarm(scenario) == 7_001)
    scenario.time.advance(7_001)
    let told = try warned(&scenario, endMs: 10_000)
    #expect(told.speaker == 0 && told.attendee == design.attendees[0])
    #expect(told.elapsedMs == 7_001 && told.leftMs == 2_999)
    // The next alarm is the end of the turn, in case the timer does not report it.
    #expect(alarm(scenario) == 10_500)
    #expect(scenario.store.state.overdue == nil)
    scenario.finish()
  }

  @Test func afterARestartItIsNotToldAgain() throws {
    var scenario = try meeting { $0.warnedMs = 10_000 }
    #expect(alarm(scenario) == 10_500)
    scenario.finish()
  }

  @Test(arguments: [10_000, 60_000] as [Int64])
  func aTurnThatIsNoLongerThanTheWarningGetsNone(warnMs: Int64) throws {
    var scenario = try meeting(warnMs: warnMs)
    #expect(alarm(scenario) == 10_500)
    scenario.finish()
  }

  /// The service was unavailable until the turn was over: the next speaker counts.
  @Test func ofATurnThatIsOverNobodyIsWarned() throws {
    var scenario = try meeting()
    scenario.time.advance(10_500)
    scenario.store.send(.overdue)
    try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { $0.speakerIndex = 1 }
    }
    _ = try scenario.work()
    #expect(alarm(scenario) == 17_001)
    scenario.finish()
  }

  @Test func whoGetsMoreTimeIsWarnedAgain() throws {
    var scenario = try meeting()
    scenario.time.advance(7_001)
    _ = try warned(&scenario, endMs: 10_000)
    let caller = scenario.send(.extend(ExtendTurn(id: meetingID, byMs: 5_000)))
    try scenario.commit(["meeting.agendaChanged"]) { saved in
      change(&saved) { session in
        let isLonger = session.extendTurn(byMs: 5_000)
        #expect(isLonger)
      }
    }
    _ = try scenario.live(to: caller)
    _ = try scenario.work()
    #expect(alarm(scenario) == 12_001)
    scenario.time.advance(5_000)
    #expect(try warned(&scenario, endMs: 15_000).leftMs == 2_999)
    scenario.finish()
  }

  @Test func aPausedMeetingDoesNotWarn() throws {
    var scenario = try meeting()
    scenario.time.advance(6_000)
    let caller = scenario.send(.pause(PauseMeeting(id: meetingID)))
    let held = scenario.clock(6_000, isRunning: false)
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.paused)
      }
    }
    _ = try scenario.live(to: caller)
    _ = try scenario.work()
    #expect(alarm(scenario) == nil)
    scenario.finish()
  }

  /// While a “next” command is pending, the warning waits for its outcome.
  @Test func whoeverIsSkippedIsNotWarned() throws {
    var scenario = try meeting()
    scenario.time.advance(6_990)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let clock = scenario.clock(10_000, isRunning: true)
    let (skip, _) = try scenario.takeCommit()
    scenario.time.advance(20)
    scenario.store.send(.overdue)
    scenario.store.send(.committed(skip, .success(.written))) { saved in
      changeTurns(&saved, .next, atMs: 6_990, at: clock.at) { session in
        session.speakerIndex = 1
        session.adopt(clock)
      }
    }
    _ = try scenario.live(to: caller)
    _ = try scenario.work()
    #expect(alarm(scenario) == 13_991)
    scenario.finish()
  }

  // MARK: The setting

  @Test func itIsASettingOfTheStandup() throws {
    var scenario = Scenario.standups()
    var edited = design
    for (warnMs, kept, revision) in [(5_000, 5_000, 2), (0, nil, 3)] as [(Int64, Int64?, Int)] {
      let caller = scenario.send(.edit(EditStandup(id: design.id, warnMs: warnMs)))
      (edited.warnMs, edited.revision) = (kept, revision)
      try scenario.commit(["standup.updated"]) { [edited] in $0.put(record(edited, 1)) }
      #expect(try scenario.reply(to: caller) == .standup(edited))
    }
    scenario.finish()
  }

  @Test(arguments: [.min, -1, 1, 999, 3_600_001, .max] as [Int64])
  func otherWarningsAreRefused(warnMs: Int64) throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.create(CreateStandup(warnMs: warnMs)))
    #expect(try scenario.error(to: caller, .invalid).detail?["member"] == "warnMs")
    let other = scenario.send(.edit(EditStandup(id: design.id, warnMs: warnMs)))
    #expect(try scenario.error(to: other, .invalid).detail?["member"] == "warnMs")
    scenario.finish()
  }
}

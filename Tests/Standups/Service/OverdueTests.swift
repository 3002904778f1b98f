import Bus
import Countdown
import StandupsDependencies
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Meetings by their own clocks: reports of the timer that are missing, early or wrong.
struct OverdueTests {
  private func moment(_ ms: Int64) -> ClockReading { TestTime().moment(ms) }

  private func change(_ saved: inout Saved, _ body: (inout MeetingSession) -> Void) {
    guard var session = saved.sessions[id: meetingID] else { return }
    body(&session)
    saved.put(session)
  }

  private func problems(_ scenario: Scenario) -> [String] {
    StandupsReducer(
      uuid: .incrementing, eventID: .incrementing, date: scenario.time.date,
      clock: scenario.time.clock
    ).problems(scenario.store.state)
  }

  @Test func whatCannotBeReadIsAProblem() {
    let scenario = Scenario { $0.saved.note(unreadable: "standups/1") }
    #expect(problems(scenario).first?.contains("“standups/1” cannot be read") == true)
  }

  /// When the shell would wake it, in milliseconds since the start of the test.
  private func alarm(_ scenario: Scenario) -> Int64? { scenario.store.state.due.firstMs }

  /// “Design” meets, with three speakers of ten seconds each, as after a restart.
  private func restarted(
    _ change: (inout MeetingSession) -> Void = { _ in }
  ) throws -> Scenario {
    var scenario = Scenario.meeting(change)
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

  // MARK: Missing reports

  @Test func aTurnThatNobodyTellsOfBeginsByItself() throws {
    var scenario = try restarted()
    #expect(alarm(scenario) == 10_500)
    scenario.time.advance(10_499)
    scenario.store.send(.overdue)
    scenario.finish()
    scenario.time.advance(1)
    scenario.store.send(.overdue)
    let decided = try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { $0.speakerIndex = 1 }
    }
    let event = try decided.events[0].data.decode(as: MeetingSpeakerChanged.self)
    #expect(event.speaker == 1 && event.elapsedMs == 10_000 && event.cause == .time)
    #expect(alarm(scenario) == 20_500)
    // The timer may have no countdown for it, or a different one.
    #expect(try scenario.work().map(\.speaker) == [1])
    #expect(scenario.store.state.overdue == Overdue(meetings: 1, atMs: 10_500))
    #expect(
      problems(scenario) == [
        "The timer did not report turns in time; a meeting continued without it. Check it with"
          + " “standups services”."
      ])
    scenario.time.advance(60_000)
    #expect(problems(scenario).isEmpty)
    scenario.finish()
  }

  @Test func turnsThatNobodyToldOfAllBegin() throws {
    var scenario = try restarted()
    scenario.time.advance(25_000)
    scenario.store.send(.overdue)
    let decided = try scenario.commit(["meeting.speakerChanged", "meeting.speakerChanged"]) {
      saved in
      change(&saved) { $0.speakerIndex = 2 }
    }
    let told = try decided.events.map { try $0.data.decode(as: MeetingSpeakerChanged.self) }
    #expect(told.map(\.speaker) == [1, 2])
    #expect(told.map(\.elapsedMs) == [10_000, 20_000])
    _ = try scenario.work()
    scenario.finish()
  }

  @Test func aMeetingThatNobodyEndsEndsByItself() throws {
    var scenario = try restarted()
    scenario.time.advance(30_400)
    scenario.store.send(.overdue)
    let (id, _) = try scenario.takeEnding()
    scenario.store.send(.ended(id, .success(LastWords(lines: []))))
    // All speakers have had their turns, including those that were not reported.
    try scenario.commit([
      "meeting.speakerChanged", "meeting.speakerChanged", "meeting.finished",
    ]) { saved in
      saved.removeSession(meetingID)
      saved.recent.put(finished)
    }
    scenario.store.expect(.discardWork(meetingID))
    #expect(alarm(scenario) == nil)
    scenario.finish()
  }

  private var finished: StandupRecord {
    var record = record(design, 1, meetings: 1)
    record.lastMeetingMs = TestTime.startMs
    return record
  }

  @Test func itIsLookedAtAgainWhileSomethingElseKeepsItBusy() throws {
    var scenario = try restarted()
    scenario.time.advance(9_000)
    let caller = scenario.send(.end(EndMeeting(id: meetingID)))
    let held = scenario.clock(9_000, isRunning: false)
    let (hold, _) = try scenario.takeCommit()
    scenario.time.advance(1_500)
    scenario.store.send(.overdue)
    #expect(alarm(scenario) == 11_500)
    scenario.store.send(.committed(hold, .success(.written))) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.endMeeting(isDiscardable: true))
      }
    }
    _ = try scenario.live(to: caller)
    _ = try scenario.work()
    // A question waits for a person.
    #expect(alarm(scenario) == nil)
    scenario.finish()
  }

  @Test func aCommitThatFailsIsNoReasonToDecideAgain() throws {
    var scenario = try restarted()
    scenario.time.advance(10_500)
    scenario.store.send(.overdue)
    let (id, decided) = try scenario.takeCommit()
    scenario.store.send(.committed(id, .failure(.away)))
    scenario.store.expect(.wait(ms: 1000, then: .retryCommit(id)))
    scenario.time.advance(1_000)
    scenario.store.send(.overdue)
    scenario.store.send(.retryCommit(id))
    #expect(try scenario.takeCommit() == (id, decided))
    scenario.store.send(.committed(id, .success(.written))) { saved in
      change(&saved) { $0.speakerIndex = 1 }
    }
    _ = try scenario.work()
    scenario.finish()
  }

  // MARK: Stopped clock

  /// The clock is paused, and no question is open.
  @Test func aClockThatNobodyHoldsRunsAgain() throws {
    let held = CountdownClock(elapsedMs: 12_000, at: moment(12_000), isRunning: false)
    var scenario = try restarted { session in
      session.speakerIndex = 1
      session.adopt(held)
    }
    #expect(alarm(scenario) == 500)
    scenario.time.advance(15_000)
    scenario.store.send(.overdue)
    try scenario.commit([]) { saved in
      change(&saved) { $0.adopt(held.released(at: moment(15_000))) }
    }
    #expect(try scenario.work().map(\.clock.isRunning) == [true])
    #expect(alarm(scenario) == 23_500)
    scenario.finish()
  }

  @Test func aClockThatStandsAtItsEndEndsTheMeeting() throws {
    var scenario = try restarted { session in
      session.speakerIndex = 2
      session.adopt(CountdownClock(elapsedMs: 30_000, at: moment(30_000), isRunning: false))
    }
    scenario.time.advance(31_000)
    scenario.store.send(.overdue)
    let (id, _) = try scenario.takeEnding()
    scenario.store.send(.ended(id, .success(LastWords(lines: []))))
    try scenario.commit(["meeting.finished"]) { saved in
      saved.removeSession(meetingID)
      saved.recent.put(finished)
    }
    scenario.store.expect(.discardWork(meetingID))
    scenario.finish()
  }

  /// The last turn has begun, and its report is missing: “next” of the turn before changes no clock.
  @Test func nextJustBeforeTheEndLeavesTheClockRunning() throws {
    var scenario = try restarted { $0.speakerIndex = 1 }
    scenario.time.advance(29_990)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let decided = try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { $0.speakerIndex = 2 }
    }
    #expect(decided.events.count == 1)
    _ = try scenario.live(to: caller)
    #expect(try #require(scenario.session).clock.isRunning)
    #expect(alarm(scenario) == 30_500)
    scenario.finish()
  }

  @Test func nextAfterTheEndIsTooLate() throws {
    var scenario = try restarted { $0.speakerIndex = 1 }
    scenario.time.advance(30_100)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  // MARK: Early reports

  @Test func aTurnIsNotTakenBeforeItsTime() throws {
    var scenario = try restarted()
    scenario.time.advance(9_899)
    let command = StandupsCommand.speakerChanged(
      TellSpeakerChanged(id: meetingID, speaker: 1, elapsedMs: 10_000))
    let early = scenario.send(command)
    // The timer has a different clock for it, and receives this one.
    scenario.store.expect(.wait(ms: 250, then: .syncDue([meetingID], .clock)))
    #expect(try scenario.reply(to: early) == .done)
    scenario.time.advance(1)
    let inTime = scenario.send(command)
    try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { $0.speakerIndex = 1 }
    }
    #expect(try scenario.reply(to: inTime) == .done)
    scenario.finish()
  }

  @Test func theEndIsNotTakenBeforeItsTime() throws {
    var scenario = try restarted()
    scenario.time.advance(20_000)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    scenario.store.expect(.wait(ms: 250, then: .syncDue([meetingID], .clock)))
    #expect(try scenario.reply(to: caller) == .done)
    #expect(scenario.session != nil)
    scenario.finish()
  }

  // MARK: Suspended timer

  /// Wherever the timer's clock is.
  @Test func aMeetingGoesOnWhereItWasHeld() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true))
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .resume)))
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(CountdownClock(elapsedMs: 4_000, at: moment(10_000), isRunning: true))
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: caller).elapsedMs == 4_000)
    #expect(try scenario.work().map(\.clock.elapsedMs) == [4_000])
    scenario.finish()
  }

  @Test func turnsThatBeganBeforeAnAlertAreToldBeforeIt() throws {
    var scenario = try restarted()
    scenario.time.advance(10_200)
    let caller = scenario.send(.end(EndMeeting(id: meetingID)))
    let held = scenario.clock(10_200, isRunning: false)
    try scenario.commit(["meeting.speakerChanged", "meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.speakerIndex = 1
        session.adopt(held)
        session.destination = .alert(.endMeeting(isDiscardable: true))
      }
    }
    _ = try scenario.live(to: caller)
    _ = try scenario.work()
    // Reported now, it changes nothing.
    let late = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 1, elapsedMs: 10_000)))
    #expect(try scenario.reply(to: late) == .done)
    scenario.finish()
  }
}

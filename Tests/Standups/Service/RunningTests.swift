import Bus
import Countdown
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// A running meeting and its speakers.
struct RunningTests {
  func moment(_ ms: Int64) -> ClockReading { TestTime().moment(ms) }

  /// The clock of a meeting without pauses and skips.
  var unheld: CountdownClock {
    CountdownClock(elapsedMs: 0, at: moment(0), isRunning: true)
  }

  /// “Design” after the second speaker got the turn at this moment.
  private func skipped(_ saved: inout Saved, at moment: ClockReading) {
    let elapsed = moment.milliseconds(since: self.moment(0))
    changeTurns(&saved, .next, atMs: elapsed, at: moment) { session in
      session.speakerIndex = 1
      session.adopt(CountdownClock(elapsedMs: 10_000, at: moment, isRunning: true))
    }
  }

  @Test func nextJumpsToTheNextSpeakersBoundary() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(3_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let clock = scenario.clock(10_000, isRunning: true)
    let commit = try scenario.commit(["meeting.speakerChanged"]) { saved in
      changeTurns(&saved, .next, atMs: 3_000, at: clock.at) { session in
        session.speakerIndex = 1
        session.clock = clock
        session.floor.append(
          .init(sinceMs: 3_000, elapsedMs: 10_000, speakerIndex: 1, isRunning: true))
      }
    }
    let event = try commit.events[0].data.decode(as: MeetingSpeakerChanged.self)
    #expect(event.cause == .skipped)
    #expect(event.attendee == design.attendees[1])
    #expect(event.elapsedMs == 10_000)
    #expect(try scenario.live(to: caller).elapsedMs == 10_000)
    #expect(try scenario.work() == [needs(clock, speaker: 1)])
    scenario.finish()
  }

  /// A turn began that the timer could not report yet. A client that saw it in a tick ends it.
  @Test func nextLeavesNobodysTurnOut() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(10_500)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID, from: 1)))
    let clock = scenario.clock(20_000, isRunning: true)
    let events = ["meeting.speakerChanged", "meeting.speakerChanged"]
    let commit = try scenario.commit(events) { saved in
      change(&saved) { $0.speakerIndex = 1 }
      changeTurns(&saved, .next, 1, atMs: 10_500, at: clock.at) { session in
        session.speakerIndex = 2
        session.adopt(clock)
      }
    }
    let told = try commit.events.map { try $0.data.decode(as: MeetingSpeakerChanged.self) }
    #expect(told.map(\.speaker) == [1, 2])
    #expect(told.map(\.cause) == [.time, .skipped])
    _ = try scenario.live(to: caller)
    #expect(try scenario.work() == [needs(clock, speaker: 2)])
    scenario.finish()
  }

  /// Two clients send “next” at once: one turn ends.
  @Test func aTurnThatIsOverIsNotEndedAgain() throws {
    var scenario = Scenario.meeting()
    let first = scenario.send(.next(NextSpeaker(id: meetingID, from: 0)))
    let (operation, _) = try scenario.takeCommit()
    let second = scenario.send(.next(NextSpeaker(id: meetingID, from: 0)))
    scenario.store.send(.committed(operation, .success(.written))) {
      skipped(&$0, at: moment(0))
    }
    #expect(try scenario.live(to: first).session.speakerIndex == 1)
    let message = try scenario.takeWork()
    #expect(try scenario.live(to: second).session.speakerIndex == 1)
    scenario.answer(message)
    let early = scenario.send(.next(NextSpeaker(id: meetingID, from: 2)))
    #expect(try scenario.error(to: early, .conflict).detail == ["speaker": "1"])
    scenario.finish()
  }

  @Test func theTimerIsToldOfNextUntilItHears() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(3_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    scenario.time.advance(2_000)
    try scenario.commit(["meeting.speakerChanged"]) { skipped(&$0, at: moment(3_000)) }
    #expect(try scenario.live(to: caller).elapsedMs == 10_000)
    let expected = needs(
      CountdownClock(elapsedMs: 10_000, at: moment(3_000), isRunning: true), speaker: 1)
    #expect(try scenario.work(.failure(.away)) == [expected])
    // It is sent again, with the state at that time.
    scenario.store.expect(.wait(ms: 1000, then: .syncDue([meetingID], .clock)))
    scenario.store.send(.syncDue([meetingID], .clock))
    #expect(try scenario.work() == [expected])
    scenario.finish()
  }

  /// No command waits for the timer, which receives one state at a time, and the last one at the end.
  @Test func commandsDoNotWaitForTheTimer() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(3_000)
    let next = scenario.send(.next(NextSpeaker(id: meetingID)))
    try scenario.commit(["meeting.speakerChanged"]) { skipped(&$0, at: moment(3_000)) }
    _ = try scenario.live(to: next)
    let first = try scenario.takeWork()
    scenario.time.advance(1_000)
    let pause = scenario.send(.pause(PauseMeeting(id: meetingID)))
    let held = scenario.clock(11_000, isRunning: false)
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.paused)
      }
    }
    _ = try scenario.live(to: pause)
    scenario.time.advance(1_000)
    let resume = scenario.send(.resume(ResumeMeeting(id: meetingID)))
    let released = scenario.clock(11_000, isRunning: true)
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(released)
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: resume).elapsedMs == 11_000)
    scenario.answer(first, .failure(.away))
    #expect(try scenario.work() == [needs(released, speaker: 1)])
    scenario.finish()
  }

  /// The turn had not been reported when a client skipped it: it is not reported as skipped.
  @Test func aTurnThatBeganByTheClockIsNoSkip() throws {
    for from in [nil, 0] {
      var scenario = Scenario.meeting()
      scenario.time.advance(10_200)
      let caller = scenario.send(.next(NextSpeaker(id: meetingID, from: from)))
      let commit = try scenario.commit(["meeting.speakerChanged"]) { saved in
        change(&saved) { $0.speakerIndex = 1 }
      }
      let told = try commit.events[0].data.decode(as: MeetingSpeakerChanged.self)
      #expect(told.cause == .time)
      #expect(try scenario.live(to: caller).elapsedMs == 10_200)
      scenario.finish()
    }
  }

  /// The timer's clock is ahead: the turn has begun, and meeting time does not go back.
  @Test func anAnnouncedTurnHasBegun() throws {
    var scenario = Scenario.meeting { $0.speakerIndex = 1 }
    scenario.time.advance(9_950)
    let caller = scenario.send(.pause(PauseMeeting(id: meetingID)))
    let held = scenario.clock(10_000, isRunning: false)
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.paused)
      }
    }
    #expect(try scenario.live(to: caller).elapsedMs == 10_000)
    #expect(try scenario.work() == [needs(held, speaker: 1)])
    scenario.finish()
  }

  /// The timer is not notified of it.
  @Test func aSkipThatWasNotSavedHasNoEffect() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(3_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let (operation, _) = try scenario.takeCommit()
    scenario.store.send(.committed(operation, .failure(BusError(.denied, "No."))))
    try scenario.error(to: caller, .denied)
    scenario.finish()
  }

  @Test func onTheLastSpeakerNextAsksWhetherToEndWithoutADiscard() throws {
    var scenario = Scenario.meeting { session in
      session.speakerIndex = 2
    }
    scenario.time.advance(21_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let held = scenario.clock(21_000, isRunning: false)
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.endMeeting(isDiscardable: false))
      }
    }
    _ = try scenario.live(to: caller)
    #expect(try scenario.work() == [needs(held, speaker: 2)])
    let discard = scenario.send(
      .answer(AnswerMeetingAlert(id: meetingID, action: .discard)))
    #expect(
      try scenario.error(to: discard, .conflict).detail?["actions"] == "saveAndEnd,resume")
    scenario.finish()
  }

  @Test func theClockChangesTheSpeaker() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(10_040)
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 1, elapsedMs: 10_000)))
    let commit = try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { session in
        session.speakerIndex = 1
      }
    }
    #expect(try commit.events[0].data.decode(as: MeetingSpeakerChanged.self).cause == .time)
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  /// Regardless of the meeting's length and number of attendees.
  @Test func aChangeWritesNoMoreThanWhatChanged() throws {
    var standup = design
    standup.durationMs = 1_000_000
    standup.attendees = IdentifiedArray(
      (0..<1000).map { Attendee(id: Attendee.ID(UUID(number: 0x1000 + $0)), name: "Ada") })
    var scenario = Scenario.meeting { session in
      session.standup = standup
      for number in 0..<500 {
        _ = session.hear(line("\(number)", Int64(number) * 1000, Int64(number) * 1000 + 9, "Yes."))
        session.speakerIndex = number
      }
    }
    scenario.time.advance(500_000)
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 500, elapsedMs: 0)))
    let (turn, changed) = try scenario.takeCommit()
    #expect(try BusJSON.encode(changed).count < 1000)
    scenario.store.send(.committed(turn, .success(.written))) { saved in
      change(&saved) { $0.speakerIndex = 500 }
    }
    _ = try scenario.reply(to: caller)
    let told = line("last", 500_000, 500_900, "No.")
    scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: told)))
    let (_, heard) = try scenario.takeCommit()
    #expect(try BusJSON.encode(heard).count < 1000)
  }

  @Test func missedSpeakersAreMadeUpFor() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(20_000)
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 2, elapsedMs: 20_000)))
    try scenario.commit(["meeting.speakerChanged", "meeting.speakerChanged"]) { saved in
      change(&saved) { session in
        session.speakerIndex = 2
      }
    }
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test(arguments: [0, 1])
  func anOldOrRepeatedChangeChangesNothing(speaker: Int) throws {
    var scenario = Scenario.meeting { $0.speakerIndex = 1 }
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: speaker, elapsedMs: 0)))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  /// The timer still has the countdown of a meeting whose release was lost with an earlier run.
  @Test func aReportOnAMeetingThatIsOverReleasesIt() throws {
    var scenario = Scenario.meeting()
    let over = Meeting.ID(UUID(number: 1))
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: over, speaker: 2, elapsedMs: 0)))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.store.expect(.discardWork(over))
    scenario.finish()
  }

  @Test func aSpeakerWhoIsNotThereIsRefused() throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 3, elapsedMs: 30_000)))
    try scenario.error(to: caller, .invalid)
    scenario.finish()
  }

  @Test func aChangeBeforeTheHoldCountsThoughAnAlertIsOpen() throws {
    var scenario = Scenario.meeting { session in
      session.adopt(session.clock.held(at: moment(10_020)))
      session.destination = .alert(.endMeeting(isDiscardable: true))
    }
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 1, elapsedMs: 10_000)))
    try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { $0.speakerIndex = 1 }
    }
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aChangeAfterTheHoldDoesNotCountAndTheTimerIsPutBack() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true))
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 1, elapsedMs: 10_000)))
    #expect(try scenario.reply(to: caller) == .done)
    #expect(try scenario.work() == [needs(unheld.held(at: moment(4_000)))])
    scenario.finish()
  }
}

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

  @Test func nextJumpsToTheNextSpeakersBoundary() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(3_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let status = scenario.status(10_000, speaker: 1, isRunning: true)
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .skipSpeaker(let id, meetingID, from: 0) = effect { id } else { nil }
    }
    scenario.store.send(.clock(operation, .success(status)))
    let commit = try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { session in
        session.speakerIndex = 1
        session.clock = status.clock
        session.floor.append(
          .init(sinceMs: 3_000, elapsedMs: 10_000, speakerIndex: 1, isRunning: true))
      }
    }
    let event = try commit.events[0].data.decode(as: MeetingSpeakerChanged.self)
    #expect(event.cause == .skipped)
    #expect(event.attendee == design.attendees[1])
    #expect(event.elapsedMs == 10_000)
    #expect(try scenario.live(to: caller).elapsedMs == 10_000)
    scenario.finish()
  }

  /// The timer started a turn that it could not report yet.
  @Test func nextLeavesNobodysTurnOut() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(10_500)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let status = scenario.status(20_000, speaker: 2, isRunning: true)
    try scenario.clock(.success(status))
    let events = ["meeting.speakerChanged", "meeting.speakerChanged"]
    let commit = try scenario.commit(events) { saved in
      change(&saved) { session in
        session.speakerIndex = 2
        session.adopt(status.clock)
      }
    }
    let told = try commit.events.map { try $0.data.decode(as: MeetingSpeakerChanged.self) }
    #expect(told.map(\.speaker) == [1, 2])
    #expect(told.map(\.cause) == [.time, .skipped])
    _ = try scenario.live(to: caller)
    scenario.finish()
  }

  /// Two clients send “next” at once: one turn ends.
  @Test func aTurnThatIsOverIsNotEndedAgain() throws {
    var scenario = Scenario.meeting()
    let first = scenario.send(.next(NextSpeaker(id: meetingID, from: 0)))
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .skipSpeaker(let id, meetingID, from: 0) = effect { id } else { nil }
    }
    let second = scenario.send(.next(NextSpeaker(id: meetingID, from: 0)))
    let status = scenario.status(10_000, speaker: 1, isRunning: true)
    scenario.store.send(.clock(operation, .success(status)))
    try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { session in
        session.speakerIndex = 1
        session.adopt(status.clock)
      }
    }
    #expect(try scenario.live(to: first).session.speakerIndex == 1)
    #expect(try scenario.live(to: second).session.speakerIndex == 1)
    let early = scenario.send(.next(NextSpeaker(id: meetingID, from: 2)))
    #expect(try scenario.error(to: early, .conflict).detail == ["speaker": "1"])
    scenario.finish()
  }

  @Test func withoutATimerNextIsComputedAndToldLater() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(3_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    scenario.time.advance(2_000)
    try scenario.clock(.failure(.away))
    try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { session in
        session.speakerIndex = 1
        session.adopt(CountdownClock(elapsedMs: 10_000, at: moment(3_000), isRunning: true))
      }
    }
    #expect(try scenario.live(to: caller).elapsedMs == 12_000)
    let expected = needs(
      CountdownClock(elapsedMs: 10_000, at: moment(3_000), isRunning: true), speaker: 1)
    #expect(try scenario.work(.failure(.away)) == [expected])
    // It is sent again, with the state at that time.
    scenario.store.expect(.wait(ms: 1000, then: .syncDue([meetingID], .clock)))
    scenario.store.send(.syncDue([meetingID], .clock))
    #expect(try scenario.work() == [expected])
    scenario.finish()
  }

  /// The turn had not been reported when a client skipped it: it is not reported as skipped.
  @Test func aTurnThatBeganByTheClockIsNoSkip() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(10_200)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID, from: 0)))
    try scenario.clock(.failure(.away))
    let commit = try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { session in
        session.speakerIndex = 1
        session.adopt(CountdownClock(elapsedMs: 10_200, at: moment(10_200), isRunning: true))
      }
    }
    let told = try commit.events[0].data.decode(as: MeetingSpeakerChanged.self)
    #expect(told.cause == .time)
    #expect(try scenario.live(to: caller).elapsedMs == 10_200)
    _ = try scenario.work()
    scenario.finish()
  }

  @Test func aSkipThatWasNotSavedIsTakenBack() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(3_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    try scenario.clock(.success(scenario.status(10_000, speaker: 1, isRunning: true)))
    let (operation, _) = try scenario.takeCommit()
    scenario.store.send(.committed(operation, .failure(BusError(.denied, "No."))))
    try scenario.error(to: caller, .denied)
    #expect(try scenario.work() == [needs(unheld)])
    scenario.finish()
  }

  @Test func onTheLastSpeakerNextAsksWhetherToEndWithoutADiscard() throws {
    var scenario = Scenario.meeting { session in
      session.speakerIndex = 2
    }
    scenario.time.advance(21_000)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let status = scenario.status(21_000, speaker: 2, isRunning: false)
    try scenario.clock(.success(status))
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(status.clock)
        session.destination = .alert(.endMeeting(isDiscardable: false))
      }
    }
    _ = try scenario.live(to: caller)
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

  @Test(arguments: [
    (meetingID, 0), (meetingID, 1), (Meeting.ID(UUID(number: 1)), 2),
  ])
  func anOldOrRepeatedChangeChangesNothing(id: Meeting.ID, speaker: Int) throws {
    var scenario = Scenario.meeting { $0.speakerIndex = 1 }
    let caller = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: id, speaker: speaker, elapsedMs: 0)))
    #expect(try scenario.reply(to: caller) == .done)
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

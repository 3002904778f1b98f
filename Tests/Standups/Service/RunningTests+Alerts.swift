import Bus
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Alerts over a running meeting.
extension RunningTests {
  @Test func anOpenAlertHoldsTheClockAndClosingItGoesOn() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let end = scenario.send(.end(EndMeeting(id: meetingID)))
    let held = scenario.status(4_003, isRunning: false)
    try scenario.clock(.success(held))
    let commit = try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.clock = held.clock
        session.floor += [
          .init(sinceMs: 4_000, elapsedMs: 4_003, speakerIndex: 0, isRunning: false)
        ]
        session.destination = .alert(.endMeeting(isDiscardable: true))
      }
    }
    let presented = try commit.events[0].data.decode(as: MeetingAlertPresented.self)
    #expect(presented.actions == [.saveAndEnd, .discard, .resume])
    #expect(presented.elapsedMs == 4_003)
    #expect(presented.standup?.id == design.id)
    _ = try scenario.live(to: end)

    scenario.time.advance(60_000)
    let get = scenario.send(.getMeeting(GetMeeting(id: meetingID)))
    #expect(try scenario.live(to: get).elapsedMs == 4_003)

    let resume = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .resume)))
    let released = scenario.status(4_003, isRunning: true)
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .releaseClock(let id, meetingID) = effect { id } else { nil }
    }
    scenario.store.send(.clock(operation, .success(released)))
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(released.clock)
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: resume).elapsedMs == 4_003)
    scenario.time.advance(1_000)
    let later = scenario.send(.getMeeting(GetMeeting(id: meetingID)))
    #expect(try scenario.live(to: later).elapsedMs == 5_003)
    scenario.finish()
  }

  @Test func withoutATimerTheClockIsHeldWhereItWasWhenAsked() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let end = scenario.send(.end(EndMeeting(id: meetingID)))
    scenario.time.advance(2_000)
    try scenario.clock(.failure(.away))
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(session.clock.held(at: moment(4_000)))
        session.destination = .alert(.endMeeting(isDiscardable: true))
      }
    }
    #expect(try scenario.live(to: end).elapsedMs == 4_000)
    let held = unheld.held(at: moment(4_000))
    #expect(try scenario.work() == [needs(held)])

    let resume = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .resume)))
    scenario.time.advance(2_000)
    try scenario.clock(.failure(.away))
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(session.clock.released(at: moment(6_000)))
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: resume).elapsedMs == 6_000)
    #expect(try scenario.work() == [needs(held.released(at: moment(6_000)))])
    scenario.finish()
  }

  @Test func anAlertThatWasNotSavedIsNotOpenAndTheClockRunsOn() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let end = scenario.send(.end(EndMeeting(id: meetingID)))
    try scenario.clock(.success(scenario.status(4_000, isRunning: false)))
    let (operation, _) = try scenario.takeCommit()
    scenario.store.send(.committed(operation, .failure(BusError(.denied, "No."))))
    try scenario.error(to: end, .denied)
    #expect(try scenario.work() == [needs(unheld)])
    scenario.finish()
  }

  @Test func twoAlertsAreNeverOpen() throws {
    for command in [
      StandupsCommand.next(NextSpeaker(id: meetingID)), .end(EndMeeting(id: meetingID)),
    ] {
      var scenario = Scenario.alert(.endMeeting(isDiscardable: true))
      let caller = scenario.send(command)
      let error = try scenario.error(to: caller, .conflict)
      #expect(error.detail?["alert"] == "endMeeting")
      #expect(error.detail?["actions"] == "saveAndEnd,discard,resume")
      scenario.finish()
    }
  }

  @Test func anAnswerWithoutAnAlertIsRefused() throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .resume)))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  @Test func whoeverNamesNoLiveMeetingIsTold() throws {
    let none = Meeting.ID(UUID(number: 1))
    for command in [
      StandupsCommand.next(NextSpeaker(id: none)), .end(EndMeeting(id: none)),
      .answer(AnswerMeetingAlert(id: none, action: .resume)), .getMeeting(GetMeeting(id: none)),
    ] {
      var scenario = Scenario.meeting()
      let caller = scenario.send(command)
      try scenario.error(to: caller, .notFound)
      scenario.finish()
    }
  }

  @Test func theTimeThatIsUpWhileTheAlertOpensEndsTheMeeting() throws {
    var scenario = Scenario.lastTurn()
    scenario.time.advance(30_000)
    let end = scenario.send(.end(EndMeeting(id: meetingID)))
    let hold = try scenario.store.take { effect -> OperationID? in
      if case .holdClock(let id, meetingID) = effect { id } else { nil }
    }
    let timeUp = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let status = scenario.status(30_000, speaker: 2, isRunning: false)
    scenario.store.send(.clock(hold, .success(status)))
    try scenario.error(to: end, .conflict)
    // The timer is notified to continue and reports the end of the time; it had done so before, and the report does not
    // wait.
    let (telling, started) = try scenario.store.take {
      if case .startWork(let id, let started) = $0 { (id, started) } else { nil }
    }
    #expect(started.meetings == [needs(unheld, speaker: 2)])
    let (operation, _) = try scenario.takeEnding()
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    try scenario.commit(["meeting.finished"]) { saved in
      saved.removeSession(meetingID)
      saved.put(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: TestTime.startMs))
    }
    _ = try scenario.reply(to: timeUp)
    // The clock may have been started after the request was abandoned.
    scenario.store.send(.worked(telling, .success(Done())))
    scenario.store.expect(.discardWork(meetingID))
    scenario.finish()
  }
}

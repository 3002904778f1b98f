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
    let held = scenario.clock(4_000, isRunning: false)
    let commit = try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.clock = held
        session.floor += [
          .init(sinceMs: 4_000, elapsedMs: 4_000, speakerIndex: 0, isRunning: false)
        ]
        session.destination = .alert(.endMeeting(isDiscardable: true))
      }
    }
    let presented = try commit.events[0].data.decode(as: MeetingAlertPresented.self)
    #expect(presented.actions == [.saveAndEnd, .discard, .resume])
    #expect(presented.elapsedMs == 4_000)
    #expect(presented.standup?.id == design.id)
    _ = try scenario.live(to: end)
    #expect(try scenario.work() == [needs(held)])

    scenario.time.advance(60_000)
    let get = scenario.send(.getMeeting(GetMeeting(id: meetingID)))
    #expect(try scenario.live(to: get).elapsedMs == 4_000)

    let resume = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .resume)))
    let released = scenario.clock(4_000, isRunning: true)
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(released)
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: resume).elapsedMs == 4_000)
    #expect(try scenario.work() == [needs(released)])
    scenario.time.advance(1_000)
    let later = scenario.send(.getMeeting(GetMeeting(id: meetingID)))
    #expect(try scenario.live(to: later).elapsedMs == 5_000)
    scenario.finish()
  }

  @Test func theClockIsHeldWhereItWasWhenAsked() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let end = scenario.send(.end(EndMeeting(id: meetingID)))
    scenario.time.advance(2_000)
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
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(session.clock.released(at: moment(6_000)))
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: resume).elapsedMs == 4_000)
    #expect(try scenario.work() == [needs(held.released(at: moment(6_000)))])
    scenario.finish()
  }

  @Test func anAlertThatWasNotSavedIsNotOpenAndTheClockRunsOn() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let end = scenario.send(.end(EndMeeting(id: meetingID)))
    let (operation, _) = try scenario.takeCommit()
    scenario.store.send(.committed(operation, .failure(BusError(.denied, "No."))))
    try scenario.error(to: end, .denied)
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

  @Test func onceTheTimeIsUpNoAlertOpens() throws {
    var scenario = Scenario.lastTurn()
    scenario.time.advance(30_000)
    for command in [
      StandupsCommand.end(EndMeeting(id: meetingID)), .pause(PauseMeeting(id: meetingID)),
      .next(NextSpeaker(id: meetingID)),
    ] {
      try scenario.error(to: scenario.send(command), .conflict)
    }
    scenario.finish()
    scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    _ = try scenario.takeEnding()
  }

  /// The timer had not received the pause when its time was up, and receives it again.
  @Test func theTimeThatIsUpWhileTheAlertOpensDoesNotEndTheMeeting() throws {
    var scenario = Scenario.lastTurn()
    scenario.time.advance(29_990)
    let end = scenario.send(.end(EndMeeting(id: meetingID)))
    let (hold, _) = try scenario.takeCommit()
    scenario.time.advance(10)
    let timeUp = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let held = unheld.held(at: moment(29_990))
    scenario.store.send(.committed(hold, .success(.written))) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.endMeeting(isDiscardable: true))
      }
    }
    _ = try scenario.live(to: end)
    let message = try scenario.takeWork()
    #expect(message.meetings == [needs(held, speaker: 2)])
    #expect(try scenario.reply(to: timeUp) == .done)
    scenario.answer(message)
    #expect(try scenario.work() == message.meetings)
    scenario.finish()
  }

  /// The meeting ends while the timer is notified of its clock, which may start it again.
  @Test func aMeetingThatEndsMeanwhileIsReleasedAgain() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let pause = scenario.send(.pause(PauseMeeting(id: meetingID)))
    let held = scenario.clock(4_000, isRunning: false)
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.paused)
      }
    }
    _ = try scenario.live(to: pause)
    let telling = try scenario.takeWork()
    let discard = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .discard)))
    try scenario.commitEnd(.discarded, ["meeting.alertDismissed", "meeting.discarded"])
    scenario.store.expect(.finishWork(meetingID))
    #expect(try scenario.reply(to: discard) == .answered(.discarded))
    scenario.answer(telling)
    scenario.store.expect(.discardWork(meetingID))
    scenario.finish()
  }
}

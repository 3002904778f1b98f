import StandupsAPI
import Testing

@testable import StandupsService

/// Speech recognition that fails during a meeting.
extension RunningTests {
  static func talking() -> Scenario {
    Scenario.meeting { _ = $0.hear(line("1", 0, 1_000, "Hello.")) }
  }

  private func fail(_ scenario: inout Scenario) throws {
    scenario.time.advance(5_000)
    let caller = scenario.send(
      .speechFailed(TellSpeechFailed(id: meetingID, reason: "The engine stopped.")))
    let held = scenario.clock(5_000, isRunning: false)
    try scenario.commit(["meeting.speechFailed", "meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.markFailure()
        session.adopt(held)
        session.destination = .alert(.speechFailed(reason: "The engine stopped."))
      }
    }
    #expect(try scenario.reply(to: caller) == .done)
    #expect(try scenario.work() == [needs(held)])
  }

  @Test func speechFailsAndTheMeetingGoesOn() throws {
    var scenario = Self.talking()
    try fail(&scenario)
    scenario.time.advance(1_000)
    let caller = scenario.send(
      .answer(AnswerMeetingAlert(id: meetingID, action: .continueMeeting)))
    let released = scenario.clock(5_000, isRunning: true)
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(released)
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: caller).session.isRecording == false)
    #expect(try scenario.work() == [needs(released)])
    scenario.finish()
  }

  @Test func speechFailsAndTheMeetingIsDiscarded() throws {
    var scenario = Self.talking()
    try fail(&scenario)
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .discard)))
    try scenario.commitEnd(.discarded, ["meeting.alertDismissed", "meeting.discarded"])
    scenario.store.expect(.discardWork(meetingID))
    #expect(try scenario.reply(to: caller) == .answered(.discarded))
    scenario.finish()
  }

  @Test func aFailureThatIsToldTwiceIsTakenOnce() throws {
    var scenario = Self.talking()
    try fail(&scenario)
    let caller = scenario.send(
      .speechFailed(TellSpeechFailed(id: meetingID, reason: "The engine stopped.")))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aFailureWhileAnotherAlertIsOpenIsOnlyMarked() throws {
    var scenario = Scenario.meeting { session in
      _ = session.hear(line("1", 0, 1_000, "Hello."))
      session.adopt(session.clock.held(at: moment(2_000)))
      session.destination = .alert(.endMeeting(isDiscardable: true))
    }
    let caller = scenario.send(.speechFailed(TellSpeechFailed(id: meetingID, reason: "Why.")))
    try scenario.commit(["meeting.speechFailed"]) { saved in
      change(&saved) { session in
        session.markFailure()
      }
    }
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aFailureWhenTheTimeIsUpOpensNoAlert() throws {
    var scenario = Self.talking()
    scenario.time.advance(31_000)
    let caller = scenario.send(.speechFailed(TellSpeechFailed(id: meetingID, reason: "Why.")))
    try scenario.commit(["meeting.speechFailed"]) { saved in
      change(&saved) { session in
        session.markFailure()
      }
    }
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aMeetingThatIsNotRecordedCannotFail() throws {
    var scenario = Scenario.meeting(isRecording: false)
    let caller = scenario.send(.speechFailed(TellSpeechFailed(id: meetingID, reason: "Why.")))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }
}

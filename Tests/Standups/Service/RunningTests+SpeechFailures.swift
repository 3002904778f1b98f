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
    let held = scenario.status(5_000, isRunning: false)
    try scenario.clock(.success(held))
    try scenario.commit(["meeting.speechFailed", "meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.markFailure()
        session.adopt(held.clock)
        session.destination = .alert(.speechFailed(reason: "The engine stopped."))
      }
    }
    #expect(try scenario.reply(to: caller) == .done)
  }

  @Test func speechFailsAndTheMeetingGoesOn() throws {
    var scenario = Self.talking()
    try fail(&scenario)
    scenario.time.advance(1_000)
    let caller = scenario.send(
      .answer(AnswerMeetingAlert(id: meetingID, action: .continueMeeting)))
    let released = scenario.status(5_000, isRunning: true)
    try scenario.clock(.success(released))
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(released.clock)
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: caller).session.isRecording == false)
    scenario.finish()
  }

  @Test func speechFailsAndTheMeetingIsDiscarded() throws {
    var scenario = Self.talking()
    try fail(&scenario)
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .discard)))
    try scenario.commit(["meeting.alertDismissed", "meeting.discarded"]) {
      $0.removeSession(meetingID)
    }
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
    try scenario.clock(.success(scenario.status(30_000, speaker: 2, isRunning: false)))
    try scenario.commit(["meeting.speechFailed"]) { saved in
      change(&saved) { session in
        session.markFailure()
      }
    }
    _ = try scenario.reply(to: caller)
    #expect(try scenario.work() == [needs(unheld)])
    scenario.finish()
  }

  @Test func aMeetingThatIsNotRecordedCannotFail() throws {
    var scenario = Scenario.meeting(isRecording: false)
    let caller = scenario.send(.speechFailed(TellSpeechFailed(id: meetingID, reason: "Why.")))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }
}

import Bus
import StandupsAPI
import Testing

@testable import StandupsService

/// Recording that is denied during a meeting.
extension RunningTests {
  @Test func aDenialEndsTheRecordingAndNothingIsTakenAfterIt() throws {
    var scenario = Self.talking()
    scenario.time.advance(5_000)
    let denied = StandupsCommand.recordingDenied(TellRecordingDenied(standup: design.id))
    let caller = scenario.send(denied)
    let commit = try scenario.commit(["meeting.recordingStopped"]) { saved in
      change(&saved) { $0.markDenial() }
    }
    let event = try commit.events[0].data.decode(as: MeetingRecordingStopped.self)
    #expect(event.elapsedMs == 5_000)
    scenario.store.expect(.stopRecording(meetingID))
    #expect(try scenario.reply(to: caller) == .done)
    #expect(scenario.session?.transcript == "Hello. 🔇")
    // The outcome is unknown: it may have been recognised before.
    let late = scenario.send(
      .lineHeard(TellLineHeard(id: meetingID, line: line("2", 1_000, 2_000, "Secret."))))
    #expect(try scenario.reply(to: late) == .done)
    // Repeating it changes nothing.
    let again = scenario.send(denied)
    #expect(try scenario.reply(to: again) == .done)
    // After a restart no recogniser listens to it.
    scenario.store.send(.syncDue([meetingID], .all))
    #expect(try scenario.work().map(\.listening) == [nil])
    // The end does not wait for last words.
    scenario.time.advance(25_000)
    let timeUp = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, isRecording) = try scenario.takeEnding()
    #expect(!isRecording)
    scenario.store.send(
      .ended(operation, .success(.init(lines: [line("3", 2_000, 3_000, "Secret.")]))))
    let events = ["meeting.speakerChanged", "meeting.speakerChanged", "meeting.finished"]
    let finished = try scenario.commit(events) { saved in
      saved.removeSession(meetingID)
      saved.put(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: TestTime.startMs))
    }
    let meeting = try finished.events[2].data.decode(as: MeetingFinished.self).meeting
    #expect(meeting.transcript == "Hello. 🔇")
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: timeUp)
    scenario.finish()
  }

  /// Transcription did not respond, and still records the meeting. The meeting's clock runs on.
  @Test func theEndOfTheRecordingIsRepeatedUntilItIsAccepted() throws {
    var scenario = Scenario.meeting(isRecording: false)
    scenario.store.send(.recordingStopped(meetingID, .failure(.away)))
    scenario.store.expect(.wait(ms: 1000, then: .releaseDue(meetingID)))
    scenario.store.send(.releaseDue(meetingID))
    scenario.store.expect(.stopRecording(meetingID))
    scenario.store.send(.recordingStopped(meetingID, .success(Done())))
    scenario.finish()
  }

  /// The reply to the recording question triggers it, and waits for it.
  @Test func aDenialThatNobodyIsRecordedByWaitsForNobody() throws {
    var idle = Scenario.standups()
    let caller = idle.send(.recordingDenied(TellRecordingDenied(standup: design.id)))
    #expect(try idle.reply(to: caller) == .done)
    idle.finish()
    var scenario = Scenario.alert(.speechAuthorization, isRecording: false)
    let answer = scenario.send(
      .answer(AnswerMeetingAlert(id: meetingID, action: .dontAllow)))
    let id = try scenario.store.take { effect -> OperationID? in
      if case .answerAuthorization(let id, design.id, isGranted: false) = effect { id } else { nil }
    }
    let denied = scenario.send(.recordingDenied(TellRecordingDenied(standup: design.id)))
    #expect(try scenario.reply(to: denied) == .done)
    scenario.store.send(.authorization(id, .success(.init(status: .denied))))
    let (commit, _) = try scenario.takeCommit()
    scenario.store.send(.committed(commit, .failure(BusError(.denied, "No."))))
    try scenario.error(to: answer, .denied)
    scenario.finish()
  }

  /// A later answer to the open question, such as a flag of the command line, would undo the denial.
  @Test(arguments: [true, false]) func aDenialAnswersAnOpenQuestion(isKnown: Bool) throws {
    var scenario = Scenario.alert(.speechAuthorization, isRecording: false)
    let denied = scenario.send(.recordingDenied(TellRecordingDenied(standup: design.id)))
    let operation = try takeQuestion(&scenario)
    // Commands that arrive meanwhile wait.
    let allow = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .allow)))
    scenario.store.send(
      .authorization(
        operation, isKnown ? .success(.init(status: .denied)) : .failure(.away)))
    let commit = try scenario.commit(["meeting.alertDismissed", "meeting.alertPresented"]) {
      change(&$0) { $0.destination = .alert(.speechDenied) }
    }
    let dismissed = try commit.events[0].data.decode(as: MeetingAlertDismissed.self)
    #expect(dismissed.action == .dontAllow)
    #expect(try scenario.reply(to: denied) == .done)
    try scenario.error(to: allow, .conflict)
    scenario.finish()
  }

  /// `standups recording ask` reverts a decision.
  @Test func aQuestionThatNothingWasDecidedOnStaysOpen() throws {
    var scenario = Scenario.alert(.speechAuthorization, isRecording: false)
    let denied = scenario.send(.recordingDenied(TellRecordingDenied(standup: design.id)))
    scenario.store.send(
      .authorization(
        try takeQuestion(&scenario), .success(.init(status: .notDetermined))))
    #expect(try scenario.reply(to: denied) == .done)
    #expect(scenario.session?.alert == .speechAuthorization)
    scenario.finish()
  }

  /// One client answers and another one denies: nothing is recorded.
  @Test func aDenialWhileAnAnswerIsToldHolds() throws {
    var scenario = Scenario.alert(.speechAuthorization, isRecording: false)
    let allow = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .allow)))
    let id = try scenario.store.take { effect -> OperationID? in
      if case .answerAuthorization(let id, design.id, isGranted: true) = effect { id } else { nil }
    }
    let denied = scenario.send(.recordingDenied(TellRecordingDenied(standup: design.id)))
    #expect(try scenario.reply(to: denied) == .done)
    scenario.store.send(.authorization(id, .success(.init(status: .authorized))))
    try scenario.commit(["meeting.alertDismissed", "meeting.alertPresented"]) {
      change(&$0) { $0.destination = .alert(.speechDenied) }
    }
    #expect(try scenario.live(to: allow).session.alert == .speechDenied)
    scenario.finish()
  }

  /// Takes the query for a standup's recording permission.
  private func takeQuestion(_ scenario: inout Scenario) throws -> OperationID {
    try scenario.store.take { effect -> OperationID? in
      if case .requestAuthorization(let id, design.id, _) = effect { id } else { nil }
    }
  }
}

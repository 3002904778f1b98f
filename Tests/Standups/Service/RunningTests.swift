import Bus
import Countdown
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// A running meeting: its speakers, alerts and transcript.
struct RunningTests {
  private func moment(_ ms: Int64) -> ClockReading { TestTime().moment(ms) }

  /// The clock of a meeting without pauses and skips.
  private var unheld: CountdownClock {
    CountdownClock(elapsedMs: 0, at: moment(0), isRunning: true)
  }

  // MARK: Speakers

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

  @Test func aLineWithoutRoomIsOnlyAnnounced() throws {
    var scenario = Scenario.meeting { session in
      for key in 0..<20 {
        _ = session.hear(line("\(key)", 0, 1, String(repeating: "a", count: 199_700)))
      }
    }
    for (key, text) in [("21", "b"), ("22", "c")] {
      var told = line(key, 0, 1_000, String(repeating: text, count: 5_000))
      told.stream = "s"
      let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: told)))
      // The next one takes its place.
      let commit = try scenario.commit(["meeting.segment"]) { saved in
        change(&saved) { $0.heard = .init(stream: "s", untilMs: 1_000) }
      }
      #expect(commit.changes.first?.document?.id == "\(meetingID)/20")
      _ = try scenario.reply(to: caller)
    }
    #expect(scenario.session?.heardLines.count == 20)
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

  // MARK: Alerts

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

  // MARK: Transcript

  @Test func aLineBecomesASegmentOfWhoeverSpoke() throws {
    var scenario = Scenario.meeting { $0.speakerIndex = 1 }
    scenario.time.advance(14_000)
    let heard = line("1", 9_000, 13_000, "I drew icons.")
    let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    let segment = Segment(
      attendee: design.attendees[1].id, speaker: "Grace", fromMs: 9_000, toMs: 13_000,
      text: "I drew icons.")
    let commit = try scenario.commit(["meeting.segment"]) { saved in
      change(&saved) { session in
        session.take(.init(key: "1", segment: segment, heard: nil))
      }
    }
    // Only the line is written.
    #expect(commit.changes.count == 1)
    let document = try #require(commit.changes.first?.document)
    #expect(document.collection == "session.lines")
    #expect(document.id == "\(meetingID)/0")
    #expect(document.parent == "\(meetingID)")
    #expect(document.sortKey == 0)
    #expect(try commit.events[0].data.decode(as: MeetingSegment.self).segment == segment)
    #expect(try scenario.reply(to: caller) == .done)
    let again = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    #expect(try scenario.reply(to: again) == .done)
    scenario.finish()
  }

  @Test func aLineThatAnEarlierStreamHasToldIsAcknowledged() throws {
    var scenario = Scenario.meeting { session in
      session.isRecording = true
      session.heard = .init(stream: "a", untilMs: 6_000)
    }
    var heard = line("b-0", 4_000, 6_100, "I drew icons.")
    heard.stream = "b"
    let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aLineOfAMeetingThatIsOverIsAcknowledged() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(
      .lineHeard(TellLineHeard(id: meetingID, line: line("1", 0, 1, "Late."))))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  // MARK: Recording is forbidden

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
    _ = try scenario.reply(to: timeUp)
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
      if case .requestAuthorization(let id, design.id) = effect { id } else { nil }
    }
  }

  // MARK: Speech fails

  private static func talking() -> Scenario {
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

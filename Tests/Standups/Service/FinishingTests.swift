import Bus
import Countdown
import Documents
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

struct FinishingTests {
  private func finished(
    _ lines: [HeardLine] = [], _ ending: Meeting.Ending = .timeUp, elapsedMs: Int64 = 30_000
  ) -> Meeting {
    let scenario = Scenario.meeting { session in
      for line in lines { _ = session.hear(line) }
    }
    return (scenario.session ?? .placeholder).finished(ending, elapsedMs: elapsedMs)
  }

  /// Changes that remove all saved data of the live meeting.
  private static let removal: [DocumentChange] = [
    .delete(collection: "sessions", id: "\(meetingID)"),
    .delete(collection: "session.states", id: "\(meetingID)"),
    .deleteChildren(collection: "session.lines", parent: "\(meetingID)"),
  ]

  private static let met = StandupRecord(
    design, sortKey: 1, meetings: 1, lastMeetingMs: TestTime.startMs)

  private func removed(_ saved: inout Saved, _ standup: Standup = design) {
    saved.removeSession(meetingID)
    saved.put(StandupRecord(standup, sortKey: 1, meetings: 1, lastMeetingMs: TestTime.startMs))
  }

  /// The reply is in order of time, and the room's line may be the first.
  @Test func ofTheSameLastWordsThoseOfAnOwnMicrophoneAreSaved() throws {
    var scenario = Scenario.lastTurn()
    scenario.time.advance(30_020)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, _) = try scenario.takeEnding()
    var own = line("o", 25_100, 28_900, "Bye, everybody!")
    own.person = Attendee.PersonID(.init(number: 71))
    let room = line("r", 25_000, 29_000, "Bye everybody.")
    scenario.store.send(.ended(operation, .success(.init(lines: [room, own]))))
    let commit = try scenario.commit(["meeting.segment", "meeting.finished"]) { removed(&$0) }
    let segment = try commit.events[0].data.decode(as: MeetingSegment.self).segment
    #expect(segment.text == "Bye, everybody!")
    scenario.store.expect(.discardWork(meetingID))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func whenTheTimeIsUpTheMeetingIsSavedWithItsLastWords() throws {
    var scenario = Scenario.lastTurn { _ = $0.hear(line("1", 0, 1_000, "Hello.")) }
    scenario.time.advance(30_020)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, isRecording) = try scenario.takeEnding()
    #expect(isRecording)
    let last = line("2", 25_000, 29_000, "Bye.")
    scenario.store.send(
      .ended(operation, .success(.init(lines: [line("1", 0, 1_000, "Hello."), last]))))
    let commit = try scenario.commit(["meeting.segment", "meeting.finished"]) { removed(&$0) }
    let expected = finished([line("1", 0, 1_000, "Hello."), last])
    #expect(expected.transcript == "Hello.\nBye.")
    #expect(expected.date == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(try commit.events[1].data.decode(as: MeetingFinished.self).meeting == expected)
    guard case .put(let document) = commit.changes.first else { throw Unexpected("no document") }
    #expect(document.collection == "meetings")
    #expect(document.id == "\(meetingID)")
    #expect(document.parent == "\(design.id)")
    #expect(document.sortKey == TestTime.startMs)
    #expect(document.searchText == expected.transcript)
    #expect(try document.body.decode(as: Meeting.self) == expected)
    #expect(commit.changes[1...3] == Self.removal[...])
    scenario.store.expect(.discardWork(meetingID))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func saveAndEndKeepsWhatWasMetSoFar() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true), isRecording: false)
    let caller = scenario.send(
      .answer(AnswerMeetingAlert(id: meetingID, action: .saveAndEnd)))
    let (operation, isRecording) = try scenario.takeEnding()
    #expect(!isRecording)
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    try scenario.commitEnd(
      .saved, ["meeting.alertDismissed", "meeting.finished"], record: Self.met)
    scenario.store.expect(.discardWork(meetingID))
    let expected = finished([], .saved, elapsedMs: 4_000)
    #expect(try scenario.reply(to: caller) == .answered(.finished(expected)))
    scenario.finish()
  }

  @Test func discardSavesNothing() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true))
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .discard)))
    let commit = try scenario.commitEnd(
      .discarded, ["meeting.alertDismissed", "meeting.discarded"])
    #expect(commit.changes.compactMap(\.document).map(\.collection) == ["session.states"])
    scenario.store.expect(.finishWork(meetingID))
    #expect(try scenario.reply(to: caller) == .answered(.discarded))
    scenario.store.send(.lastWords(meetingID, .success(LastWords(lines: []))))
    scenario.store.expect(.discardWork(meetingID))
    let closed = try scenario.close(["meeting.erased"])
    let erasure = DocumentChange.erase(Erasure(meeting: meetingID))
    #expect(closed.changes.filter { $0.document == nil } == Self.removal + [erasure])
    #expect(closed.changes.compactMap(\.document?.collection) == ["meetings.discarded"])
    let erased = try closed.events[0].data.decode(as: MeetingErased.self)
    #expect(erased == MeetingErased(standup: design.id, reason: .discarded))
    scenario.finish()
  }

  @Test func withoutLastWordsItIsSavedWithWhatThereIs() throws {
    var scenario = Scenario.lastTurn { _ = $0.hear(line("1", 0, 1_000, "Hello.")) }
    scenario.time.advance(30_000)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, _) = try scenario.takeEnding()
    scenario.store.send(.ended(operation, .failure(.away)))
    try scenario.commit(["meeting.finished"]) { removed(&$0) }
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aMeetingThatIsOverCanBeToldSoAgain() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    #expect(try scenario.reply(to: caller) == .done)
    // The timer still has it.
    scenario.store.expect(.discardWork(meetingID))
    scenario.finish()
  }

  @Test func theTimeIsNotUpWhileTheClockIsHeld() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true))
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    #expect(try scenario.reply(to: caller) == .done)
    let held = CountdownClock(elapsedMs: 4_000, at: TestTime().moment(4_000), isRunning: false)
    #expect(try scenario.work() == [needs(held)])
    scenario.finish()
  }

  @Test func theTimeIsUpThoughAnAlertWasOpenedInThatMoment() throws {
    var scenario = Scenario.lastTurn { session in
      session.adopt(
        CountdownClock(elapsedMs: 30_000, at: TestTime().moment(30_000), isRunning: false))
      session.destination = .alert(.endMeeting(isDiscardable: true))
    }
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, _) = try scenario.takeEnding()
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    try scenario.commit(["meeting.finished"]) { removed(&$0) }
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  /// A repeated message about its clock starts the work again that its end has released.
  @Test func aMeetingThatIsSentWhileItEndsIsReleasedAgain() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true), isRecording: false)
    let caller = scenario.send(
      .answer(AnswerMeetingAlert(id: meetingID, action: .saveAndEnd)))
    let (operation, _) = try scenario.takeEnding()
    scenario.store.send(.syncDue([meetingID], .clock))
    _ = try scenario.work()
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    try scenario.commitEnd(
      .saved, ["meeting.alertDismissed", "meeting.finished"], record: Self.met)
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.finished(to: caller)
    scenario.finish()
  }

  /// A timer that did not respond for a moment keeps its countdown, and does not request its work.
  @Test(arguments: [
    (BusError.away, 1000), (BusError(.expired, "No reply."), 1000),
    (BusError(.internal, "A defect."), 10_000),
  ])
  func theReleaseOfAMeetingIsRepeatedUntilItIsAccepted(error: BusError, delayMs: Int) throws {
    var scenario = Scenario.standups()
    for _ in 1...2 {
      scenario.store.send(.discarded(meetingID, .failure(error)))
      scenario.store.expect(.wait(ms: delayMs, then: .releaseDue(meetingID)))
      scenario.store.send(.releaseDue(meetingID))
      scenario.store.expect(.discardWork(meetingID))
    }
    scenario.store.send(.discarded(meetingID, .success(Done())))
    scenario.finish()
  }

  /// Its standup left for another cell and returned: the release may arrive after its work.
  @Test func aMeetingThatIsLiveAgainIsNotReleased() throws {
    var scenario = Scenario.meeting()
    scenario.store.send(.releaseDue(meetingID))
    scenario.store.send(.discarded(meetingID, .failure(.away)))
    #expect(try scenario.work().map(\.id) == [meetingID])
    scenario.store.send(.discarded(meetingID, .success(Done())))
    #expect(try scenario.work().map(\.id) == [meetingID])
    scenario.finish()
  }

  @Test func theMeetingGoesToTheStandupAsItIsThen() throws {
    var scenario = Scenario.lastTurn()
    let edit = scenario.send(.edit(EditStandup(id: design.id, title: "Morning")))
    let edited = design.edited("Morning")
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    _ = try scenario.reply(to: edit)
    #expect(scenario.session?.standup == design)
    scenario.time.advance(30_000)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, _) = try scenario.takeEnding()
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    let commit = try scenario.commit(["meeting.finished"]) { removed(&$0, edited) }
    // The event has the meeting, so that subscribers need no further request.
    let event = try commit.events[0].data.decode(as: MeetingFinished.self)
    #expect(event.standup == design.id && event.title == "Morning")
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func wordsThatComeWhileTheEndIsAwaitedAreTakenBesideIt() throws {
    var scenario = Scenario.lastTurn()
    scenario.time.advance(30_000)
    let timeUp = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, _) = try scenario.takeEnding()
    let heard = scenario.send(
      .lineHeard(TellLineHeard(id: meetingID, line: line("1", 0, 1_000, "Hello."))))
    let (word, _) = try scenario.takeCommit()
    // The recogniser replies first; the end waits for the last words.
    scenario.store.send(
      .ended(operation, .success(.init(lines: [line("1", 0, 1_000, "Hello.")]))))
    // Another command waits for the end.
    let late = scenario.send(
      .lineHeard(TellLineHeard(id: meetingID, line: line("2", 0, 1_000, "Late."))))
    scenario.store.send(.committed(word, .success(.written))) { saved in
      change(&saved) { _ = $0.hear(line("1", 0, 1_000, "Hello.")) }
    }
    #expect(try scenario.reply(to: heard) == .done)
    try scenario.commit(["meeting.finished"]) { removed(&$0) }
    scenario.store.expect(.discardWork(meetingID))
    #expect(try scenario.reply(to: timeUp) == .done)
    #expect(try scenario.reply(to: late) == .done)
    scenario.finish()
  }

  @Test func aFailureWhileTheEndIsAwaitedIsMarkedBesideIt() throws {
    var scenario = Scenario.lastTurn { _ = $0.hear(line("1", 0, 1_000, "Hello.")) }
    scenario.time.advance(30_000)
    let timeUp = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, _) = try scenario.takeEnding()
    let failed = scenario.send(.speechFailed(TellSpeechFailed(id: meetingID, reason: "Why.")))
    try scenario.commit(["meeting.speechFailed"]) { saved in
      change(&saved) { $0.markFailure() }
    }
    #expect(try scenario.reply(to: failed) == .done)
    scenario.store.send(.ended(operation, .failure(.away)))
    let commit = try scenario.commit(["meeting.finished"]) { removed(&$0) }
    let event = try commit.events[0].data.decode(as: MeetingFinished.self)
    #expect(event.meeting.transcript == "Hello. ❌")
    scenario.store.expect(.discardWork(meetingID))
    _ = try scenario.reply(to: timeUp)
    scenario.finish()
  }

  @Test func aMeetingThatCannotBeSavedStaysLiveAndKeepsItsLastWords() throws {
    var scenario = Scenario.alert(.endMeeting(isDiscardable: true))
    var caller = scenario.send(
      .answer(AnswerMeetingAlert(id: meetingID, action: .saveAndEnd)))
    var (operation, _) = try scenario.takeEnding()
    scenario.store.send(
      .ended(operation, .success(.init(lines: [line("9", 0, 1_000, "Bye.")]))))
    let (commit, _) = try scenario.takeCommit()
    scenario.store.send(.committed(commit, .failure(BusError(.denied, "No."))))
    try scenario.error(to: caller, .denied)
    let held = CountdownClock(elapsedMs: 4_000, at: TestTime().moment(4_000), isRunning: false)
    #expect(try scenario.work() == [needs(held, listening: .init(startMs: 10_000))])

    caller = scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .saveAndEnd)))
    (operation, _) = try scenario.takeEnding()
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    let events = ["meeting.alertDismissed", "meeting.segment", "meeting.finished"]
    try scenario.commitEnd(.saved, events, record: Self.met) { session in
      _ = session.hear(line("9", 0, 1_000, "Bye."))
    }
    scenario.store.expect(.discardWork(meetingID))
    let meeting = try scenario.finished(to: caller)
    #expect(meeting.transcript == "Bye.")
    #expect(scenario.store.state.lastWords.isEmpty)
    scenario.finish()
  }

  @Test func aLongMeetingFitsAMessage() throws {
    var scenario = Scenario.meeting { session in
      for index in 0..<3000 {
        _ = session.hear(line("\(index)", 0, 1, String(repeating: "a", count: 100)))
      }
      session.adopt(session.clock.held(at: TestTime().moment(4_000)))
      session.destination = .alert(.endMeeting(isDiscardable: true))
    }
    scenario.send(.answer(AnswerMeetingAlert(id: meetingID, action: .saveAndEnd)), key: "k")
    let (operation, _) = try scenario.takeEnding()
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    let (_, commit) = try scenario.takeCommit()
    let bytes = try BusJSON.encode(commit).count
    #expect(bytes > 300_000)
    #expect(bytes < 1_000_000)
  }
}

extension MeetingSession {
  fileprivate static var placeholder: MeetingSession {
    MeetingSession(
      id: meetingID, standup: design,
      clock: CountdownClock(elapsedMs: 0, at: TestTime().moment(0), isRunning: false))
  }
}

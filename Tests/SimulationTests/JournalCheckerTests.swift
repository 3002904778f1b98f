import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Simulation

/// The checker must be able to fail: invalid journals, each with one error.
@Suite struct JournalCheckerTests {
  private static let start = Date(timeIntervalSince1970: 1_767_603_600)
  private static let standup = Standup(
    id: Standup.ID(UUID()), title: "made", durationMs: 3000,
    attendees: IdentifiedArray(
      ["a", "b", "c"].map { Attendee(id: Attendee.ID(UUID()), name: $0) }))
  private static let meeting = Meeting.ID(UUID())

  /// A journal in progress.
  private struct Journal {
    var checker = JournalChecker()
    var history = History()
    var sequence: Int64 = 0
    var epoch = "e"

    mutating func add(
      _ data: some EventData, atMs ms: Int64 = 0, sequence: Int64? = nil, id: String? = nil
    ) throws {
      self.sequence = sequence ?? self.sequence + 1
      let event = NewEvent(
        id: id ?? "event-\(self.sequence)", source: "/test",
        labels: EventLabels(
          type: type(of: data).type, subject: "x", standup: "\(standup.id)",
          meeting: "\(meeting)"),
        time: start.addingTimeInterval(Double(ms) / 1000), data: try RawJSON(encoding: data))
      checker.take(
        JournalEvent(event: event, sequence: self.sequence, epoch: epoch), nowMs: ms, history)
    }

    mutating func turn(_ speaker: Int, atMs ms: Int64, skipped: Bool = false) throws {
      try add(
        MeetingSpeakerChanged(
          speaker: speaker, attendee: standup.attendees.elements[speaker],
          elapsedMs: Int64(speaker) * 1000, cause: skipped ? .skipped : .time), atMs: ms)
    }

    mutating func finish(atMs ms: Int64, durationMs: Int64 = 3000) throws {
      try add(
        MeetingFinished(
          standup: standup.id, title: standup.title,
          meeting: Meeting(
            id: meeting, date: start, transcript: "", durationMs: durationMs, ending: .timeUp,
            turns: [
              Meeting.Turn(
                attendee: standup.attendees.elements[2].id, fromMs: 2000, toMs: durationMs)
            ])),
        atMs: ms)
    }

    var found: [Invariant] { checker.findings.map(\.invariant) }
  }

  /// A journal with a standup that was created and meets.
  private func meeting() throws -> Journal {
    var journal = Journal()
    try journal.add(StandupCreated(standup: Self.standup))
    try journal.add(MeetingStarted(standup: Self.standup, isRecording: false))
    return journal
  }

  private func edited(_ title: String, revision: Int, names: [String]) -> StandupUpdated {
    var standup = Self.standup
    standup.title = title
    standup.revision = revision
    standup.attendees = IdentifiedArray(
      names.map { Attendee(id: Attendee.ID(UUID()), name: $0) })
    return StandupUpdated(standup: standup)
  }

  @Test func aMeetingAsItShouldBe() throws {
    var journal = try meeting()
    journal.checker.maxLateMs = 100
    try journal.turn(1, atMs: 1000)
    try journal.turn(2, atMs: 2010)
    try journal.finish(atMs: 3005)
    #expect(journal.found == [])
  }

  @Test func aGap() throws {
    var journal = try meeting()
    try journal.add(edited("later", revision: 2, names: ["a", "b", "c", "d"]), sequence: 4)
    #expect(journal.found == [.journalIsWhole])
  }

  @Test func anotherEpoch() throws {
    var journal = try meeting()
    journal.epoch = "f"
    try journal.turn(1, atMs: 1000)
    #expect(journal.found == [.journalIsWhole])
  }

  @Test func anEventTwice() throws {
    var journal = try meeting()
    try journal.add(
      edited("later", revision: 2, names: ["a", "b", "c", "d"]), id: "event-1")
    #expect(journal.found == [.doneOnce])
  }

  @Test func aLostEdit() throws {
    var journal = try meeting()
    try journal.add(edited("one", revision: 2, names: ["a", "b", "c", "one"]))
    try journal.add(edited("two", revision: 3, names: ["a", "b", "c", "two"]))
    #expect(journal.found == [.noEditIsLost])
  }

  @Test func aRevisionTwice() throws {
    var journal = try meeting()
    try journal.add(edited("one", revision: 2, names: ["a", "b", "c", "one"]))
    try journal.add(edited("two", revision: 2, names: ["a", "b", "c", "one", "two"]))
    #expect(journal.found == [.noEditIsLost])
  }

  @Test func aPersonIsSkipped() throws {
    var journal = try meeting()
    try journal.turn(2, atMs: 2000)
    #expect(journal.found == [.everybodyHasATurn])
  }

  @Test func aSkipThatNobodyAskedFor() throws {
    var journal = try meeting()
    _ = journal.history.begin("k", .next(meeting: "\(Self.meeting)", from: 0), atMs: 0)
    try journal.turn(1, atMs: 100, skipped: true)
    #expect(journal.found == [])
    try journal.turn(2, atMs: 200, skipped: true)
    #expect(journal.found == [.everybodyHasATurn])
  }

  @Test func aSpeakerTwice() throws {
    var journal = try meeting()
    try journal.turn(1, atMs: 1000)
    try journal.turn(1, atMs: 1001)
    #expect(journal.found.contains(.speakersInOrder))
  }

  @Test func aTurnThatEndsEarly() throws {
    var journal = try meeting()
    try journal.turn(1, atMs: 700)
    #expect(journal.found == [.notBeforeItsTime])
  }

  @Test func aTurnThatEndsLate() throws {
    var journal = try meeting()
    journal.checker.maxLateMs = 500
    try journal.turn(1, atMs: 1600)
    #expect(journal.found == [.meetingsGoOn])
  }

  @Test func aMeetingThatIsTooShort() throws {
    var journal = try meeting()
    try journal.turn(1, atMs: 1000)
    try journal.turn(2, atMs: 2000)
    try journal.finish(atMs: 3000, durationMs: 2999)
    #expect(journal.found == [.meetingsEnd])
  }

  @Test func aMeetingThatEndsTwice() throws {
    var journal = try meeting()
    try journal.add(MeetingDiscardedEvent(elapsedMs: 10), atMs: 10)
    try journal.finish(atMs: 3000)
    #expect(journal.found == [.doneOnce])
  }

  @Test func twoAlertsAtOnce() throws {
    var journal = try meeting()
    let alert = MeetingAlertPresented(
      alert: .endMeeting(isDiscardable: true), elapsedMs: 10, standup: Self.standup)
    try journal.add(alert, atMs: 10)
    try journal.add(alert, atMs: 20)
    #expect(journal.found == [.alertsInOrder])
  }

  /// A weight of 3 gives 1800 ms of 3000, starting at 600.
  @Test(arguments: [(600, true), (2400, true), (2000, false)])
  func aTurnIsAsLongAsItWeighs(endsAtMs: Int64, isRight: Bool) throws {
    var standup = Self.standup
    standup.attendees[id: standup.attendees.elements[1].id]?.weight = 3
    var journal = Journal()
    journal.checker.maxLateMs = 100
    try journal.add(StandupCreated(standup: standup))
    try journal.add(MeetingStarted(standup: standup, isRecording: false))
    try journal.turn(1, atMs: 600)
    if endsAtMs > 600 { try journal.turn(2, atMs: endsAtMs) }
    #expect(journal.found == (isRight ? [] : [.notBeforeItsTime]))
  }

  @Test func aWordOnAnAbsenceIsNoEdit() throws {
    var journal = try meeting()
    var standup = Self.standup
    standup.revision = 2
    standup.attendees[id: standup.attendees.elements[0].id]?.absentUntilMs = 1
    try journal.add(StandupUpdated(standup: standup))
    #expect(journal.found.isEmpty && journal.checker.titles["made"] == [1])
  }

  @Test func aFollowUpIsNotedAndDoneOnce() throws {
    let followUp = FollowUp(
      id: FollowUp.ID(UUID()), attendee: Self.standup.attendees.elements[0], text: "noted",
      meeting: Self.meeting, atMs: 0)
    var journal = try meeting()
    try journal.add(MeetingNoted(followUp: followUp))
    try journal.add(FollowUpDone(followUp))
    #expect(journal.found.isEmpty && journal.checker.titles["noted"] == [0])
    try journal.add(FollowUpDone(followUp))
    #expect(journal.found == [.doneOnce])
  }

  @Test func aStandupMeetsTwice() throws {
    var journal = try meeting()
    try journal.add(MeetingStarted(standup: Self.standup, isRecording: false), atMs: 10)
    #expect(journal.found.contains(.doneOnce))
  }

  // MARK: Orders and undone ends

  private static let change = MeetingSession.Undo.ID(UUID())
  private static let moment = ClockReading(wallMs: 0, boot: "test", uptimeUs: 0)

  /// The meeting at a time of its clock, with its turns in an order.
  private static func session(
    speaker: Int = 0, elapsedMs: Int64 = 500, order: [Int]? = nil, turnsMs: [Int64]? = nil
  ) -> MeetingSession {
    MeetingSession(
      id: meeting, standup: standup, startedAt: moment,
      clock: CountdownClock(elapsedMs: elapsedMs, at: moment, isRunning: true),
      speakerIndex: speaker,
      agenda: order.map {
        MeetingSession.Agenda(
          order: $0, turnsMs: turnsMs ?? Array(repeating: 1000, count: $0.count))
      })
  }

  @Test(arguments: [
    ([0, 2, 1], [Int64](), true), ([0, 1, 2], [], true), ([1, 0, 2], [], false),
    ([0, 1, 1], [], false), ([0, 2, 1], [1000, 900, 1100], false),
  ])
  func aNewOrderPermutesTheTurnsToCome(order: [Int], turnsMs: [Int64], isRight: Bool) throws {
    var journal = try meeting()
    let session = Self.session(order: order, turnsMs: turnsMs.isEmpty ? nil : turnsMs)
    try journal.add(MeetingAgendaChanged(session, elapsedMs: 500, cause: .reordered), atMs: 500)
    #expect(journal.found.contains(.ordersArePermutations) == !isRight)
  }

  @Test(arguments: [([0, 1, 2], true), ([0, 2, 1], false)])
  func anUndoRestoresTheOrder(order: [Int], isRight: Bool) throws {
    let undo = MeetingSession.Undo(
      change: Self.change, kind: .reorder, attendee: Self.standup.attendees.elements[0].id,
      until: Self.start)
    var journal = try meeting()
    var changed = MeetingAgendaChanged(
      Self.session(order: [0, 2, 1]), elapsedMs: 500, cause: .reordered)
    changed.undo = undo
    try journal.add(changed, atMs: 500)
    try journal.add(MeetingUndone(Self.session(order: order), undo), atMs: 600)
    #expect(journal.found == (isRight ? [] : [.ordersArePermutations]))
  }

  /// A meeting that was ended by a person at 500 ms.
  private func ended(
    _ kind: MeetingSession.Ended.Kind = .saved, canUndo: Bool = true
  ) throws -> Journal {
    var journal = try meeting()
    try journal.add(
      MeetingAlertPresented(
        alert: .endMeeting(isDiscardable: true), elapsedMs: 500, standup: Self.standup), atMs: 500)
    let isSaved = kind == .saved
    try journal.add(
      MeetingAlertDismissed(action: isSaved ? .saveAndEnd : .discard, elapsedMs: 500), atMs: 600)
    let undo =
      canUndo ? MeetingSession.EndUndo(change: Self.change, until: Self.start) : nil
    if isSaved {
      let past = Meeting(
        id: Self.meeting, date: Self.start, transcript: "", durationMs: 500, ending: .saved)
      try journal.add(
        MeetingFinished(
          standup: Self.standup.id, title: "made", meeting: past, undo: undo), atMs: 600)
    } else {
      try journal.add(MeetingDiscardedEvent(elapsedMs: 500, undo: undo), atMs: 600)
    }
    return journal
  }

  /// The undo of an end.
  private func reopened(
    _ kind: MeetingSession.Ended.Kind = .saved, change: MeetingSession.Undo.ID = change,
    _ session: MeetingSession = session()
  ) -> MeetingReopened {
    MeetingReopened(
      session, MeetingSession.Ended(change: change, kind: kind, at: Self.moment, lines: 0))
  }

  @Test(arguments: MeetingSession.Ended.Kind.allCases)
  func anUndoneEndContinuesTheMeeting(kind: MeetingSession.Ended.Kind) throws {
    var journal = try ended(kind)
    try journal.add(reopened(kind), atMs: 9000)
    // The clock continues at 500 ms.
    try journal.turn(1, atMs: 9500)
    try journal.turn(2, atMs: 10_500)
    try journal.finish(atMs: 11_500)
    #expect(journal.found == [])
  }

  @Test func anEndThatIsUndoneTwice() throws {
    var journal = try ended()
    try journal.add(reopened(), atMs: 700)
    try journal.add(reopened(), atMs: 800)
    #expect(journal.found == [.endsAreFinal])
  }

  @Test func anEndThatIsUndoneTooLate() throws {
    var journal = try ended()
    try journal.add(reopened(), atMs: 10_800)
    #expect(journal.found == [.endsAreFinal])
  }

  @Test func anotherEndThatIsUndone() throws {
    var journal = try ended()
    try journal.add(reopened(change: MeetingSession.Undo.ID(UUID())), atMs: 700)
    #expect(journal.found == [.endsAreFinal])
    journal = try ended(.discarded)
    try journal.add(reopened(.saved), atMs: 700)
    #expect(journal.found == [.endsAreFinal])
  }

  @Test func anEndThatIsFinalAndUndone() throws {
    var journal = try ended(canUndo: false)
    try journal.add(reopened(), atMs: 700)
    #expect(journal.found == [.endsAreFinal])
    journal = try ended(.discarded)
    try journal.add(MeetingErased(standup: Self.standup.id, reason: .discarded), atMs: 650)
    try journal.add(reopened(.discarded), atMs: 700)
    #expect(journal.found == [.endsAreFinal])
  }

  @Test func aMeetingThatContinuesElsewhere() throws {
    for session in [
      Self.session(speaker: 1), Self.session(elapsedMs: 600), Self.session(order: [0, 2, 1]),
    ] {
      var journal = try ended()
      try journal.add(reopened(.saved, session), atMs: 700)
      #expect(journal.found == [.meetingsContinue])
    }
  }

  @Test func aStandupInWritingIsNoMeetingThatNeverBegan() throws {
    var journal = try ended()
    let past = Meeting(
      id: Meeting.ID(UUID()), date: Self.start, transcript: "", ending: .written)
    try journal.add(
      MeetingFinished(standup: Self.standup.id, title: "made", meeting: past), atMs: 700)
    #expect(journal.found == [])
    // It makes the end of the meeting before it final.
    try journal.add(reopened(), atMs: 800)
    #expect(journal.found == [.endsAreFinal])
  }
}

import Bus
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
}

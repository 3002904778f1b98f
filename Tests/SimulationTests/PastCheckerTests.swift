import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Simulation

/// The checker must be able to fail: journals and saved states, each with one error.
@Suite struct PastCheckerTests {
  private static let ann = Attendee(id: Attendee.ID(UUID()), name: "Ann")
  private static let standup = Standup(
    id: Standup.ID(UUID()), title: "made", durationMs: 3000, attendees: IdentifiedArray([ann]))
  private static let id = standup.id.description
  private static let meeting = Meeting.ID(UUID())
  private static let start = Date(timeIntervalSince1970: 1_767_603_600)
  private static let update = WrittenUpdate(attendee: ann, text: "done", atMs: 5)

  /// A run in progress, with the state that it saved.
  private struct Run {
    var checker = PastChecker()
    var history = History()
    var spoken: [String: Cluster.SpokenLine] = [:]
    var written: [String: Cluster.WrittenEnd] = [:]
    var meetings: [Meeting] = []
    var updates: [WrittenUpdate] = []
    var counted: Int?
    private var sequence: Int64 = 0

    mutating func add(
      _ data: some EventData, of meeting: Meeting.ID? = meeting, atMs ms: Int64 = 0
    ) throws {
      sequence += 1
      let event = NewEvent(
        id: "event-\(sequence)", source: "/test",
        labels: EventLabels(
          type: type(of: data).type, subject: "x", standup: id,
          meeting: meeting.map { "\($0)" }),
        time: start, data: try RawJSON(encoding: data))
      checker.take(JournalEvent(event: event, sequence: sequence, epoch: "e"), nowMs: ms)
    }

    /// An update that waits for the next meeting.
    mutating func write() throws {
      _ = history.begin("k", .write(standup: id, text: "done"), atMs: 0)
      try add(UpdateWritten(update, text: nil), of: nil)
      updates = [update]
    }

    mutating func say(_ text: String, atMs ms: Int64 = 10) throws {
      let segment = Segment(attendee: ann.id, speaker: "Ann", fromMs: 0, toMs: 1, text: text)
      try add(MeetingSegment(segment: segment), atMs: ms)
    }

    /// The meeting ends and is saved.
    mutating func finish(
      _ lines: [String], _ updates: [WrittenUpdate]? = nil, atMs ms: Int64 = 100
    ) throws {
      let past = past(lines, updates)
      try add(MeetingFinished(standup: standup.id, title: "made", meeting: past), atMs: ms)
      meetings.append(past)
      self.updates = []
    }

    mutating func reopen(_ kind: MeetingSession.Ended.Kind = .saved) throws {
      let reading = ClockReading(wallMs: 0, boot: "test", uptimeUs: 0)
      let session = MeetingSession(
        id: meeting, standup: standup, startedAt: reading,
        clock: CountdownClock(elapsedMs: 500, at: reading, isRunning: true))
      try add(
        MeetingReopened(
          session,
          MeetingSession.Ended(
            change: MeetingSession.Undo.ID(UUID()), kind: kind, at: reading, lines: 0)))
      if kind == .saved { meetings.removeLast() }
    }

    func documents(_ collection: String) -> [Document] {
      do {
        switch collection {
        case "meetings":
          return try meetings.map {
            Document(
              collection: collection, id: "\($0.id)", parent: id, body: try RawJSON(encoding: $0))
          }
        case "updates" where !updates.isEmpty:
          return [
            Document(
              collection: collection, id: id, parent: id,
              body: try RawJSON(encoding: PendingUpdates(updates: updates)))
          ]
        case "standups":
          let summary = StandupSummary(
            standup: standup, meetings: counted ?? meetings.count,
            lastMeeting: meetings.map(\.date).max(),
            updates: updates.isEmpty ? nil : updates.count)
          return [Document(collection: collection, id: id, body: try RawJSON(encoding: summary))]
        default: return []
        }
      } catch {
        Issue.record(error)
        return []
      }
    }

    func found() throws -> [Invariant] {
      let atTheEnd = try checker.findings(
        documents, history, spoken: spoken, written: written, atMs: 1000)
      return (checker.findings + atTheEnd).map(\.invariant)
    }
  }

  private static func past(
    _ lines: [String], _ updates: [WrittenUpdate]? = nil, id: Meeting.ID = meeting
  ) -> Meeting {
    Meeting(
      id: id, date: start, transcript: lines.joined(separator: " "),
      segments: lines.map {
        Segment(attendee: ann.id, speaker: "Ann", fromMs: 0, toMs: 1, text: $0)
      }, durationMs: 700, ending: .saved, attendees: [ann],
      turns: [Meeting.Turn(attendee: ann.id, fromMs: 0, toMs: 700)], plannedMs: 3000, pausedMs: 0,
      absent: [], updates: updates)
  }

  /// An update waits, and the meeting has begun with a line.
  private func run() throws -> Run {
    var run = Run()
    try run.write()
    try run.add(MeetingStarted(standup: Self.standup, isRecording: false))
    try run.say("one")
    return run
  }

  @Test func asItShouldBe() throws {
    var run = try run()
    #expect(try run.found() == [])
    try run.finish(["one"], [Self.update])
    #expect(try run.found() == [])
    try run.reopen()
    run.updates = [Self.update]
    #expect(try run.found() == [])
    try run.say("two")
    try run.finish(["one", "two"], [Self.update])
    #expect(try run.found() == [])
  }

  @Test func aDiscardedMeetingLeavesItsUpdates() throws {
    var run = try run()
    try run.add(MeetingDiscardedEvent(elapsedMs: 500))
    #expect(try run.found() == [])
    run.updates = []
    #expect(try run.found() == [.updatesAppearOnce, .pastMeetingsAgree])
  }

  @Test func aLostLine() throws {
    var run = try run()
    try run.finish([], [Self.update])
    #expect(try run.found() == [.wordsAreKept])
  }

  @Test func aLineThatIsLostByAnUndo() throws {
    var run = try run()
    try run.finish(["one"], [Self.update])
    try run.reopen()
    try run.finish([], [Self.update])
    #expect(try run.found() == [.wordsAreKept])
  }

  @Test func aLineTwice() throws {
    var run = try run()
    try run.say("one")
    #expect(try run.found() == [.wordsAreKept])
  }

  /// A line that was accepted after the last end is not kept.
  @Test(arguments: [Int64(50), 150]) func anAcceptedLineThatIsMissing(answeredMs: Int64) throws {
    var run = try run()
    run.spoken["two"] = Cluster.SpokenLine(meeting: "\(Self.meeting)", answeredMs: answeredMs)
    try run.finish(["one"], [Self.update], atMs: 100)
    #expect(try run.found() == (answeredMs < 100 ? [.wordsAreKept] : []))
  }

  @Test func anUpdateThatIsLeftOut() throws {
    var run = try run()
    try run.finish(["one"], nil)
    #expect(try run.found() == [.updatesAppearOnce])
  }

  @Test func anUpdateThatStillWaitsAfterItsMeeting() throws {
    var run = try run()
    try run.finish(["one"], [Self.update])
    run.updates = [Self.update]
    // It waits, is in two places, and the summary counts it.
    #expect(
      try run.found() == [.updatesAppearOnce, .pastMeetingsAgree, .updatesAppearOnce])
  }

  @Test func anUpdateInTwoMeetings() throws {
    var run = try run()
    try run.finish(["one"], [Self.update])
    let other = Meeting.ID(UUID())
    let past = Self.past([], [Self.update], id: other)
    try run.add(
      MeetingFinished(standup: Self.standup.id, title: "made", meeting: past), of: other)
    run.meetings.append(past)
    #expect(try run.found() == [.updatesAppearOnce, .updatesAppearOnce])
  }

  @Test func anUpdateOfAnotherStandup() throws {
    var run = try run()
    run.history = History()
    _ = run.history.begin("k", .write(standup: "another", text: "done"), atMs: 0)
    #expect(try run.found() == [.updatesAppearOnce])
  }

  @Test func aTextThatOutlivesItsMeeting() throws {
    var run = Run()
    _ = run.history.begin("k", .write(standup: Self.id, text: "done"), atMs: 0)
    try run.add(UpdateWritten(Self.update, text: "done"), of: nil)
    run.updates = [Self.update]
    #expect(try run.found() == [.updatesAppearOnce])
  }

  @Test func aRemovedUpdateThatDoesNotExist() throws {
    var run = Run()
    try run.add(UpdateRemoved(attendee: Self.ann.id), of: nil)
    #expect(try run.found() == [.doneOnce])
  }

  @Test func aPastMeetingThatIsLeftAfterAnUndo() throws {
    var run = try run()
    try run.finish(["one"], [Self.update])
    let left = run.meetings
    try run.reopen()
    (run.meetings, run.updates) = (left, [])
    #expect(
      try run.found() == [.pastMeetingsAgree, .updatesAppearOnce, .pastMeetingsAgree])
  }

  @Test func aPastMeetingTwice() throws {
    var run = try run()
    try run.finish(["one"], [Self.update])
    run.meetings = []
    try run.finish(["one"])
    #expect(try run.found() == [.pastMeetingsAgree])
  }

  @Test func aMeetingThatContinuesTwice() throws {
    var run = try run()
    try run.finish(["one"], [Self.update])
    try run.reopen()
    run.updates = [Self.update]
    try run.reopen(.discarded)
    #expect(try run.found() == [.meetingsContinue])
  }

  @Test func aWrongCount() throws {
    var run = try run()
    try run.finish(["one"], [Self.update])
    run.counted = 2
    #expect(try run.found() == [.pastMeetingsAgree])
  }

  @Test(arguments: [(1, [Invariant]()), (2, [.doneOnce]), (0, [.acknowledgedIsKept])])
  func aStandupInWritingIsSavedOnce(times: Int, expected: [Invariant]) throws {
    var run = Run()
    run.written["k"] = Cluster.WrittenEnd(
      standup: Self.id, atMs: 1_767_603_600_000, meetings: ["m"], isAnswered: true)
    for _ in 0..<times {
      let id = Meeting.ID(UUID())
      let past = Meeting(id: id, date: Self.start, transcript: "", ending: .written)
      try run.add(
        MeetingFinished(standup: Self.standup.id, title: "made", meeting: past), of: id)
      run.meetings.append(past)
    }
    #expect(try run.found() == expected)
  }

  // MARK: Figures

  private static func stats(durationMs: Int64 = 700, present: Int = 1) -> GetMeetingStats.Reply {
    GetMeetingStats.Reply(
      fromMs: 0, toMs: 1,
      meetings: [
        MeetingFigures(
          id: meeting, date: start, durationMs: durationMs, plannedMs: 3000, pausedMs: 0,
          present: present, late: 0, absent: 0, over: 0)
      ],
      attendees: [
        AttendeeFigures(
          id: ann.id, name: "Ann", present: 1, spoke: 1, spokenMs: 700, plannedMs: 3000)
      ],
      weeks: [WeekFigures(startMs: 0, meetings: 1, durationMs: 700, spokenMs: 700, present: 1)])
  }

  private func found(_ stats: GetMeetingStats.Reply, isUndone: Bool = false) throws -> Int {
    var run = try run()
    try run.finish(["one"], [Self.update])
    if isUndone { try run.reopen() }
    let findings = run.checker.findings(stats, of: Self.id, atMs: 0)
    #expect(findings.allSatisfy { $0.invariant == .figuresAgree })
    return findings.count
  }

  @Test func figuresOfThePastMeetings() throws {
    #expect(try found(Self.stats()) == 0)
    #expect(try found(Self.stats(durationMs: 701)) == 1)
    #expect(try found(Self.stats(present: 2)) == 1)
  }

  @Test func figuresThatLackAMeeting() throws {
    // The meeting, the attendee and the week are missing.
    #expect(try found(GetMeetingStats.Reply(fromMs: 0, toMs: 1)) == 3)
  }

  @Test func figuresThatCountAMeetingThatContinues() throws {
    #expect(try found(Self.stats(), isUndone: true) == 3)
  }
}

import Countdown
import Foundation
import Standups
import StandupsDependencies
import Testing

/// The undo of a change of the turns. Three speakers have ten seconds each.
struct MeetingUndoTests {
  private func moment(us: Int64) -> ClockReading {
    ClockReading(wallMs: 1_700_000_000_000 + us / 1000, boot: "test", uptimeUs: us)
  }

  private func moment(_ ms: Int64) -> ClockReading { moment(us: ms * 1000) }

  private let people = (0..<3).map {
    Attendee(id: Attendee.ID(.init(number: UInt32(10 + $0))), name: "Speaker \($0)")
  }

  private func session() -> MeetingSession {
    var session = MeetingSession(
      id: Meeting.ID(.init(number: 1)),
      standup: Standup(
        id: Standup.ID(.init(number: 2)), durationMs: 30_000, attendees: IdentifiedArray(people)),
      clock: CountdownClock(elapsedMs: 0, at: moment(0), isRunning: false))
    session.begin(at: moment(0), isRecording: true)
    return session
  }

  private static let change = MeetingSession.Undo.ID(.init(number: 7))

  /// Makes a change of a kind, and notes it.
  private func make(
    _ kind: MeetingSession.Undo.Kind, _ session: inout MeetingSession, us: Int64
  ) {
    let before = session
    let now = moment(us: us)
    let clock = session.clock.jumped(toMs: session.elapsedMs(at: now), at: now)
    switch kind {
    case .next:
      session.speakerIndex += 1
      session.adopt(
        clock.jumped(toMs: session.schedule.start(of: session.speakerIndex), at: now))
    case .postpone:
      let isPostponed = session.postponeTurn(atMs: clock.elapsedMs)
      #expect(isPostponed)
    case .absent:
      let isDropped = session.dropTurns(
        of: session.attendee(at: session.speakerIndex).id, atMs: clock.elapsedMs)
      #expect(isDropped)
    case .present:
      let isAdded = session.addTurn(
        of: Attendee(id: Attendee.ID(.init(number: 99)), name: "Late"))
      #expect(isAdded)
    case .reorder:
      let isReordered = session.reorderTurns(session.coming.reversed().map(\.id))
      #expect(isReordered)
    }
    session.noteChange(kind, Self.change, since: before, at: clock)
  }

  /// Only the log of the floor shows that there was a change, and the turns are those without it.
  @Test(arguments: MeetingSession.Undo.Kind.allCases)
  func anUndoneChangeLeavesNoTrace(kind: MeetingSession.Undo.Kind) throws {
    var session = session()
    let before = session
    make(kind, &session, us: 4_000_000)
    let undo = try #require(session.undo)
    #expect(undo.kind == kind && undo.attendee == people[0].id && undo.change == Self.change)
    #expect(undo.until.timeIntervalSince1970 == 1_700_000_014)
    let removed = session.undoChange(at: moment(9_000))
    #expect(removed == (kind == .present ? Attendee.ID(.init(number: 99)) : nil))
    #expect(session.elapsedMs(at: moment(9_000)) == 4_000)
    #expect(session.elapsedMs(at: moment(15_000)) == 10_000)
    #expect(session.turns(untilMs: 30_000) == before.turns(untilMs: 30_000))
    session.floor = before.floor
    session.clock = before.clock
    #expect(session == before)
  }

  /// Words from the time of the change belong to the attendee who had the floor, no matter when they
  /// arrive.
  @Test(arguments: [MeetingSession.Undo.Kind.next, .postpone, .absent])
  func wordsStayWithTheAttendeeWhoHadTheFloor(kind: MeetingSession.Undo.Kind) throws {
    var session = session()
    make(kind, &session, us: 4_000_000)
    let heardEarly = session.hear(key: "a", fromMs: 4_500, toMs: 6_000, text: "Early.")
    let early = try #require(heardEarly)
    _ = session.undoChange(at: moment(9_000))
    let heardLate = session.hear(key: "b", fromMs: 6_500, toMs: 8_500, text: "Late.")
    let late = try #require(heardLate)
    #expect(early.attendee == people[1].id && late.attendee == people[1].id)
    #expect(late.fromMs == early.fromMs + 2_000)
    let speaker = { session.line(key: "c", fromMs: $0, toMs: $1, text: "Yes.")?.segment.attendee }
    #expect(speaker(2_000, 4_000) == people[0].id)
    #expect(speaker(9_000, 12_000) == people[0].id)
    #expect(speaker(15_000, 16_000) == people[1].id)
    // Another change moves the turns, but not the words.
    let isDropped = session.dropTurns(of: people[1].id, atMs: 5_000)
    #expect(isDropped)
    #expect(
      session.line(key: "d", fromMs: 6_500, toMs: 8_500, text: "Yes.")?.segment.attendee
        == people[1].id)
  }

  /// A turn that began by the clock since the change is undone with it.
  @Test func turnsThatBeganSinceTheChangeAreUndone() throws {
    var session = session()
    make(.next, &session, us: 4_000_000)
    session.speakerIndex = 2
    _ = session.undoChange(at: moment(14_500))
    #expect(session.speakerIndex == 0)
    let speaker = { session.line(key: "c", fromMs: $0, toMs: $1, text: "Yes.")?.segment.attendee }
    #expect(speaker(4_000, 14_000) == people[1].id)
    #expect(speaker(14_100, 14_400) == people[2].id)
    #expect(
      session.turns(untilMs: 10_000) == [
        .init(attendee: people[0].id, fromMs: 0, toMs: 10_000, plannedMs: 10_000)
      ])
  }

  /// A meeting that was paused in the meantime.
  @Test func aPauseSinceTheChangeIsNoTurn() throws {
    var session = session()
    make(.next, &session, us: 4_000_000)
    session.adopt(session.clock.held(at: moment(6_000)))
    session.adopt(session.clock.released(at: moment(8_000)))
    _ = session.undoChange(at: moment(9_000))
    #expect(session.elapsedMs(at: moment(10_000)) == 5_000)
    #expect(
      session.turns(untilMs: 12_000) == [
        .init(attendee: people[0].id, fromMs: 0, toMs: 10_000, plannedMs: 10_000),
        .init(attendee: people[1].id, fromMs: 10_000, toMs: 12_000, plannedMs: 10_000),
      ])
  }

  /// Milliseconds are truncated at each reading.
  @Test(arguments: 0..<50) func aTurnIsOneAtAnyMicrosecond(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var session = session()
    var us: Int64 = 0
    func pass() { us += Int64.random(in: 1...1_500_000, using: &random) }
    for _ in 0..<4 {
      pass()
      session.adopt(session.clock.held(at: moment(us: us)))
      pass()
      session.adopt(session.clock.released(at: moment(us: us)))
      pass()
      make(.next, &session, us: us)
      pass()
      _ = session.undoChange(at: moment(us: us))
    }
    let elapsed = session.elapsedMs(at: moment(us: us))
    #expect(elapsed < 10_000)
    #expect(
      session.turns(untilMs: elapsed) == [
        .init(attendee: people[0].id, fromMs: 0, toMs: elapsed, plannedMs: 10_000)
      ])
  }

  @Test func aChangeIsFinalAfterTenSeconds() {
    var session = session()
    make(.next, &session, us: 4_000_000)
    session.keepChange(olderThan: moment(13_999))
    #expect(session.undo != nil)
    session.keepChange(olderThan: moment(14_000))
    #expect(session.undo == nil)
  }

  @Test func theStateIsTheSameAfterBeingSaved() throws {
    var session = session()
    make(.postpone, &session, us: 4_000_000)
    session.undo?.until = Date(timeIntervalSince1970: 1_700_000_014.123)
    let saved = try JSONEncoder().encode(session.state)
    let read = try JSONDecoder().decode(MeetingSession.State.self, from: saved)
    #expect(read == session.state)
    var restored = self.session()
    restored.state = read
    #expect(restored == session && restored.problem == nil)
    _ = restored.undoChange(at: moment(9_000))
    #expect(restored.elapsedMs(at: moment(9_000)) == 4_000)
  }

  /// A saved meeting may have any content.
  @Test func valuesThatNoCommandSavesAreFound() {
    func problem(_ change: (inout MeetingSession.Earlier) -> Void) -> String? {
      var session = session()
      make(.present, &session, us: 4_000_000)
      var state = session.state
      guard var earlier = state.earlier else { return nil }
      change(&earlier)
      state.earlier = earlier
      session.state = state
      return session.problem?.path
    }
    #expect(problem { _ in } == nil)
    #expect(problem { $0.floorCount = -1 } == ".earlier.floorCount")
    #expect(problem { $0.clock.elapsedMs = .min } == ".earlier.clock.elapsedMs")
    #expect(problem { $0.clock.at.wallMs = .max } == ".earlier.clock.at.wallMs")
    #expect(problem { $0.speakerIndex = 3 } == ".earlier.speakerIndex")
    #expect(problem { $0.speakerIndex = -1 } == ".earlier.speakerIndex")
    #expect(problem { $0.agenda = .init(order: [3], turnsMs: [1]) } == ".earlier.agenda.order")
    #expect(problem { $0.agenda = .init(order: [0], turnsMs: []) } == ".earlier.agenda.order")
    #expect(problem { $0.added = people[0].id } == ".earlier.added")
    #expect(problem { $0.warnedMs = -1 } == ".earlier.warnedMs")
  }
}

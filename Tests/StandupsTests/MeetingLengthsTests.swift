import Countdown
import Foundation
import Standups
import Testing

/// Lengths and attendance of a past meeting. Three speakers have ten seconds each.
struct MeetingLengthsTests {
  private func moment(_ ms: Int64) -> ClockReading {
    ClockReading(wallMs: 1_700_000_000_000 + ms, boot: "test", uptimeUs: ms * 1000)
  }

  private let people = (0..<3).map {
    Attendee(id: Attendee.ID(.init(number: UInt32(10 + $0))), name: "Speaker \($0)")
  }

  private var standup: Standup {
    Standup(
      id: Standup.ID(.init(number: 2)), durationMs: 30_000, attendees: IdentifiedArray(people))
  }

  private func session(_ lineup: MeetingSession.Lineup? = nil) -> MeetingSession {
    var session = MeetingSession(
      id: Meeting.ID(.init(number: 1)), standup: standup.meeting(as: lineup), lineup: lineup,
      clock: CountdownClock(elapsedMs: 0, at: moment(0), isRunning: false))
    session.begin(at: moment(0), isRecording: false)
    return session
  }

  /// Ends the current turn at a real time, as `meetings.next` does.
  private func next(_ session: inout MeetingSession, atReal ms: Int64) {
    session.speakerIndex += 1
    session.adopt(
      session.clock.jumped(
        toMs: session.schedule.start(of: session.speakerIndex), at: moment(ms)))
  }

  @Test func skippedTimeIsNotPartOfTheDuration() {
    var session = session()
    next(&session, atReal: 3_000)
    next(&session, atReal: 7_000)
    // The last speaker has the floor for two seconds.
    let meeting = session.finished(.saved, elapsedMs: 22_000)
    #expect(meeting.durationMs == 9_000 && meeting.plannedMs == 30_000 && meeting.pausedMs == 0)
    #expect(meeting.turns?.map { $0.toMs - $0.fromMs } == [3_000, 4_000, 2_000])
    #expect(meeting.turns?.map(\.plannedMs) == [10_000, 10_000, 10_000])
    #expect(meeting.absent == [] && meeting.late == nil)
  }

  @Test func aPauseIsSavedAndIsNotPartOfTheDuration() {
    var session = session()
    session.adopt(session.clock.held(at: moment(4_000)))
    session.adopt(session.clock.released(at: moment(64_000)))
    let meeting = session.finished(.timeUp, elapsedMs: 30_000)
    #expect(meeting.durationMs == 30_000 && meeting.pausedMs == 60_000)
    #expect(meeting.turns?.count == 3 && meeting.turns?[0].plannedMs == 10_000)
  }

  @Test func aMeetingThatEndsWhilePausedEndedWhenItWasPaused() {
    var session = session()
    next(&session, atReal: 1_000)
    session.adopt(session.clock.held(at: moment(5_000)))
    let meeting = session.finished(.saved, elapsedMs: session.clock.elapsedMs)
    #expect(meeting.durationMs == 5_000 && meeting.pausedMs == 0)
  }

  @Test func timeUntilAnUndoIsPartOfTheDurationButOfNoTurn() {
    var session = session()
    let before = session
    let clock = session.clock.jumped(toMs: 4_000, at: moment(4_000))
    next(&session, atReal: 4_000)
    session.noteChange(
      .next, MeetingSession.Undo.ID(.init(number: 7)), since: before, at: clock)
    _ = session.undoChange(at: moment(9_000))
    // The first speaker goes on for two seconds.
    let meeting = session.finished(.saved, elapsedMs: 6_000)
    #expect(meeting.durationMs == 11_000)
    #expect(meeting.turns?.map { $0.toMs - $0.fromMs } == [6_000])
  }

  @Test func anExtensionIsNotPartOfThePlan() {
    var session = session()
    let isExtended = session.extendTurn(byMs: 5_000)
    #expect(isExtended && session.agenda?.extraMs == [5_000])
    let meeting = session.finished(.timeUp, elapsedMs: 35_000)
    #expect(meeting.durationMs == 35_000 && meeting.plannedMs == 30_000)
    #expect(meeting.turns?.map { $0.toMs - $0.fromMs } == [15_000, 10_000, 10_000])
    #expect(meeting.turns?.map(\.plannedMs) == [10_000, 10_000, 10_000])
  }

  @Test func bothPiecesOfAPostponedTurnHaveThePlanOfTheTurn() {
    var session = session()
    let isExtended = session.extendTurn(byMs: 5_000)
    let isPostponed = session.postponeTurn(atMs: 3_000)
    #expect(isExtended && isPostponed)
    let meeting = session.finished(.timeUp, elapsedMs: 35_000)
    let own = (meeting.turns ?? []).filter { $0.attendee == people[0].id }
    #expect(own.map { $0.toMs - $0.fromMs } == [3_000, 12_000])
    #expect(own.compactMap(\.plannedMs).reduce(0, +) == 10_000)
  }

  @Test func anAttendeeWhoLostTheirTurnsIsAbsentUntilTheyReturn() {
    var session = session()
    let isDropped = session.dropTurns(of: people[1].id, atMs: 1_000)
    #expect(isDropped && session.agenda?.away == [1])
    var meeting = session.finished(.saved, elapsedMs: 2_000)
    #expect(meeting.absent == [people[1]] && meeting.late == nil)
    #expect(meeting.attendees == people)
    let isAdded = session.addTurn(of: people[1])
    #expect(isAdded && session.agenda?.away == nil && session.agenda?.returned == [1])
    meeting = session.finished(.saved, elapsedMs: 2_000)
    #expect(meeting.absent == [] && meeting.late == [people[1].id])
  }

  @Test func anAttendeeWhoWasLeftOutIsAbsentWithTheCurrentName() {
    var session = session(MeetingSession.Lineup(absent: [people[2].id]))
    var meeting = session.finished(.saved, elapsedMs: 2_000, current: standup)
    #expect(meeting.absent == [people[2]] && meeting.plannedMs == 30_000)
    meeting = session.finished(.saved, elapsedMs: 2_000)
    #expect(meeting.absent == [Attendee(id: people[2].id)])
    let isAdded = session.addTurn(of: people[2])
    #expect(isAdded)
    meeting = session.finished(.saved, elapsedMs: 2_000, current: standup)
    #expect(meeting.absent == [] && meeting.late == [people[2].id])
    #expect(meeting.attendees?.count == 3)
  }

  /// The mark follows from values of the session that are saved and sent, so it survives both.
  @Test func aLatecomerIsLateInTheLiveMeetingAndInEachCopyOfIt() throws {
    var session = session(MeetingSession.Lineup(absent: [people[2].id]))
    #expect(session.latecomers == nil)
    let arrives = session.addTurn(of: people[2])
    let leaves = session.dropTurns(of: people[1].id, atMs: 1_000)
    #expect(arrives && leaves && session.latecomers == [people[2].id])
    let returns = session.addTurn(of: people[1])
    #expect(returns && session.latecomers == [people[2].id, people[1].id])
    let sent = try JSONDecoder().decode(
      MeetingSession.self, from: JSONEncoder().encode(session))
    #expect(sent.latecomers == session.latecomers)
    var restored = self.session(MeetingSession.Lineup(absent: [people[2].id]))
    restored.state = try JSONDecoder().decode(
      MeetingSession.State.self, from: JSONEncoder().encode(session.state))
    #expect(restored.latecomers == session.latecomers)
    // An attendee who leaves again is absent, not late.
    let leavesAgain = session.dropTurns(of: people[2].id, atMs: 2_000)
    #expect(leavesAgain && session.latecomers == [people[1].id])
  }

  @Test func anAttendeeWhoGetsASecondTurnIsNotLate() {
    var session = session()
    next(&session, atReal: 1_000)
    let speaksAgain = session.addTurn(of: people[0])
    #expect(speaksAgain && session.latecomers == nil)
  }

  @Test(arguments: [1, 2])
  func anUndoneArrivalIsNotLate(place: Int) {
    var session = session(MeetingSession.Lineup(absent: [people[2].id]))
    if place == 1 {
      let leaves = session.dropTurns(of: people[1].id, atMs: 1_000)
      #expect(leaves)
    }
    let before = session
    let arrives = session.addTurn(of: people[place])
    session.noteChange(
      .present, MeetingSession.Undo.ID(.init(number: 7)), since: before, at: session.clock)
    #expect(arrives && session.latecomers == [people[place].id])
    _ = session.undoChange(at: moment(2_000))
    #expect(session.latecomers == nil)
  }

  @Test func aMeetingWithoutTheseValuesIsRead() throws {
    let json = """
      {"id":"00000000-0000-0000-0000-000000000001","date":0,"transcript":"","segments":[],"turns":\
      [{"attendee":"00000000-0000-0000-0000-00000000000A","fromMs":0,"toMs":5}]}
      """
    let meeting = try JSONDecoder().decode(Meeting.self, from: Data(json.utf8))
    #expect(meeting.plannedMs == nil && meeting.pausedMs == nil && meeting.absent == nil)
    #expect(meeting.late == nil && meeting.turns?[0].plannedMs == nil && meeting.problem == nil)
  }

  @Test func aForgottenPersonIsNotNamedAmongTheAbsent() {
    let meeting = Meeting(
      id: Meeting.ID(.init(number: 1)), date: Date(timeIntervalSince1970: 0), transcript: "",
      attendees: [people[0]], absent: [people[1]])
    #expect(meeting.names("Speaker 1"))
    #expect(meeting.forgetting("Speaker 1").meeting.absent == [Attendee(id: people[1].id)])
  }
}

import Countdown
import StandupsDependencies
import Foundation
import Standups
import Testing

struct MeetingSessionTests {
  private func moment(_ ms: Int64) -> ClockReading {
    ClockReading(wallMs: 1_700_000_000_000 + ms, boot: "test", uptimeUs: ms * 1000)
  }

  private func session(speakers: Int = 3, durationMs: Int64 = 30_000) -> MeetingSession {
    var session = MeetingSession(
      id: Meeting.ID(.init(number: 1)),
      standup: Standup(
        id: Standup.ID(.init(number: 2)), durationMs: durationMs,
        attendees: IdentifiedArray(
          (0..<speakers).map {
            Attendee(id: Attendee.ID(.init(number: UInt32(10 + $0))), name: "Speaker \($0)")
          })),
      clock: CountdownClock(elapsedMs: 0, at: moment(0), isRunning: false))
    session.begin(at: moment(0), isRecording: true)
    return session
  }

  @Test func theLastWordsAreLeftWhereThereIsNoRoomForAll() {
    var session = session()
    for number in 0..<10 {
      _ = session.hear(
        key: "\(number)", fromMs: Int64(number) * 100, toMs: Int64(number) * 100 + 50,
        text: "Word \(number)")
    }
    session.markFailure()
    var all = session
    all.leaveLastWords(bytes: 100_000)
    #expect(all == session)
    session.leaveLastWords(bytes: 500)
    #expect(session.segments.map(\.text) == ["Word 7", "Word 8", "Word 9"])
    #expect(session.transcript == "Word 7 Word 8 Word 9 ❌")
    session.leaveLastWords(bytes: 0)
    #expect(session.segments.isEmpty && session.transcript == " ❌")
  }

  @Test func elapsedTimeFollowsFromTheClockAndEndsWithTheMeeting() {
    let session = session()
    #expect(session.elapsedMs(at: moment(12_345)) == 12_345)
    #expect(session.elapsedMs(at: moment(99_000)) == 30_000)
    #expect(session.realMs(at: moment(99_000)) == 99_000)
  }

  @Test func aHoldAndAReleaseAreNoted() {
    var session = session()
    session.adopt(session.clock.held(at: moment(4_000)))
    session.adopt(session.clock.released(at: moment(9_000)))
    #expect(session.floor.map(\.sinceMs) == [0, 4_000, 9_000])
    #expect(session.floor.map(\.elapsedMs) == [0, 4_000, 4_000])
    #expect(session.floor.map(\.isRunning) == [true, false, true])
    #expect(session.elapsedMs(at: moment(10_000)) == 5_000)
  }

  @Test func aClockThatSaysTheSameIsNotNoted() {
    var session = session()
    session.adopt(CountdownClock(elapsedMs: 3_000, at: moment(3_000), isRunning: true))
    #expect(session.floor.count == 1)
    #expect(session.clock.elapsedMs == 3_000)
  }

  @Test func aTurnBeginsAtItsBoundaryThoughItIsNotToldBeforeTheHold() {
    var session = session()
    session.adopt(session.clock.held(at: moment(10_050)))
    #expect(session.floor.map(\.sinceMs) == [0, 10_050])
    #expect(session.floor.map(\.speakerIndex) == [0, 1])
    let speaker = { session.line(key: "a", fromMs: $0, toMs: $1, text: "Yes.")?.segment.speaker }
    #expect(speaker(8_000, 10_000) == "Speaker 0")
    #expect(speaker(10_000, 10_040) == "Speaker 1")
    #expect(speaker(10_100, 60_000) == "Speaker 1")
  }

  /// The schedule determines when turns begin, so the log of speakers stays short for any number of
  /// turns.
  @Test func turnsByTheClockAreNotNoted() {
    var session = session()
    for index in 1...2 {
      session.speakerIndex = index
      let elapsed = Int64(index) * 10_000 + 500
      session.adopt(CountdownClock(elapsedMs: elapsed, at: moment(elapsed), isRunning: true))
    }
    #expect(session.floor.count == 1)
    #expect(
      session.hear(key: "a", fromMs: 11_000, toMs: 12_000, text: "I.")?.speaker == "Speaker 1")
    #expect(
      session.hear(key: "b", fromMs: 25_000, toMs: 26_000, text: "I.")?.speaker == "Speaker 2")
  }

  /// Compares with a meeting that is simulated millisecond by millisecond.
  @Test(arguments: 0..<100) func theFloorIsWhoseItWasHoweverLateTurnsAreTold(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var session = session(
      speakers: .random(in: 1...5, using: &random),
      durationMs: .random(in: 100...400, using: &random))
    let schedule = session.schedule
    var speakers: [Int] = []
    for real in Int64(0)..<600 {
      let clock = session.clock
      let now = schedule.speaker(at: session.elapsedMs(at: moment(real)))
      switch Int.random(in: 0..<60, using: &random) {
      case 0:
        session.adopt(
          clock.isRunning ? clock.held(at: moment(real)) : clock.released(at: moment(real)))
      case 1 where clock.isRunning && now < schedule.speakers - 1:
        session.speakerIndex = now + 1
        session.adopt(clock.jumped(toMs: schedule.start(of: now + 1), at: moment(real)))
      case 2: session.speakerIndex = now
      default: break
      }
      speakers.append(schedule.speaker(at: session.elapsedMs(at: moment(real))))
    }
    let log = FloorLog(entries: session.floor, schedule: schedule)
    #expect((0..<600).map { log.speaker(atReal: $0) } == speakers)
  }

  @Test func linesBecomeSegmentsInOrderOfTime() {
    var session = session()
    _ = session.hear(key: "b", fromMs: 12_000, toMs: 14_000, text: " Second. ")
    let first = session.hear(key: "a", fromMs: 1_000, toMs: 2_000, text: "First.")
    _ = session.hear(key: "c", fromMs: 15_000, toMs: 16_000, text: "Third.")
    #expect(first?.speaker == "Speaker 0")
    #expect(session.segments.map(\.text) == ["First.", "Second.", "Third."])
    #expect(session.transcript == "First.\nSecond. Third.")
  }

  @Test func aLineIsTakenOnceAndABlankOneNotAtAll() {
    var session = session()
    #expect(session.hear(key: "a", fromMs: 0, toMs: 1, text: "Yes.") != nil)
    #expect(session.hear(key: "a", fromMs: 0, toMs: 1, text: "Yes.") == nil)
    #expect(session.hear(key: "b", fromMs: 0, toMs: 1, text: " \n") == nil)
    #expect(session.segments.count == 1)
  }

  @Test func absurdTimesDoNoHarm() {
    var session = session()
    let segment = session.hear(key: "a", fromMs: .min, toMs: .max, text: "Yes.")
    #expect(segment?.fromMs == 0)
    #expect(segment?.toMs == 30_000)
  }

  @Test func whatOneStreamHasToldIsNotTakenFromAnother() {
    var session = session()
    #expect(session.hear(key: "a-0", fromMs: 0, toMs: 2_000, text: "One.", stream: "a") != nil)
    #expect(session.hear(key: "a-1", fromMs: 2_400, toMs: 4_000, text: "Two.", stream: "a") != nil)
    // The second instance got the audio from the middle on, and splits it slightly differently.
    #expect(session.hear(key: "b-0", fromMs: 1_000, toMs: 1_900, text: "One.", stream: "b") == nil)
    #expect(session.hear(key: "b-1", fromMs: 2_300, toMs: 4_200, text: "Two.", stream: "b") == nil)
    #expect(session.heard == .init(stream: "a", untilMs: 4_000))
    #expect(
      session.hear(key: "b-2", fromMs: 3_900, toMs: 6_000, text: "Three.", stream: "b") != nil)
    #expect(session.heard == .init(stream: "b", untilMs: 6_000))
    // Late reports of the first instance are recognised, too.
    #expect(
      session.hear(key: "a-2", fromMs: 3_950, toMs: 5_900, text: "Three.", stream: "a") == nil)
    #expect(session.transcript == "One. Two. Three.")
  }

  @Test func aStreamsOwnLinesAreNeverRepetitions() {
    var session = session()
    _ = session.hear(key: "a-0", fromMs: 0, toMs: 5_000, text: "One.", stream: "a")
    #expect(session.hear(key: "a-1", fromMs: 4_000, toMs: 4_500, text: "Two.", stream: "a") != nil)
    #expect(session.heard?.untilMs == 5_000)
    // Without a stream, nothing is known about the times.
    #expect(session.hear(key: "c", fromMs: 100, toMs: 200, text: "Three.") != nil)
    #expect(session.heard?.untilMs == 5_000)
  }

  @Test func failureMarksAnyTranscriptOnce() {
    var session = session()
    session.markFailure()
    #expect(session.transcript.isEmpty)
    #expect(!session.isRecording)
    _ = session.hear(key: "a", fromMs: 0, toMs: 1, text: "Yes.")
    session.markFailure()
    session.markFailure()
    #expect(session.transcript == "Yes. ❌")
    _ = session.hear(key: "b", fromMs: 2, toMs: 3, text: "Late.")
    #expect(session.transcript == "Yes. Late. ❌")
  }

  @Test func aDenialMarksTheTranscriptAlsoAnEmptyOne() throws {
    var session = session()
    session.markDenial()
    #expect(session.transcript == " 🔇")
    #expect(!session.isRecording)
    session.markFailure()
    session.markDenial()
    #expect(session.transcript == " 🔇")
    var read = session
    read.leaveOutWords()
    read.state = session.state
    #expect(read.transcript == " 🔇" && read.mark == .denial)
    let minutes = Minutes.markdown(session.finished(.timeUp, elapsedMs: 1), of: session.standup)
    #expect(minutes.contains("*Recording stopped because it was no longer allowed.*"))
    #expect(!minutes.contains("Nothing was recorded"))
  }

  /// A skip, a pause, and an early end.
  @Test func aPastMeetingKnowsWhoHadTheFloor() throws {
    var session = session()
    let schedule = session.schedule
    let start = try #require(session.startedAt)
    func moment(_ ms: Int64) -> ClockReading { start.advanced(byMs: ms) }
    let boundary = schedule.start(of: 1)
    session.adopt(session.clock.jumped(toMs: boundary, at: moment(100)))
    session.adopt(session.clock.held(at: moment(300)))
    session.adopt(session.clock.released(at: moment(9_000)))
    let ids = session.standup.attendees.map(\.id)
    let end = boundary + 500
    let meeting = session.finished(.saved, elapsedMs: end)
    #expect(
      meeting.turns
        == [
          Meeting.Turn(
            attendee: ids[0], fromMs: 0, toMs: 100, plannedMs: schedule.turn(of: 0)),
          Meeting.Turn(
            attendee: ids[1], fromMs: boundary, toMs: end, plannedMs: schedule.turn(of: 1)),
        ])
    #expect(meeting.attendees == Array(session.standup.attendees))
    // Turns that began by the clock, up to the end of the time.
    let whole = session.finished(.timeUp, elapsedMs: schedule.durationMs)
    #expect(whole.turns?.last?.toMs == schedule.durationMs)
    #expect(whole.turns?.count == ids.count)
    // Later changes of the attendees do not affect the meeting.
    var edited = session.standup
    edited.attendees = [Attendee(id: Attendee.ID(UUID()), name: "Later")]
    let minutes = Minutes.markdown(meeting, of: edited)
    #expect(!minutes.contains("Later"))
    #expect(minutes.contains("(0:00)"))
  }

  @Test func ofManyPeopleTheNamesAreKept() {
    var session = session()
    session.standup.attendees = IdentifiedArray(
      (0..<380).map { Attendee(id: Attendee.ID(UUID()), name: "N\($0)") })
    let meeting = session.finished(.timeUp, elapsedMs: session.schedule.durationMs)
    #expect(meeting.attendees == Array(session.standup.attendees) && meeting.turns == nil)
    let minutes = Minutes.markdown(meeting, of: Standup(id: session.standup.id))
    #expect(minutes.contains("## Attendees\n\n- N0\n- N1\n"))
  }

  @Test func manyPeopleAreLeftOut() {
    var session = session()
    session.standup.attendees = IdentifiedArray(
      (0..<1000).map { Attendee(id: Attendee.ID(UUID()), name: "Number \($0)") })
    let meeting = session.finished(.timeUp, elapsedMs: 1)
    #expect(meeting.attendees == nil && meeting.turns == nil)
  }

  @Test func theMarkMayBeSaid() throws {
    var session = session()
    for key in ["a", "b"] { _ = session.hear(key: key, fromMs: 0, toMs: 1, text: "❌") }
    #expect(session.transcript == "❌ ❌")
    let data = try JSONEncoder().encode(session)
    var read = try JSONDecoder().decode(MeetingSession.self, from: data)
    #expect(read == session)
    read.markFailure()
    #expect(read.transcript == "❌ ❌ ❌")
  }

  @Test func aFullTranscriptTakesNoMore() {
    var session = session()
    let text = String(repeating: "a", count: 190_000)
    for key in 0..<30 {
      _ = session.hear(key: "\(key)", fromMs: 0, toMs: 1, text: text)
    }
    #expect(session.segments.count == 21)
    #expect(session.heardLines.count == 21)
  }

  /// It would fit no part, and the meeting could not be saved.
  @Test func aLineThatFitsNoPartIsNotTaken() {
    var session = session()
    let text = String(repeating: "a", count: 200_000)
    _ = session.hear(key: "a", fromMs: 0, toMs: 1, text: text)
    #expect(session.segments.isEmpty)
  }

  @Test func theMeetingHasTheSessionsIdAndStart() {
    var session = session()
    _ = session.hear(key: "a", fromMs: 0, toMs: 1, text: "Yes.")
    let meeting = session.finished(.saved, elapsedMs: 5_000)
    #expect(meeting.id == session.id)
    #expect(meeting.date == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(meeting.durationMs == 5_000)
    #expect(meeting.ending == .saved)
    #expect(meeting.transcript == "Yes.")
    #expect(meeting.segments.count == 1)
  }

  @Test func aSessionWithoutAttendeesHasOneSpeaker() {
    var session = session(speakers: 0)
    #expect(session.schedule.speakers == 1)
    #expect(session.isLastSpeaker)
    #expect(session.hear(key: "a", fromMs: 0, toMs: 1, text: "Yes.")?.speaker == "Someone")
  }

  @Test func aSessionIsTheSameAfterBeingSaved() throws {
    var session = session()
    _ = session.hear(key: "a", fromMs: 0, toMs: 1, text: "Yes.")
    session.destination = .alert(.speechFailed(reason: "No engine."))
    let data = try JSONEncoder().encode(session)
    #expect(try JSONDecoder().decode(MeetingSession.self, from: data) == session)
  }
}

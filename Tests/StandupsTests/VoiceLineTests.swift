import Countdown
import Foundation
import StandupsDependencies
import Standups
import Testing

/// Lines of the room whose voice was recognised.
@Suite struct VoiceLineTests {
  private static let ann = LinkedMeeting.ann
  private static let bob = LinkedMeeting.bob

  private func session() -> MeetingSession { LinkedMeeting.session() }

  private func moment(_ ms: Int64) -> ClockReading { LinkedMeeting.moment(ms) }

  @Test func aLineGoesToTheAttendeeWhoseVoiceItIs() {
    var session = session()
    let line = session.hear(
      key: "r-0", fromMs: 1_000, toMs: 2_000, text: "I agree.", stream: "r", voice: Self.bob)
    #expect(line?.speaker == "Bob")
    #expect(line?.voice == .recognised)
    // The voice confirms who has the floor.
    let own = session.hear(
      key: "r-1", fromMs: 3_000, toMs: 4_000, text: "Thanks.", stream: "r", voice: Self.ann)
    #expect(own?.speaker == "Ann")
    #expect(own?.voice == .recognised)
  }

  @Test func aDoubtfulLineStaysWithWhoeverHasTheFloor() {
    var session = session()
    let line = session.hear(
      key: "r-0", fromMs: 1_000, toMs: 2_000, text: "I agree.", stream: "r", isDoubtful: true)
    #expect(line?.speaker == "Ann")
    #expect(line?.voice == .doubtful)
  }

  @Test func aVoiceOfAPersonWhoIsNoAttendeeHasNoEffect() {
    var session = session()
    let line = session.hear(
      key: "r-0", fromMs: 11_000, toMs: 12_000, text: "Hello.", stream: "r",
      voice: Attendee.PersonID(.init(number: 79)))
    #expect(line?.speaker == "Bob")
    #expect(line?.voice == nil)
  }

  @Test func anOwnMicrophoneDecidesBeforeAVoice() {
    var session = session()
    let line = session.hear(
      key: "b-0", fromMs: 1_000, toMs: 2_000, text: "I agree.", stream: "b", person: Self.bob,
      voice: Self.ann, isDoubtful: true)
    #expect(line?.speaker == "Bob")
    #expect(line?.voice == nil)
  }

  /// The room's microphone has heard the same words, and recognised the voice.
  @Test func wordsOfAnOwnMicrophoneAreNotRepeatedByAVoice() {
    var session = session()
    let text = "I fixed the login page yesterday."
    _ = session.hear(
      key: "b-0", fromMs: 1_000, toMs: 3_000, text: text, stream: "b", person: Self.bob)
    let room = session.hear(
      key: "r-0", fromMs: 1_100, toMs: 3_100, text: text, stream: "r", voice: Self.bob)
    #expect(room == nil)
    #expect(session.segments.count == 1)
  }

  @Test func aCorrectionByHandWins() throws {
    var session = session()
    let heard = session.hear(
      key: "r-0", fromMs: 1_000, toMs: 2_000, text: "I agree.", stream: "r", voice: Self.bob)
    let line = try #require(heard)
    let corrected = line.corrected(text: nil, attendee: session.standup.attendees[2])
    #expect(corrected.speaker == "Cy")
    #expect(corrected.heardSpeaker == "Bob")
    #expect(corrected.voice == .recognised)
    #expect(corrected.asHeard == line)
  }

  // MARK: Voices that are recognised later

  @Test func aLineIsReassignedOnceItsVoiceIsKnown() throws {
    var session = session()
    let texts = ["Hello.", "I agree.", "Thanks."]
    for (index, text) in texts.enumerated() {
      let ms = 1_000 * Int64(index + 1)
      _ = session.hear(
        key: "r-\(index)", fromMs: ms, toMs: ms + 900, text: text, stream: "r",
        isDoubtful: index == 1)
    }
    session.markFailure()
    let before = session
    let found = try #require(
      session.reassigned(key: "r-1", voice: Self.bob))
    #expect(found.number == 1)
    #expect(found.was == session.standup.attendees[0].id)
    session.take(found)
    #expect(session.segments.map(\.speaker) == ["Ann", "Bob", "Ann"])
    #expect(session.segments.map(\.voice) == [nil, .recognised, nil])
    #expect(session.segments.map(\.text) == texts)
    #expect(session.transcript == "Hello.\nI agree.\nThanks. ❌")
    // A restart adds the saved lines to the meeting as it was at its start.
    var restored = self.session()
    for (index, segment) in session.segments.enumerated() {
      restored.take(.init(key: "r-\(index)", segment: segment, heard: before.heard))
    }
    restored.markFailure()
    #expect(restored == session)
  }

  @Test func onlyALineOfTheTranscriptIsReassignedToAnotherAttendee() {
    var session = session()
    _ = session.hear(
      key: "r-0", fromMs: 1_000, toMs: 2_000, text: "I agree.", stream: "r", voice: Self.bob)
    #expect(session.reassigned(key: "r-0", voice: Self.ann) != nil)
    #expect(session.reassigned(key: "r-1", voice: Self.ann) == nil)
    #expect(session.reassigned(key: "r-0", voice: Self.bob) == nil)
    #expect(session.reassigned(key: "r-0", voice: Attendee.PersonID(.init(number: 79))) == nil)
    session.leaveOutWords()
    #expect(session.reassigned(key: "r-0", voice: Self.ann) == nil)
  }

  @Test func aLineThatWasCorrectedByHandStaysSo() throws {
    var session = session()
    for index in 0..<3 {
      let ms = 1_000 * Int64(index + 1)
      _ = session.hear(key: "r-\(index)", fromMs: ms, toMs: ms + 900, text: "Yes.", stream: "r")
    }
    let (ann, cy) = (session.standup.attendees[0], session.standup.attendees[2])
    #expect(session.corrected(at: 1, to: ann) == nil)
    #expect(session.corrected(at: 3, to: cy) == nil)
    session.take(try #require(session.corrected(at: 1, to: cy)))
    #expect(session.segments.map(\.speaker) == ["Ann", "Cy", "Ann"])
    #expect(session.segments[1].heardSpeaker == "Ann")
    #expect(session.reassigned(key: "r-1", voice: Self.bob) == nil)
    #expect(session.reassigned(key: "r-2", voice: Self.bob) != nil)
    #expect(session.correctedLines(limit: 64).map(\.key) == ["r-1"])
    #expect(session.correctedLines(limit: 64).map(\.attendee?.name) == ["Cy"])
    #expect(session.correctedLines(limit: 0).isEmpty)
    // The other way round, it is as it was recognised.
    session.take(try #require(session.corrected(at: 1, to: ann)))
    #expect(session.segments[1].heardAttendee == nil)
    #expect(session.correctedLines(limit: 64).isEmpty)
  }

  /// In a pause, all lines have the same time, and the same words may be spoken twice.
  @Test func aLineIsFoundByItsKey() throws {
    var session = session()
    session.adopt(session.clock.held(at: moment(12_000)))
    for (key, ms) in [("r-0", Int64(13_000)), ("r-1", 14_000), ("r-2", 12_500)] {
      _ = session.hear(key: key, fromMs: ms, toMs: ms + 400, text: "Yes.", stream: "r")
    }
    #expect(session.segments.count == 3)
    #expect(Set(session.segments.map(\.fromMs)).count == 1)
    for (number, key) in ["r-0", "r-1", "r-2"].enumerated() {
      let found = try #require(session.reassigned(key: key, voice: Self.ann))
      #expect(found.number == number)
      session.take(found)
      #expect(session.segments.map { $0.speaker == "Ann" } == (0..<3).map { $0 <= number })
    }
    // An earlier line that is accepted later is before the others.
    _ = session.hear(key: "r-3", fromMs: 3_000, toMs: 3_400, text: "Yes.", stream: "r")
    let last = try #require(session.reassigned(key: "r-3", voice: Self.bob))
    session.take(last)
    #expect(last.number == 3)
    #expect(session.segments.map(\.speaker) == ["Bob", "Ann", "Ann", "Ann"])
    let third = try #require(session.reassigned(key: "r-2", voice: Self.bob))
    session.take(third)
    #expect(session.segments.map(\.speaker) == ["Bob", "Ann", "Ann", "Bob"])
  }

  @Test func wordsSinceAnUndoneChangeGoToTheVoiceToo() {
    var session = session()
    let before = session
    session.clock = session.clock.jumped(toMs: 10_000, at: moment(4_000))
    session.adopt(session.clock)
    session.speakerIndex = 1
    session.noteChange(
      .next, .init(.init(number: 5)), since: before,
      at: CountdownClock(elapsedMs: 4_000, at: moment(4_000), isRunning: true))
    _ = session.undoChange(at: moment(7_000))
    let line = session.hear(
      key: "r-0", fromMs: 5_000, toMs: 6_000, text: "Wait.", stream: "r", voice: Self.ann)
    #expect(line?.speaker == "Ann")
    let timer = session.hear(key: "r-1", fromMs: 6_100, toMs: 6_500, text: "Oops.", stream: "r")
    #expect(timer?.speaker == "Bob")
  }

  // MARK: Turns

  @Test func theTurnsAheadFollowTheSchedule() {
    var session = session()
    #expect(
      session.turnsAhead(limit: 64).map { $0.sinceMs } == [0, 10_000, 20_000])
    #expect(session.turnsAhead(limit: 64).map { $0.attendee?.name } == ["Ann", "Bob", "Cy"])
    // The last of a shorter list has no attendee.
    #expect(session.turnsAhead(limit: 2).map { $0.attendee?.name } == ["Ann", nil])
    // Turns that are over are not listed.
    session.speakerIndex = 1
    #expect(session.turnsAhead(limit: 64).map { $0.sinceMs } == [10_000, 20_000])
  }

  @Test func whilePausedThereIsOnlyTheCurrentTurn() {
    var session = session()
    session.adopt(session.clock.held(at: moment(12_000)))
    session.speakerIndex = 1
    #expect(session.turnsAhead(limit: 64).map { $0.sinceMs } == [12_000])
    #expect(session.turnsAhead(limit: 64).map { $0.attendee?.name } == ["Bob"])
    session.adopt(session.clock.released(at: moment(15_000)))
    #expect(session.turnsAhead(limit: 64).map { $0.sinceMs } == [15_000, 23_000])
  }

  @Test func beforeTheStartThereIsNoTurn() {
    let session = MeetingSession(
      id: Meeting.ID(.init(number: 1)), standup: session().standup,
      clock: CountdownClock(elapsedMs: 0, at: LinkedMeeting.moment(), isRunning: false))
    #expect(session.turnsAhead(limit: 64).isEmpty)
  }

  // MARK: Saved form

  @Test func theNumberOfVoicesIsSavedAndBounded() throws {
    var session = session()
    session.voices = 2
    let data = try JSONEncoder().encode(session)
    #expect(try JSONDecoder().decode(MeetingSession.self, from: data).voices == 2)
    #expect(session.problem == nil)
    session.voices = 33
    #expect(session.problem?.path == ".voices")
    session.voices = 2
    session.markFailure()
    #expect(session.voices == nil)
  }
}

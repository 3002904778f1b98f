import Countdown
import StandupsDependencies
import Standups
import Testing

/// Lines of several microphones in one transcript.
@Suite struct OwnMicrophoneTests {
  private static let ann = LinkedMeeting.ann
  private static let bob = LinkedMeeting.bob

  private func session() -> MeetingSession { LinkedMeeting.session() }

  @Test func aLineOfAnOwnMicrophoneBelongsToItsPersonWhoeverHasTheFloor() {
    var session = session()
    let line = session.hear(
      key: "b-0", fromMs: 1_000, toMs: 2_000, text: "I agree.", stream: "b", person: Self.bob)
    #expect(line?.speaker == "Bob")
    let room = session.hear(key: "r-0", fromMs: 4_000, toMs: 5_000, text: "Thanks.", stream: "r")
    #expect(room?.speaker == "Ann")
    #expect(session.transcript == "I agree.\nThanks.")
  }

  @Test func aPersonWhoIsNoAttendeeIsRecordedLikeTheRoom() {
    var session = session()
    let guest = Attendee.PersonID(.init(number: 79))
    let line = session.hear(
      key: "g-0", fromMs: 11_000, toMs: 12_000, text: "Hello.", stream: "g", person: guest)
    #expect(line?.speaker == "Bob")
  }

  @Test func linesOfAllMicrophonesAreInTheOrderInWhichTheyBegan() {
    var session = session()
    _ = session.hear(
      key: "b-0", fromMs: 3_000, toMs: 4_000, text: "Second.", stream: "b", person: Self.bob)
    _ = session.hear(
      key: "a-0", fromMs: 1_000, toMs: 2_500, text: "First.", stream: "a", person: Self.ann)
    _ = session.hear(key: "r-0", fromMs: 5_000, toMs: 6_000, text: "Third.", stream: "r")
    #expect(session.transcript == "First.\nSecond.\nThird.")
    #expect(session.segments.map(\.text) == ["First.", "Second.", "Third."])
  }

  /// Without this, a line of one person would hide what others said at the same time.
  @Test func eachMicrophoneHasItsOwnPosition() {
    var session = session()
    #expect(
      session.hear(
        key: "a-0", fromMs: 0, toMs: 5_000, text: "A long one.", stream: "a", person: Self.ann)
        != nil)
    #expect(
      session.hear(
        key: "b-0", fromMs: 1_000, toMs: 2_000, text: "Meanwhile.", stream: "b", person: Self.bob)
        != nil)
    #expect(session.hear(key: "r-0", fromMs: 1_000, toMs: 2_000, text: "Door.", stream: "r") != nil)
    // Another instance received Ann's audio again.
    #expect(
      session.hear(
        key: "c-0", fromMs: 100, toMs: 4_900, text: "A long line.", stream: "c", person: Self.ann)
        == nil)
    #expect(session.heard == .init(stream: "r", untilMs: 2_000))
  }

  @Test func theRoomsLineIsDroppedIfAnOwnMicrophoneHasTheSameWords() {
    var session = session()
    _ = session.hear(
      key: "b-0", fromMs: 1_000, toMs: 3_000, text: "I fixed the login page.", stream: "b",
      person: Self.bob)
    #expect(
      session.hear(
        key: "r-0", fromMs: 1_200, toMs: 3_300, text: "I fixed the log in page", stream: "r") == nil
    )
    // Other words at the same time, and the same words later, are not doubles.
    #expect(
      session.hear(key: "r-1", fromMs: 2_000, toMs: 3_400, text: "Can you hear me?", stream: "r")
        != nil)
    #expect(
      session.hear(
        key: "r-2", fromMs: 9_000, toMs: 11_000, text: "I fixed the login page.", stream: "r")
        != nil)
    #expect(session.segments.map(\.speaker) == ["Bob", "Ann", "Ann"])
  }

  @Test func theRoomsLineMayCoverSeveralLinesOfOwnMicrophones() {
    var session = session()
    _ = session.hear(
      key: "a-0", fromMs: 1_000, toMs: 2_000, text: "Shall we start?", stream: "a",
      person: Self.ann)
    _ = session.hear(
      key: "b-0", fromMs: 2_200, toMs: 3_000, text: "Yes, please.", stream: "b", person: Self.bob)
    #expect(
      session.hear(
        key: "r-0", fromMs: 1_100, toMs: 3_200, text: "Shall we start yes please", stream: "r")
        == nil)
  }

  /// The audio of an own microphone may arrive long after the room's line was published.
  @Test func anOwnLineThatArrivesAfterTheRoomsIsTheDouble() {
    var session = session()
    _ = session.hear(
      key: "r-0", fromMs: 1_000, toMs: 3_000, text: "I fixed the login page.", stream: "r")
    #expect(
      session.hear(
        key: "b-0", fromMs: 1_000, toMs: 3_000, text: "I fixed the login page.", stream: "b",
        person: Self.bob) == nil)
    #expect(session.segments.count == 1)
  }

  @Test func theSameShortAnswerOfTwoPeopleIsKeptTwice() {
    var session = session()
    for (key, person) in [("a-0", Self.ann), ("b-0", Self.bob)] {
      #expect(
        session.hear(
          key: key, fromMs: 1_000, toMs: 1_500, text: "Yes.", stream: key, person: person) != nil)
    }
  }

  /// After a restart of the transcription, only one of the two microphones may have unsettled audio.
  @Test func ofTwoOwnMicrophonesTheWordsThatAreSentAgainAreKeptOnce() {
    var session = session()
    let text = "Yesterday I fixed the login page."
    _ = session.hear(
      key: "a-0", fromMs: 1_000, toMs: 3_000, text: text, stream: "a", person: Self.ann)
    #expect(
      session.hear(
        key: "b-0", fromMs: 1_100, toMs: 2_900, text: text, stream: "b", person: Self.bob) == nil)
    // Later lines were compared by their sound.
    #expect(
      session.hear(
        key: "b-1", fromMs: 5_000, toMs: 6_000, text: "I agree.", stream: "b", person: Self.bob)
        != nil)
    _ = session.hear(
      key: "a-1", fromMs: 7_000, toMs: 9_000, text: text, stream: "a", person: Self.ann)
    #expect(
      session.hear(
        key: "b-2", fromMs: 7_000, toMs: 9_000, text: text, stream: "b", person: Self.bob) != nil)
  }

  /// The saved lines restore the state of the microphones.
  @Test func aDoubleIsFoundAfterARestart() throws {
    var session = session()
    var restored = session
    let line = try #require(
      session.line(
        key: "b-0", fromMs: 1_000, toMs: 3_000, text: "I fixed the login page.", stream: "b",
        person: Self.bob))
    session.take(line)
    restored.take(line)
    for session in [session, restored] {
      #expect(
        session.line(
          key: "r-0", fromMs: 1_000, toMs: 3_000, text: "I fixed the login page.", stream: "r")
          == nil)
      #expect(
        session.line(
          key: "c-0", fromMs: 1_100, toMs: 2_900, text: "I fixed it.", stream: "c",
          person: Self.bob) == nil)
    }
  }
}

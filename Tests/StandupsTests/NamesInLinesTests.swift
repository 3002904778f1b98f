import Countdown
import Foundation
import StandupsDependencies
import Standups
import Testing

/// Names of attendees in recognised lines.
@Suite struct NamesInLinesTests {
  /// A meeting of 30 s with one attendee for each name, in this order.
  private func session(_ names: [String] = ["Siobhán Ní Bhriain", "Wei", "Zoë", ""])
    -> MeetingSession
  {
    let moment = ClockReading(wallMs: 1_700_000_000_000, boot: "test", uptimeUs: 0)
    var session = MeetingSession(
      id: Meeting.ID(.init(number: 1)),
      standup: Standup(
        id: Standup.ID(.init(number: 2)), durationMs: 30_000,
        attendees: IdentifiedArray(
          names.enumerated().map { index, name in
            Attendee(id: Attendee.ID(.init(number: UInt32(10 + index))), name: name)
          })),
      clock: CountdownClock(elapsedMs: 0, at: moment, isRunning: false))
    session.begin(at: moment, isRecording: true)
    return session
  }

  @Test func aNameIsSpelledAndTheRecognisedWordsStayBesideIt() throws {
    var session = session()
    let heard = session.hear(key: "a", fromMs: 0, toMs: 1_000, text: " I paired with Chevonne. ")
    let segment = try #require(heard)
    #expect(segment.text == "I paired with Siobhán.")
    #expect(segment.heard == "I paired with Chevonne.")
    #expect(session.transcript == "I paired with Siobhán.")
  }

  @Test func aLineWithoutNamesHasNothingBesideIt() throws {
    var session = session()
    let heard = session.hear(
      key: "a", fromMs: 0, toMs: 1_000, text: "I am on my way, and so are we.")
    let segment = try #require(heard)
    #expect(segment.text == "I am on my way, and so are we.")
    #expect(segment.heard == nil)
  }

  @Test func theNextSpeakerIsExpectedAtAHandover() {
    var session = session()
    let next = session.hear(key: "a", fromMs: 0, toMs: 1_000, text: "Over to way.")
    #expect(next?.text == "Over to Wei.")
  }

  /// The sounds and the ordinary words are English.
  @Test(arguments: [("es", false), ("en-GB", true), ("enm", false)])
  func namesInOtherLanguagesStayAsRecognised(_ language: String, _ isSpelled: Bool) {
    var session = session()
    session.standup.language = language
    let segment = session.hear(key: "a", fromMs: 0, toMs: 1_000, text: "I paired with Chevonne.")
    #expect(segment?.text == "I paired with \(isSpelled ? "Siobhán" : "Chevonne").")
    #expect((segment?.heard != nil) == isSpelled)
  }

  @Test func aMeetingWithoutNamesChangesNoLine() {
    var session = session(["", " "])
    let segment = session.hear(key: "a", fromMs: 0, toMs: 1_000, text: "I asked Chevonne.")
    #expect(segment?.text == "I asked Chevonne." && segment?.heard == nil)
  }

  @Test func savedLinesKeepTheRecognisedWords() throws {
    var session = session()
    let heard = session.hear(key: "a", fromMs: 0, toMs: 1_000, text: "I asked zoe.")
    let segment = try #require(heard)
    let decoded = try JSONDecoder().decode(Segment.self, from: try JSONEncoder().encode(segment))
    #expect(decoded == segment && decoded.heard == "I asked zoe.")
    let old = Data(
      #"{"attendee":"\#(segment.attendee)","fromMs":0,"speaker":"A","text":"w","toMs":1}"#.utf8)
    #expect(try JSONDecoder().decode(Segment.self, from: old).heard == nil)
  }

  @Test func onlyTheNearestOfManyNamesAreCompared() throws {
    // The speaker is the first one.
    var names = (0..<200).map { "Person\($0)" }
    names[10] = "Siobhán"
    names[190] = "Saoirse"
    var session = session(names)
    let heard = session.hear(key: "a", fromMs: 0, toMs: 10, text: "I asked Chevonne and Seersha.")
    let segment = try #require(heard)
    #expect(segment.text == "I asked Siobhán and Seersha.")
  }

  @Test func theTermsOfTheTeamAreSpelledBesideTheNames() throws {
    var session = session()
    let glossary = GlossarySpeller([
      GlossaryTerm("Grafana"), GlossaryTerm("Zyx9", soundsLike: "zircon nine"),
    ])
    let heard = session.hear(
      key: "a", fromMs: 0, toMs: 10, text: "I asked Chevonne about graffana and zirkon nine.",
      glossary: glossary)
    let segment = try #require(heard)
    #expect(segment.text == "I asked Siobhán about Grafana and Zyx9.")
    #expect(segment.heard == "I asked Chevonne about graffana and zirkon nine.")
  }

  @Test func theSoundsOfTheTermsAreReadOnlyForALineThatIsCompared() {
    var session = session()
    var reads = 0
    func glossary() -> GlossarySpeller {
      reads += 1
      return .empty
    }
    _ = session.hear(key: "a", fromMs: 0, toMs: 10, text: "Hello.", glossary: glossary())
    _ = session.hear(key: "a", fromMs: 0, toMs: 10, text: "Hello.", glossary: glossary())
    _ = session.hear(key: "b", fromMs: 20, toMs: 30, text: " ", glossary: glossary())
    session.standup.language = "es"
    _ = session.hear(key: "c", fromMs: 40, toMs: 50, text: "Hola.", glossary: glossary())
    #expect(reads == 1)
  }

  /// All of the terms, and the names, are known together.
  @Test func aFullGlossaryLeavesRoomForTheNames() {
    var session = session()
    let glossary = GlossarySpeller((0..<500).map { GlossaryTerm("Kubernetes\($0)") })
    let segment = session.hear(
      key: "a", fromMs: 0, toMs: 10, text: "I asked Chevonne about kubernetes499.",
      glossary: glossary)
    #expect(segment?.text == "I asked Siobhán about Kubernetes499.")
  }
}

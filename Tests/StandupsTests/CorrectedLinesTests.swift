import Foundation
import Standups
import Testing

/// Corrected lines of a transcript: the model.
@Suite struct CorrectedLinesTests {
  private static let ann = Attendee(id: Attendee.ID(UUID()), name: "Ann")
  private static let bob = Attendee(id: Attendee.ID(UUID()), name: "Bob")

  private static func segment(_ who: Attendee, _ text: String) -> Segment {
    Segment(attendee: who.id, speaker: who.name, fromMs: 0, toMs: 1, text: text)
  }

  private static func meeting(_ segments: [Segment], mark: String = "") -> Meeting {
    Meeting(
      id: Meeting.ID(UUID()), date: Date(timeIntervalSince1970: 1),
      transcript: MeetingSession.transcript(of: segments) + mark, segments: segments,
      attendees: [ann, bob])
  }

  @Test func correctedWordsAreOneLine() {
    #expect(Segment.corrected("  Kubernetes  is  up. ") == "Kubernetes is up.")
    let long = String(repeating: "é", count: 2000)
    #expect(Segment.corrected(long) == long)
    for wrong in ["", "  ", long + "x", "a\u{2}b", "a\nb", "It failed ❌", "❌", "Quiet 🔇"] {
      #expect(Segment.corrected(wrong) == nil, "\(wrong.prefix(20))")
    }
  }

  @Test func whatWasHeardStaysBesideACorrection() {
    let line = Self.segment(Self.ann, "Cuban eddies is up.")
    let words = line.corrected(text: "Kubernetes is up.", attendee: nil)
    #expect(words.text == "Kubernetes is up." && words.heard == line.text)
    #expect(words.attendee == Self.ann.id && words.heardAttendee == nil && words.isCorrected)
    // A second correction does not replace the recognised words.
    let both = words.corrected(text: "Kubernetes is down.", attendee: Self.bob)
    #expect(both.text == "Kubernetes is down." && both.heard == line.text)
    #expect(both.attendee == Self.bob.id && both.speaker == "Bob")
    #expect(both.heardAttendee == Self.ann.id && both.heardSpeaker == "Ann")
    #expect(both.asHeard == line)
  }

  @Test func aLineThatIsAsItWasHeardHasNothingBesideIt() {
    let line = Self.segment(Self.ann, "One.")
    let other = line.corrected(text: "Two.", attendee: Self.bob)
    #expect(other.corrected(text: "One.", attendee: Self.ann) == line)
    #expect(other.corrected(text: "One.", attendee: nil).heard == nil)
    #expect(other.asHeard == line && !line.isCorrected)
  }

  @Test func theTranscriptHasTheCorrectedLine() throws {
    let segments = [Self.segment(Self.ann, "One."), Self.segment(Self.bob, "Two.")]
    let meeting = Self.meeting(segments, mark: " ❌")
    let line = segments[1].corrected(text: "Three.", attendee: Self.ann)
    let corrected = try #require(meeting.replacing(1, with: line))
    #expect(corrected.transcript == "One. Three. ❌" && corrected.segments == [segments[0], line])
    #expect(corrected.searchText == corrected.transcript && corrected.mark == .failure)
    #expect(Minutes.markdown(corrected, of: Standup(id: .init(UUID()))).contains("Three"))
    #expect(meeting.replacing(2, with: line) == nil && meeting.replacing(-1, with: line) == nil)
  }

  @Test func aTranscriptThatWasEditedElsewhereIsNotChanged() {
    var meeting = Self.meeting([Self.segment(Self.ann, "One.")])
    for text in ["Other words.", "One. More.", ""] {
      meeting.transcript = text
      #expect(meeting.replacing(0, with: Self.segment(Self.ann, "Two.")) == nil, "\(text)")
    }
  }

  /// The separator between two parts is in the later one, which a correction of the earlier one does not
  /// change.
  @Test func partsAreJoinedBySpeakerAfterACorrection() throws {
    let words = String(repeating: "word ", count: 20_000).dropLast()
    let segments = (0..<4).map { index in
      Self.segment(index < 2 ? Self.ann : Self.bob, "\(words)\(index)")
    }
    let parts = Self.meeting(segments).divided
    #expect(parts.count == 4)
    for (index, who) in [(0, Self.bob), (1, Self.bob), (3, Self.ann)] {
      var changed = parts
      let line = segments[index].corrected(text: nil, attendee: who)
      changed[index] = try #require(parts[index].replacing(0, with: line))
      let joined = try #require(Meeting.joined(changed))
      #expect(joined.transcript == MeetingSession.transcript(of: joined.segments), "\(index)")
      #expect(joined.divided.map(\.segments) == changed.map(\.segments))
    }
  }

  @Test func aForgottenPersonIsNoLongerNamedBesideAReassignedLine() {
    let line = Self.segment(Self.bob, "One.").corrected(text: nil, attendee: Self.ann)
    var meeting = Self.meeting([line])
    meeting.attendees = [Self.ann]
    #expect(meeting.names("Bob"))
    let (left, segments) = meeting.forgetting("Bob")
    #expect(segments == 0 && left.segments == [Self.segment(Self.ann, "One.")])
    #expect(left.transcript == "One." && !left.names("Bob"))
    // The line belongs to Ann, and is erased with her.
    #expect(meeting.forgetting("Ann").segments == 1)
    #expect(meeting.forgetting("Ann").meeting.segments.isEmpty)
  }

  @Test func whatWasHeardIsPartOfAFile() throws {
    let line = Self.segment(Self.ann, "One.").corrected(text: "Two.", attendee: Self.bob)
    let json = try JSONEncoder().encode(line)
    #expect(try JSONDecoder().decode(Segment.self, from: json) == line)
    #expect(line.estimatedBytes >= json.count)
  }
}

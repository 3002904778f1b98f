import Foundation
import Standups
import Testing

struct MeetingPartsTests {
  private let ada = Attendee.ID(UUID())
  private let grace = Attendee.ID(UUID())

  private func meeting(_ segments: Int, _ text: String, transcript: String? = nil) -> Meeting {
    let all = (0..<segments).map { number in
      Segment(
        attendee: number % 3 == 0 ? ada : grace, speaker: "A", fromMs: Int64(number),
        toMs: Int64(number), text: "\(text) \(number)")
    }
    return Meeting(
      id: Meeting.ID(UUID()), date: .now,
      transcript: transcript ?? MeetingSession.transcript(of: all) + " ❌", segments: all,
      durationMs: 5, ending: .timeUp, attendees: [Attendee(id: ada)], turns: [])
  }

  @Test(arguments: [
    (0, "", ""), (1, "a", nil), (2000, "word", nil), (3000, "é\u{301}👩‍👩‍👧", nil),
    (2000, "word", "other"),
    (0, "", String(repeating: "🇫🇷", count: 100_000)),
    (2000, "", String(repeating: "\"", count: 300_000)),
  ])
  func partsMakeTheWhole(segments: Int, text: String, transcript: String?) throws {
    let meeting = meeting(segments, text, transcript: transcript)
    let parts = meeting.divided
    #expect(Meeting.joined(parts) == meeting)
    #expect(parts.count == 1 || parts.allSatisfy { $0.parts == parts.count })
    #expect(parts.dropFirst().map(\.part) == (2..<max(2, parts.count + 1)).map { $0 })
    for part in parts {
      #expect(try JSONEncoder().encode(part).count < 450_000)
      #expect(part.id == meeting.id && part.date == meeting.date)
    }
    #expect(parts.dropFirst().allSatisfy { $0.attendees == nil && $0.turns == nil })
  }

  /// A part's text is that of its segments, so that each part can be read alone.
  @Test func aPartReadsByItself() throws {
    let parts = meeting(3000, "word").divided
    #expect(parts.count > 2)
    for part in parts {
      let said = MeetingSession.transcript(of: part.segments)
      #expect(part.transcript.trimmingCharacters(in: .whitespacesAndNewlines).hasPrefix(said))
    }
  }

  /// The first part has no number. With one, an import would not look it up, and could replace the
  /// meeting of another standup.
  @Test(
    arguments: [
      (nil, nil, true), (nil, 2, true), (2, 2, true), (2, 3, true), (1, 2, false), (1, nil, false),
      (0, 2, false), (-1, 2, false), (3, 2, false), (2, nil, false), (Int.min, 2, false),
      (Int.max, Int.max, false),
    ] as [(Int?, Int?, Bool)])
  func theNumbersOfPartsAreChecked(part: Int?, parts: Int?, isValid: Bool) {
    var meeting = meeting(0, "")
    (meeting.part, meeting.parts) = (part, parts)
    #expect((meeting.problem == nil) == isValid)
  }

  @Test func nothingIsNoMeeting() {
    #expect(Meeting.joined([]) == nil)
  }
}

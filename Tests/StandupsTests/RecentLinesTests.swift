import StandupsDependencies
import Testing

@testable import Standups

@Suite struct RecentLinesTests {
  private func line(_ text: String, _ fromMs: Int64, isOwn: Bool, person: UInt32 = 2)
    -> MeetingSession.Line
  {
    MeetingSession.Line(
      key: "\(fromMs)\(isOwn)\(person)",
      segment: Segment(
        attendee: Attendee.ID(.init(number: 1)), speaker: "Ann", fromMs: fromMs,
        toMs: fromMs + 1_000, text: text), heard: nil,
      person: isOwn ? Attendee.PersonID(.init(number: person)) : nil)
  }

  @Test func aShortLineMustBeTheSame() {
    var lines = RecentLines()
    lines.add(line("Yes, sure.", 0, isOwn: true))
    #expect(lines.isDouble(line("Yes.", 0, isOwn: false), isFirst: false))
    #expect(!lines.isDouble(line("Yes, no.", 0, isOwn: false), isFirst: false))
    #expect(!lines.isDouble(line("…", 0, isOwn: false), isFirst: false))
  }

  /// A person without an own microphone spoke in between.
  @Test func wordsInTheMiddleThatOnlyTheRoomHasAreKept() {
    var lines = RecentLines()
    lines.add(line("Yesterday I fixed the login page and tests.", 0, isOwn: true))
    let text = "Yesterday I fixed that is great thanks the login page and tests."
    #expect(!lines.isDouble(line(text, 0, isOwn: false), isFirst: false))
    let other = "Yesterday I picks up the login page and tests."
    #expect(lines.isDouble(line(other, 0, isOwn: false), isFirst: false))
  }

  @Test func theTimesMustOverlapByTheSlack() {
    var lines = RecentLines()
    lines.add(line("Good morning", 10_000, isOwn: true))
    for (fromMs, isDouble) in [(8_499, false), (8_500, true), (11_500, true), (11_501, false)] {
      #expect(
        lines.isDouble(line("Good morning", Int64(fromMs), isOwn: false), isFirst: false)
          == isDouble)
    }
  }

  @Test func olderLinesAreForgotten() {
    var lines = RecentLines()
    lines.add(line("Good morning", 0, isOwn: true))
    for number in 1..<RecentLines.maxLines {
      lines.add(line("Other", Int64(number) * 10_000, isOwn: true))
    }
    #expect(lines.isDouble(line("Good morning", 0, isOwn: false), isFirst: false))
    lines.add(line("Other", 0, isOwn: true))
    #expect(!lines.isDouble(line("Good morning", 0, isOwn: false), isFirst: false))
  }

  /// The transcription service compares own microphones by their sound, which is not known here.
  @Test func ofOwnMicrophonesOnlyTheFirstLineOfAStreamMayBeADouble() {
    var lines = RecentLines()
    lines.add(line("Yesterday I fixed the login page.", 0, isOwn: true))
    let again = line("yesterday i fixed the login page", 300, isOwn: true, person: 3)
    #expect(lines.isDouble(again, isFirst: true))
    #expect(!lines.isDouble(again, isFirst: false))
    // The same person said it again.
    #expect(
      !lines.isDouble(line("Yesterday I fixed the login page.", 300, isOwn: true), isFirst: true))
  }

  @Test func twoPeopleMaySayTheSameFewWordsOrOthersAtOnce() {
    var lines = RecentLines()
    lines.add(line("Good morning", 0, isOwn: true))
    lines.add(line("Thank you and have a nice day", 4_000, isOwn: true))
    #expect(!lines.isDouble(line("Good morning", 0, isOwn: true, person: 3), isFirst: true))
    let other = line("Thank you all and see you on Monday", 4_000, isOwn: true, person: 3)
    #expect(!lines.isDouble(other, isFirst: true))
  }
}

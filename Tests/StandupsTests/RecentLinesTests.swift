import StandupsDependencies
import Testing

@testable import Standups

@Suite struct RecentLinesTests {
  private func line(_ text: String, _ fromMs: Int64, isOwn: Bool) -> MeetingSession.Line {
    MeetingSession.Line(
      key: "\(fromMs)\(isOwn)",
      segment: Segment(
        attendee: Attendee.ID(.init(number: 1)), speaker: "Ann", fromMs: fromMs,
        toMs: fromMs + 1_000, text: text), heard: nil,
      person: isOwn ? Attendee.PersonID(.init(number: 2)) : nil)
  }

  @Test func caseAndPunctuationDoNotCount() {
    var lines = RecentLines()
    lines.add(line("I’m done – next, please!", 0, isOwn: true))
    #expect(lines.isDouble(line("i'm done next please", 200, isOwn: false)))
  }

  @Test func aShortLineMustBeTheSame() {
    var lines = RecentLines()
    lines.add(line("Yes, sure.", 0, isOwn: true))
    #expect(lines.isDouble(line("Yes.", 0, isOwn: false)))
    #expect(!lines.isDouble(line("Yes, no.", 0, isOwn: false)))
    #expect(!lines.isDouble(line("…", 0, isOwn: false)))
  }

  @Test func theTimesMustOverlapByTheSlack() {
    var lines = RecentLines()
    lines.add(line("Good morning", 10_000, isOwn: true))
    for (fromMs, isDouble) in [(8_499, false), (8_500, true), (11_500, true), (11_501, false)] {
      #expect(lines.isDouble(line("Good morning", Int64(fromMs), isOwn: false)) == isDouble)
    }
  }

  @Test func textWithoutSpacesIsComparedByItsCharacters() {
    var lines = RecentLines()
    lines.add(line("ログインを直しました", 0, isOwn: true))
    #expect(lines.isDouble(line("ログインをなおしました", 0, isOwn: false)))
    #expect(!lines.isDouble(line("次は田中さんです", 0, isOwn: false)))
  }

  @Test func olderLinesAreForgotten() {
    var lines = RecentLines()
    lines.add(line("Good morning", 0, isOwn: true))
    for number in 1..<RecentLines.maxLines {
      lines.add(line("Other", Int64(number) * 10_000, isOwn: true))
    }
    #expect(lines.isDouble(line("Good morning", 0, isOwn: false)))
    lines.add(line("Other", 0, isOwn: true))
    #expect(!lines.isDouble(line("Good morning", 0, isOwn: false)))
    let long = String(repeating: "word ", count: 10_000)
    #expect(RecentLines.words(of: long).count == RecentLines.maxWords)
  }
}

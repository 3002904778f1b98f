import Testing

@testable import Command

@Suite("Values in places")
struct PlacesTests {
  private func values(_ line: String) throws -> Values {
    let parser = Parser(root: Program.root, globals: Globals.declarations)
    guard
      case .run(_, _, let values) = try parser.parse(line.split(separator: " ").map(String.init))
    else { throw UsageError(message: "no command") }
    return values
  }

  @Test("A standup comes first where it is named, and an answer alone is an answer")
  func answer() throws {
    #expect(try values("answer Daily resume")[AnswerVerb.answer] == .meeting(.resume))
    #expect(try values("answer Daily resume")[LiveVerbs.standup]?.text == "Daily")
    #expect(try values("answer resume")[AnswerVerb.answer] == .meeting(.resume))
    #expect(try values("answer resume")[LiveVerbs.standup] == nil)
    #expect(throws: UsageError.self) { try values("answer resume Daily") }
    #expect(throws: UsageError.self) { try values("answer") }
    #expect(throws: UsageError.self) { try values("answer Daily resume now") }
  }

  @Test("What may be left out at the end is still left out there")
  func end() throws {
    #expect(try values("meetings show Daily")[MeetingsVerb.standup].text == "Daily")
    #expect(try values("search a b c")[SearchVerb.words] == ["a", "b", "c"])
  }

  @Test("A shell offers all that a place may be for")
  func candidates() {
    let answer = AnswerVerb.verb.positionals
    #expect(answer.candidates(at: 0).map(\.placeholder) == ["STANDUP", "ANSWER"])
    #expect(answer.candidates(at: 1).map(\.placeholder) == ["ANSWER"])
    let show = MeetingsVerb.show.positionals
    #expect(show.candidates(at: 0).map(\.placeholder) == ["STANDUP"])
    #expect(show.candidates(at: 1).map(\.placeholder) == ["MEETING"])
  }
}

@Suite("Tables")
struct TableTests {
  private let table = Table(
    header: ["TITLE", "ID", "THEME"], rows: [["A title that is long", "12345678", "seafoam"]],
    optional: [2])

  @Test("A column is left out rather than a line wider than the terminal")
  func narrow() {
    let off = Ink(isOn: false)
    #expect(table.lines(width: nil, ink: off)[1] == "A title that is long  12345678  seafoam")
    #expect(table.lines(width: 30, ink: off)[1] == "A title th…  12345678  seafoam")
    #expect(table.lines(width: 24, ink: off) == ["TITLE           ID", "A title that …  12345678"])
  }

  @Test("The list of standups fits, whatever is in it", arguments: [40, 60, 80])
  func list(width: Int) {
    let bench = Bench()
    var context = bench.context()
    context.console.width = width
    let title = String(repeating: "日本 ", count: 30)
    let summary = Fixture.summary(
      Fixture.standup(1, title, durationMs: 5_430_000), meetings: 12345,
      live: Fixture.meetingID)
    let lines = ListVerb.table([summary, Fixture.summary()], context)
    #expect(lines.count > 2)
    for line in lines {
      #expect(DisplayText.width(line) <= width, "\(line)")
    }
    #expect(ListVerb.table([summary], context)[0].hasPrefix("TITLE"))
  }
}

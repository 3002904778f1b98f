import Foundation
import Standups
import Testing

struct StandupsJSONTests {
  /// The format of Point-Free's iOS app: keys in any order, `Duration` as two integers, a date in
  /// seconds since 2001.
  private let file = """
    [
      {
        "theme" : "orange",
        "id" : "D3A1C0DE-0000-4000-8000-000000000001",
        "duration" : [ 16, 4852094820647174144 ],
        "title" : "Design",
        "attendees" : [
          { "id" : "D3A1C0DE-0000-4000-8000-00000000000A", "name" : "Blob" },
          { "name" : "", "id" : "D3A1C0DE-0000-4000-8000-00000000000B", "email": null }
        ],
        "meetings" : [
          { "id" : "D3A1C0DE-0000-4000-8000-0000000000AA", "date" : 700000000.5, "transcript" : "Old" },
          { "id" : "D3A1C0DE-0000-4000-8000-0000000000AB", "date" : 700000001, "transcript" : "New" }
        ],
        "colour" : { "unknown" : [1, 2] }
      }
    ]
    """

  @Test func aFileOfTheAppIsRead() throws {
    let standups = try StandupsJSON.decode(Data(file.utf8))
    let element = try #require(standups.first)
    #expect(standups.count == 1)
    #expect(element.id.description == "d3a1c0de-0000-4000-8000-000000000001")
    #expect(element.standup.title == "Design")
    #expect(element.standup.durationMs == 300_000)
    #expect(element.standup.theme == .orange)
    #expect(element.standup.attendees.map(\.name) == ["Blob", ""])
    #expect(element.meetings.map(\.transcript) == ["New", "Old"])
    #expect(element.meetings[1].date == Date(timeIntervalSinceReferenceDate: 700_000_000.5))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let standups = try StandupsJSON.decode(Data(file.utf8))
    for dialect in [StandupsJSON.Dialect.standups, .syncUps] {
      let data = try StandupsJSON.encode(standups, dialect: dialect)
      #expect(try StandupsJSON.decode(data) == standups)
    }
  }

  /// A standup with a complete meeting.
  private func whole() throws -> StandupWithMeetings {
    var element = try #require(try StandupsJSON.decode(Data(file.utf8)).first)
    element.standup.warnMs = 10_000
    element.standup.mayRunOver = true
    element.standup.isArchived = true
    element.standup.language = "pt-BR"
    let blob = element.standup.attendees[0].participant
    element.standup.attendees[id: blob.id]?.weight = 3
    element.standup.attendees[id: blob.id]?.absentUntilMs = 1_800_000_000_000
    element.meetings = [
      Meeting(
        id: element.meetings[0].id, date: element.meetings[0].date, transcript: "Hi. ❌",
        segments: [Segment(attendee: blob.id, speaker: "Blob", fromMs: 0, toMs: 400, text: "Hi.")],
        durationMs: 61_000, ending: .timeUp, attendees: [blob],
        turns: [Meeting.Turn(attendee: blob.id, fromMs: 0, toMs: 61_000, plannedMs: 60_000)],
        plannedMs: 300_000, pausedMs: 2_000, absent: [Attendee(id: .init(UUID()), name: "Cy")],
        late: [blob.id])
    ]
    return element
  }

  @Test(arguments: [StandupsJSON.Dialect.standups, .syncUps]) func nothingOfAMeetingIsLost(
    _ dialect: StandupsJSON.Dialect
  ) throws {
    let element = try whole()
    #expect(try StandupsJSON.decode(StandupsJSON.encode([element], dialect: dialect)) == [element])
  }

  /// The app's own types, as far as a file has them.
  @Test func theAppsReadWhatWeWrite() throws {
    struct SyncUp: Decodable {
      struct Attendee: Decodable { var id: UUID, name: String }
      struct Meeting: Decodable { var id: UUID, date: Date, transcript: String }
      var id: UUID
      var attendees: [Attendee]
      var duration: Duration
      var meetings: [Meeting]
      var theme: String
      var title: String
    }
    let data = try StandupsJSON.encode([whole()], dialect: .syncUps)
    let read = try #require(try JSONDecoder().decode([SyncUp].self, from: data).first)
    #expect(read.theme == "appOrange" && read.duration == .seconds(300))
    #expect(read.meetings.map(\.transcript) == ["Hi. ❌"])
  }

  @Test(arguments: [
    ("\"toMs\":400", "\"toMs\":-1", ".segments[0]"),
    ("\"toMs\":400", "\"toMs\":9223372036854775807", ".segments[0]"),
    ("\"toMs\":61000", "\"toMs\":172800001", ".turns[0]"),
    ("\"durationMs\":61000", "\"durationMs\":-1", ".durationMs"),
    ("\"plannedMs\":60000", "\"plannedMs\":-1", ".turns[0].plannedMs"),
    ("\"plannedMs\":300000", "\"plannedMs\":172800001", ".plannedMs"),
    ("\"pausedMs\":2000", "\"pausedMs\":-1", ".pausedMs"),
    ("timeUp", "bored", ".ending"),
    (
      "\"speaker\":\"Blob\"", "\"speaker\":\"\(String(repeating: "a", count: 1001))\"",
      ".segments[0].speaker"
    ),
  ])
  func whatWeAddedIsChecked(good: String, bad: String, path: String) throws {
    let text = String(decoding: try StandupsJSON.encode([whole()]), as: UTF8.self)
    let changed = text.replacingOccurrences(of: good, with: bad)
    #expect(changed != text)
    let error = #expect(throws: StandupsJSONError.self) {
      try StandupsJSON.decode(Data(changed.utf8))
    }
    #expect(error?.path == "[0].meetings[0]" + path)
  }

  @Test func tooManyPeopleOfAMeetingAreRefused() throws {
    var element = try whole()
    element.meetings[0].attendees = (0..<500).map {
      Attendee(id: Attendee.ID(UUID()), name: "Attendee \($0)")
    }
    let data = try StandupsJSON.encode([element])
    let error = #expect(throws: StandupsJSONError.self) { try StandupsJSON.decode(data) }
    #expect(error?.path == "[0].meetings[0].attendees")
  }

  @Test func durationsAreWrittenAsSwiftDoes() throws {
    let standups = try StandupsJSON.decode(Data(file.utf8))
    let text = String(decoding: try StandupsJSON.encode(standups), as: UTF8.self)
    #expect(text.contains("\"duration\":[16,4852094820647174144]"))
    #expect(text.contains("\"date\":700000000.5"))
    #expect(text.contains("\"theme\":\"orange\""))
  }

  /// The years 1 and 9999.
  @Test(arguments: ["-63113904000", "252423993599"]) func theFirstAndTheLastDateAreTaken(
    date: String
  ) throws {
    let text = file.replacingOccurrences(of: "700000001", with: date)
    #expect(try StandupsJSON.decode(Data(text.utf8))[0].meetings.count == 2)
  }

  @Test func emptyFilesAreFine() throws {
    #expect(try StandupsJSON.decode(Data("[]".utf8)).isEmpty)
    #expect(try StandupsJSON.decode(StandupsJSON.encode([])).isEmpty)
  }

  @Test(arguments: Theme.allCases) func themesAreReadAndWrittenInBothDialects(theme: Theme) throws {
    var element = try #require(try StandupsJSON.decode(Data(file.utf8)).first)
    element.standup.theme = theme
    for dialect in [StandupsJSON.Dialect.standups, .syncUps] {
      let data = try StandupsJSON.encode([element], dialect: dialect)
      let isPrefixed = String(decoding: data, as: UTF8.self).contains("\"theme\":\"app")
      let sixClash: Set<Theme> = [.indigo, .magenta, .orange, .purple, .teal, .yellow]
      #expect(isPrefixed == (dialect == .syncUps && sixClash.contains(theme)))
      #expect(try StandupsJSON.decode(data).first?.standup.theme == theme)
    }
  }

  @Test(arguments: [
    ("", ""), ("{", ""), ("{}", ""), ("[1]", "[0]"), ("null", ""),
  ])
  func whatIsNoFileIsRefused(text: String, path: String) {
    let error = #expect(throws: StandupsJSONError.self) {
      try StandupsJSON.decode(Data(text.utf8))
    }
    #expect(error?.path == path)
  }

  @Test(arguments: [
    ("\"orange\"", "\"mauve\"", "[0].theme"),
    ("\"title\" : \"Design\"", "\"name\" : 1", "[0].title"),
    ("\"name\" : \"Blob\"", "\"name\" : 7", "[0].attendees[0].name"),
    ("700000001", "\"today\"", "[0].meetings[1].date"),
    ("700000001", "-63113904001", "[0].meetings[1].date"),
    ("700000001", "252423993600", "[0].meetings[1].date"),
    ("700000001", "1e300", "[0].meetings[1].date"),
    ("[ 16, 4852094820647174144 ]", "300", "[0].duration"),
    ("[ 16, 4852094820647174144 ]", "[ 0, 5 ]", "[0].duration"),
    ("[ 16, 4852094820647174144 ]", "[ 9223372036854775807, 1 ]", "[0].duration"),
    ("[ 16, 4852094820647174144 ]", "[ -16, 1 ]", "[0].duration"),
    ("00000000000B", "00000000000A", "[0].attendees"),
    ("0000000000AB", "0000000000AA", "[0].meetings[1].id"),
    ("D3A1C0DE-0000-4000-8000-000000000001", "one", "[0].id"),
  ])
  func errorsNameTheElementAndTheMember(good: String, bad: String, path: String) {
    let text = file.replacingOccurrences(of: good, with: bad)
    #expect(text != file)
    let error = #expect(throws: StandupsJSONError.self) {
      try StandupsJSON.decode(Data(text.utf8))
    }
    #expect(error?.path == path)
    #expect(error?.description.contains(path) == true)
  }

  @Test func twoStandupsOfOneIDAreRefused() throws {
    let element = try StandupsJSON.decode(Data(file.utf8))
    let data = try StandupsJSON.encode(element + element)
    let error = #expect(throws: StandupsJSONError.self) { try StandupsJSON.decode(data) }
    #expect(error?.path == "[1].id")
  }
}

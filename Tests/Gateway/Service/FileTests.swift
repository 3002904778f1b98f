import Bus
import Foundation
import Glibc
import GatewayAPI
import Standups
import StandupsAPI
import StandupsDependencies
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// Files that browsers download, and files that they upload.
@Suite struct FileTests {
  static let ada = Attendee(id: Attendee.ID(UUID()), name: "Ada")
  private static let standup = Standup(id: Standup.ID(UUID()), title: "Design", attendees: [ada])

  static func meeting(
    _ text: String, id: Meeting.ID = Meeting.ID(UUID()), part: Int? = nil, parts: Int? = nil
  ) -> Meeting {
    Meeting(
      id: id, date: Date(timeIntervalSince1970: 1_795_000_000), transcript: text,
      segments: [
        Segment(attendee: ada.id, speaker: ada.name, fromMs: 0, toMs: 1000, text: text)
      ], durationMs: 60_000, ending: .timeUp, part: part, parts: parts)
  }

  /// Answers for a standup with the parts of a past meeting.
  private static func serve(_ parts: [Meeting], on bus: FakeBus) throws {
    let summary = StandupSummary(standup: standup, meetings: 1)
    let found = try json(GetStandup.Reply(summary: summary, meetings: [], next: nil))
    let texts = try parts.map(json)
    bus.on("standups.get") { _ in found }
    bus.on("standups.meetingPart") { body in
      let command = try BusJSON.decode(GetMeetingPart.self, from: body)
      guard command.meeting == parts.first?.id, texts.indices.contains(command.part - 1) else {
        throw BusError(.notFound, "Meeting \(command.meeting) has no part \(command.part).")
      }
      return texts[command.part - 1]
    }
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try BusJSON.encode(value), as: UTF8.self)
  }

  // MARK: Minutes

  @Test func minutesAreADocument() async throws {
    let meeting = Self.meeting("I drew the icons.")
    try await GatewayFixture.serving { fixture in
      try Self.serve([meeting], on: fixture.bus)
      let path = "/api/standups/\(Self.standup.id)/meetings/\(meeting.id).md"
      #expect(try await fixture.ask("GET", path).status == 401)
      #expect(fixture.bus.bodies("standups.get").isEmpty)
      // It changes nothing.
      let cookie = try await fixture.login("eve", .observer)
      let answer = try await fixture.ask("GET", path, ["Cookie: \(cookie)"])
      #expect(answer.status == 200)
      #expect(answer.fields["content-type"] == "text/markdown; charset=utf-8")
      #expect(
        answer.fields["content-disposition"] == #"attachment; filename="\#(meeting.id).md""#)
      #expect(answer.body == Minutes.markdown(meeting, of: Self.standup))
      #expect(answer.body.contains("I drew the icons."))
    }
  }

  @Test(arguments: [
    ("md", "text/markdown; charset=utf-8"), ("html", "text/html; charset=utf-8"),
    ("json", "application/json"), ("csv", "text/csv; charset=utf-8"),
    ("vtt", "text/vtt; charset=utf-8"), ("srt", "application/x-subrip; charset=utf-8"),
  ])
  func aMeetingIsAvailableInAllFormatsOfTheCommandLine(suffix: String, type: String) async throws {
    let meeting = Self.meeting("I drew the icons.")
    let files = [
      "md": Minutes.markdown(meeting, of: Self.standup),
      "html": MinutesHTML.document(meeting, of: Self.standup),
      "json": try Self.json(meeting) + "\n", "csv": TurnsCSV.table(meeting, of: Self.standup),
      "vtt": Subtitles.vtt(meeting), "srt": Subtitles.srt(meeting),
    ]
    try await GatewayFixture.serving { fixture in
      try Self.serve([meeting], on: fixture.bus)
      let cookie = try await fixture.login("eve", .observer)
      let answer = try await fixture.ask(
        "GET", "/api/standups/\(Self.standup.id)/meetings/\(meeting.id).\(suffix)",
        ["Cookie: \(cookie)"])
      #expect(answer.status == 200)
      #expect(answer.fields["content-type"] == type)
      #expect(
        answer.fields["content-disposition"]
          == #"attachment; filename="\#(meeting.id).\#(suffix)""#)
      #expect(answer.body == files[suffix])
      #expect(answer.body.contains("I drew the icons."))
    }
  }

  @Test func longMinutesAreWhole() async throws {
    let first = Self.meeting("The beginning.", parts: 3)
    let second = Self.meeting(" The middle.", id: first.id, part: 2, parts: 3)
    let third = Self.meeting(" The end.", id: first.id, part: 3, parts: 3)
    try await GatewayFixture.serving { fixture in
      try Self.serve([first, second, third], on: fixture.bus)
      let answer = try await fixture.ask(
        "GET", "/api/standups/\(Self.standup.id)/meetings/\(first.id).md",
        ["Cookie: \(try await fixture.login())"])
      let whole = try #require(Meeting.joined([first, second, third]))
      #expect(answer.body == Minutes.markdown(whole, of: Self.standup))
      #expect(answer.body.contains("The end."))
    }
  }

  @Test func minutesThatAreNotThereAreNotFound() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = "Cookie: \(try await fixture.login())"
      let (standup, meeting) = ("\(Self.standup.id)", UUID().uuidString.lowercased())
      try Self.serve([], on: fixture.bus)
      let path = "/api/standups/\(standup)/meetings/\(meeting).md"
      let answer = try await fixture.ask("GET", path, [cookie])
      #expect(answer.status == 404)
      #expect(fixture.bus.bodies("standups.meetingPart").count == 1)
      #expect(answer.body.contains(#""code":"not_found""#) && answer.body.contains(meeting))
      fixture.bus.on("standups.get") { _ in throw BusError(.notFound, "There is no such standup.") }
      #expect(try await fixture.ask("GET", path, [cookie]).status == 404)
      let asked = fixture.bus.bodies("standups.get").count
      for path in [
        "/api/standups/\(standup)/meetings/\(meeting)", "/api/standups/\(standup)/meetings/x.md",
        "/api/standups/x/meetings/\(meeting).md", "/api/standups/\(standup)/meetings/.md",
        "/api/standups/\(standup)/meetings/\(meeting).md/x",
        "/api/standups/..%2F\(standup)/meetings/\(meeting).md",
      ] {
        #expect(try await fixture.ask("GET", path, [cookie]).status == 404, "\(path)")
      }
      #expect(fixture.bus.bodies("standups.get").count == asked)
    }
  }

  // MARK: Figures

  @Test func figuresOfAllPagesAreOneTable() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on(GetMeetingStats.target) { body in
        let command = try BusJSON.decode(GetMeetingStats.self, from: body)
        let isFirst = command.after == nil
        return try Self.json(
          GetMeetingStats.Reply(
            fromMs: 1, toMs: 9,
            meetings: [
              MeetingFigures(
                id: Meeting.ID(UUID(number: isFirst ? 8 : 9)),
                date: Date(timeIntervalSince1970: isFirst ? 1_795_000_000 : 1_794_000_000))
            ],
            attendees: [
              AttendeeFigures(id: Self.ada.id, name: "=Ada", present: 1, spoke: 1, spokenMs: 500)
            ], next: isFirst ? "1 a" : nil))
      }
      let path = "/api/standups/\(Self.standup.id)/stats.csv"
      #expect(try await fixture.ask("GET", path).status == 401)
      let cookie = "Cookie: \(try await fixture.login("eve", .observer))"
      let answer = try await fixture.ask("GET", path + "?fromMs=1&toMs=9", [cookie])
      #expect(answer.status == 200)
      #expect(answer.fields["content-type"] == "text/csv; charset=utf-8")
      #expect(
        answer.fields["content-disposition"]
          == #"attachment; filename="\#(Self.standup.id)-stats.csv""#)
      // The second cell of each row is its time or its name.
      let rows = answer.body.components(separatedBy: "\r\n").map { $0.components(separatedBy: ",") }
      #expect(
        rows.map { $0.count > 1 ? $0[1] : "" } == [
          "started", "2026-11-18T11:06:40Z", "2026-11-06T21:20:00Z", "", "name", "'=Ada", "",
        ])
      #expect(rows[5].dropFirst(2) == ["2", "0", "0", "2", "1000", "0", "0", "0"])
      let sent = try fixture.bus.bodies(GetMeetingStats.target).map {
        try BusJSON.decode(GetMeetingStats.self, from: Data($0.utf8))
      }
      #expect(sent.map(\.after) == [nil, "1 a"])
      #expect(sent.map(\.fromMs) == [1, 1] && sent.map(\.toMs) == [9, 9])
      for query in ["?limit=1", "?after=x", "?fromMs=x", "?person=x"] {
        #expect(try await fixture.ask("GET", path + query, [cookie]).status == 400, "\(query)")
      }
      #expect(
        try await fixture.ask("GET", "/api/standups/x/stats.csv", [cookie]).status == 400)
      #expect(fixture.bus.bodies(GetMeetingStats.target).count == 2)
    }
  }

  @Test func aTableOfTooManyMeetingsIsRejected() async throws {
    try await GatewayFixture.serving { fixture in
      let meetings = (0...GetMeetingStats.maxMeetings / 2).map {
        MeetingFigures(
          id: Meeting.ID(UUID(number: UInt32($0))), date: Date(timeIntervalSince1970: 0))
      }
      fixture.bus.on(GetMeetingStats.target) { body in
        let after = try BusJSON.decode(GetMeetingStats.self, from: body).after ?? ""
        return try Self.json(
          GetMeetingStats.Reply(fromMs: 1, toMs: 9, meetings: meetings, next: after + "1"))
      }
      let answer = try await fixture.ask(
        "GET", "/api/standups/\(Self.standup.id)/stats.csv",
        ["Cookie: \(try await fixture.login())"])
      #expect(answer.status == 413)
      #expect(answer.body.contains("20000 meetings; choose a shorter"))
      #expect(fixture.bus.bodies(GetMeetingStats.target).count == 2)
    }
  }

  /// A second download of the session waits for its turn, and a client that leaves ends the first.
  @Test func oneDownloadOfASessionIsReadAtATime() async throws {
    let meeting = Self.meeting("The beginning.", parts: 3)
    try await GatewayFixture.serving { fixture in
      try Self.serve([meeting], on: fixture.bus)
      let isHeld = Locked(true)
      let (bus, part) = (fixture.bus, try Self.json(meeting))
      bus.on("standups.meetingPart") { _ in
        guard !isHeld.withLock({ $0 }) else { throw FakeBus.Later() }
        return part
      }
      let path = "/api/standups/\(Self.standup.id)/meetings/\(meeting.id).md"
      let cookie = "Cookie: \(try await fixture.login())"
      let other = "Cookie: \(try await fixture.login("eve", .observer))"
      let port = fixture.port
      let client = try await blocking {
        let client = try HTTPClient.connect(port)
        let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(cookie)\r\n\r\n"
        _ = send(client, request, request.utf8.count, Int32(MSG_NOSIGNAL))
        return client
      }
      try await waitUntil("the first part is requested") {
        !bus.bodies("standups.meetingPart").isEmpty
      }
      let second = try await fixture.ask("GET", path, [cookie])
      #expect(second.status == 429 && second.fields["retry-after"] != nil)
      close(client)
      isHeld.withLock { $0 = false }
      let gateway = fixture.gateway
      try await waitUntil("the download ends") { await gateway.downloads.isEmpty }
      #expect(try await fixture.ask("GET", path, [other]).status == 200)
    }
  }

  /// Each of its pages is a command.
  @Test func downloadsCountAsCommands() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.export") { _ in #"{"json":"[]"}"# }
      let cookie = "Cookie: \(try await fixture.login())"
      for _ in 0..<20 {
        #expect(try await fixture.ask("GET", "/api/export", [cookie]).status == 200)
      }
      let minutes = "/api/standups/\(UUID())/meetings/\(UUID()).md".lowercased()
      for path in ["/api/export", minutes] {
        let answer = try await fixture.ask("GET", path, [cookie])
        #expect(answer.status == 429, "\(path)")
        #expect(answer.fields["retry-after"] != nil)
      }
    }
  }

  @Test func someStandupsCanBeExported() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.export") { _ in #"{"json":"[]"}"# }
      let cookie = "Cookie: \(try await fixture.login())"
      let ids = (0..<2).map { _ in UUID().uuidString.lowercased() }
      #expect(
        try await fixture.ask("GET", "/api/export?ids=\(ids[0]),\(ids[1])", [cookie]).status == 200)
      let asked = try #require(fixture.bus.bodies("standups.export").first)
      #expect(ids.allSatisfy { asked.contains($0) })
      let many = Array(repeating: ids[0], count: WebParameter.maxIDs).joined(separator: ",")
      let most = try await fixture.ask("GET", "/api/export?ids=\(many)", [cookie])
      #expect(most.status == 200)
      for query in [
        "?ids=\(many),\(ids[0])", "?ids=", "?ids=x", "?ids=\(ids[0]),", "?all",
        "?ids=\(ids[0])&ids=\(ids[1])",
      ] {
        #expect(
          try await fixture.ask("GET", "/api/export\(query)", [cookie]).status == 400, "\(query)")
      }
      let observer = "Cookie: \(try await fixture.login("eve", .observer))"
      #expect(try await fixture.ask("GET", "/api/export", [observer]).status == 403)
    }
  }
}

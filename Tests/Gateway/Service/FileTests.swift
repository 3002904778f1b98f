import Bus
import Foundation
import GatewayAPI
import Glibc
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// Files that browsers download, and uploads of any size.
@Suite struct FileTests {
  private static let ada = Attendee(id: Attendee.ID(UUID()), name: "Ada")
  private static let standup = Standup(id: Standup.ID(UUID()), title: "Design", attendees: [ada])

  private static func meeting(
    _ text: String, id: Meeting.ID = Meeting.ID(UUID()), part: Int? = nil, parts: Int? = nil
  ) -> Meeting {
    Meeting(
      id: id, date: Date(timeIntervalSince1970: 1_795_000_000), transcript: text,
      segments: [
        Segment(attendee: ada.id, speaker: ada.name, fromMs: 0, toMs: 1000, text: text)
      ], durationMs: 60_000, ending: .timeUp, part: part, parts: parts)
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try BusJSON.encode(value), as: UTF8.self)
  }

  // MARK: Minutes

  @Test func minutesAreADocument() async throws {
    let (other, meeting) = (Self.meeting("Something else."), Self.meeting("I drew the icons."))
    let summary = StandupSummary(standup: Self.standup, meetings: 2)
    let pages = [
      try Self.json(GetStandup.Reply(summary: summary, meetings: [other], next: "n")),
      try Self.json(GetStandup.Reply(summary: summary, meetings: [meeting], next: nil)),
    ]
    try await Bench.serving { bench in
      bench.bus.on("standups.get") { body in
        pages[String(decoding: body, as: UTF8.self).contains(#""after":"n""#) ? 1 : 0]
      }
      let path = "/api/standups/\(Self.standup.id)/meetings/\(meeting.id).md"
      #expect(try await bench.ask("GET", path).status == 401)
      #expect(bench.bus.bodies("standups.get").isEmpty)
      // It changes nothing.
      let cookie = try await bench.login("eve", .observer)
      let answer = try await bench.ask("GET", path, ["Cookie: \(cookie)"])
      #expect(answer.status == 200)
      #expect(answer.fields["content-type"] == "text/markdown; charset=utf-8")
      #expect(
        answer.fields["content-disposition"] == #"attachment; filename="\#(meeting.id).md""#)
      #expect(answer.body == Minutes.markdown(meeting, of: Self.standup))
      #expect(answer.body.contains("I drew the icons."))
    }
  }

  @Test func longMinutesAreWhole() async throws {
    let first = Self.meeting("The beginning.", parts: 3)
    let second = Self.meeting(" The middle.", id: first.id, part: 2, parts: 3)
    let third = Self.meeting(" The end.", id: first.id, part: 3, parts: 3)
    let page = try Self.json(
      GetStandup.Reply(
        summary: StandupSummary(standup: Self.standup, meetings: 1), meetings: [first], next: nil))
    let rest = [2: try Self.json(second), 3: try Self.json(third)]
    try await Bench.serving { bench in
      bench.bus.on("standups.get") { _ in page }
      bench.bus.on("standups.meetingPart") { body in
        let number = try BusJSON.decode(GetMeetingPart.self, from: body).part
        return try #require(rest[number])
      }
      let answer = try await bench.ask(
        "GET", "/api/standups/\(Self.standup.id)/meetings/\(first.id).md",
        ["Cookie: \(try await bench.login())"])
      let whole = try #require(Meeting.joined([first, second, third]))
      #expect(answer.body == Minutes.markdown(whole, of: Self.standup))
      #expect(answer.body.contains("The end."))
    }
  }

  @Test func minutesThatAreNotThereAreNotFound() async throws {
    let page = try Self.json(
      GetStandup.Reply(
        summary: StandupSummary(standup: Self.standup, meetings: 0), meetings: [], next: nil))
    try await Bench.serving { bench in
      let cookie = "Cookie: \(try await bench.login())"
      let (standup, meeting) = ("\(Self.standup.id)", UUID().uuidString.lowercased())
      bench.bus.on("standups.get") { _ in page }
      let path = "/api/standups/\(standup)/meetings/\(meeting).md"
      let answer = try await bench.ask("GET", path, [cookie])
      #expect(answer.status == 404)
      #expect(answer.body.contains(#""code":"not_found""#) && answer.body.contains(meeting))
      bench.bus.on("standups.get") { _ in throw BusError(.notFound, "There is no such standup.") }
      #expect(try await bench.ask("GET", path, [cookie]).status == 404)
      let asked = bench.bus.bodies("standups.get").count
      for path in [
        "/api/standups/\(standup)/meetings/\(meeting)", "/api/standups/\(standup)/meetings/x.md",
        "/api/standups/x/meetings/\(meeting).md", "/api/standups/\(standup)/meetings/.md",
        "/api/standups/\(standup)/meetings/\(meeting).md/x",
        "/api/standups/..%2F\(standup)/meetings/\(meeting).md",
      ] {
        #expect(try await bench.ask("GET", path, [cookie]).status == 404, "\(path)")
      }
      #expect(bench.bus.bodies("standups.get").count == asked)
    }
  }

  /// Each of its pages is a command.
  @Test func downloadsCountAsCommands() async throws {
    try await Bench.serving { bench in
      bench.bus.on("standups.export") { _ in #"{"json":"[]"}"# }
      let cookie = "Cookie: \(try await bench.login())"
      for _ in 0..<20 {
        #expect(try await bench.ask("GET", "/api/export", [cookie]).status == 200)
      }
      let minutes = "/api/standups/\(UUID())/meetings/\(UUID()).md".lowercased()
      for path in ["/api/export", minutes] {
        let answer = try await bench.ask("GET", path, [cookie])
        #expect(answer.status == 429, "\(path)")
        #expect(answer.fields["retry-after"] != nil)
      }
    }
  }

  @Test func someStandupsCanBeExported() async throws {
    try await Bench.serving { bench in
      bench.bus.on("standups.export") { _ in #"{"json":"[]"}"# }
      let cookie = "Cookie: \(try await bench.login())"
      let ids = (0..<2).map { _ in UUID().uuidString.lowercased() }
      #expect(
        try await bench.ask("GET", "/api/export?ids=\(ids[0]),\(ids[1])", [cookie]).status == 200)
      let asked = try #require(bench.bus.bodies("standups.export").first)
      #expect(ids.allSatisfy { asked.contains($0) })
      for query in ["?ids=", "?ids=x", "?ids=\(ids[0]),", "?all", "?ids=\(ids[0])&ids=\(ids[1])"] {
        #expect(
          try await bench.ask("GET", "/api/export\(query)", [cookie]).status == 400, "\(query)")
      }
      let observer = "Cookie: \(try await bench.login("eve", .observer))"
      #expect(try await bench.ask("GET", "/api/export", [observer]).status == 403)
    }
  }

  // MARK: Imports

  /// Some 2 MB, which is more than one message.
  private static func file() throws -> (json: String, standups: Int) {
    let standups = (0..<8).map { index in
      StandupWithMeetings(
        standup: Standup(id: Standup.ID(UUID()), title: "Imported \(index)", attendees: [ada]),
        meetings: (0..<12).map { _ in meeting(String(repeating: "word ", count: 2000)) })
    }
    return (String(decoding: try StandupsJSON.encode(standups), as: UTF8.self), standups.count)
  }

  private static func progress(_ id: String, _ phase: String, created: Int = 0) -> String {
    #"{"id":"\#(id)","phase":"\#(phase)","parts":0,"applied":0,"created":\#(created),"replaced":0,"kept":0}"#
  }

  @Test func aLargeFileIsSentOnInParts() async throws {
    let (json, count) = try Self.file()
    let parts = Locked<[ImportPart]>([])
    try await Bench.serving { bench in
      bench.bus.on("standups.importPart") { body in
        let part = try BusJSON.decode(ImportPart.self, from: body)
        parts.withLock { $0.append(part) }
        return Self.progress("\(part.id)", "receiving")
      }
      bench.bus.on("standups.importAll") { body in
        let all = try BusJSON.decode(TakeImport.self, from: body)
        #expect(parts.withLock { $0.count } == all.parts)
        return Self.progress("\(all.id)", "applying")
      }
      // It takes a while.
      let asked = Locked(0)
      bench.bus.on("standups.importProgress") { body in
        let id = try BusJSON.decode(GetImport.self, from: body).id
        let isDone = asked.withLock { number in
          number += 1
          return number == 2
        }
        return Self.progress("\(id)", isDone ? "done" : "applying", created: isDone ? count : 0)
      }
      let answer = try await bench.post(
        "/api/import?mode=replace", json, cookie: try await bench.login())
      #expect(answer.status == 200)
      #expect(answer.body == #"{"created":\#(count),"kept":0,"replaced":0}"#)
      #expect(asked.withLock { $0 } == 2)
    }
    let sent = parts.withLock { $0 }
    #expect(sent.count > 1 && Set(sent.map(\.id)).count == 1)
    #expect(sent.map(\.part) == Array(1...sent.count))
    #expect(sent.allSatisfy { $0.existing == .replace && $0.json.utf8.count < 1 << 20 })
    // Nothing is lost between the parts.
    let taken = try sent.flatMap { try StandupsJSON.decode(Data($0.json.utf8), isPart: true) }
    #expect(taken.flatMap(\.meetings).count == 8 * 12)
    #expect(Set(taken.map(\.id)).count == count)
  }

  /// An error at the end of a large file is reported, and nothing of it is imported.
  @Test func aLargeFileThatIsBrokenIsNotTaken() async throws {
    let json = String(try Self.file().json.dropLast(40))
    try await Bench.serving { bench in
      bench.bus.on("standups.importPart") { body in
        Self.progress("\(try BusJSON.decode(ImportPart.self, from: body).id)", "receiving")
      }
      let answer = try await bench.post("/api/import", json, cookie: try await bench.login())
      #expect(answer.status == 400)
      #expect(answer.body.contains("cannot be imported"))
      #expect(bench.bus.bodies("standups.importAll").isEmpty)
    }
  }

  @Test func aFewFilesAtOnceAndNoMore() async throws {
    try await Bench.serving { bench in
      var files: [Int32] = []
      for number in 0..<Gateway.maxImports {
        files.append(try await Self.begin(bench, try await bench.login("ada\(number)")))
      }
      try await waitUntil("All files are on their way.") {
        await bench.gateway.imports.count == Gateway.maxImports
      }
      let answer = try await bench.post("/api/import", "[]", cookie: try await bench.login("eve"))
      #expect(answer.status == 429)
      // A closed connection makes room.
      for descriptor in files { close(descriptor) }
      try await waitUntil("No file is on its way.") { await bench.gateway.imports.isEmpty }
    }
  }

  /// An import that has started, and then stalls.
  private static func begin(_ bench: Bench, _ cookie: String) async throws -> Int32 {
    let port = bench.port
    let head =
      "POST /api/import HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: \(bench.origin)\r\n"
      + "Content-Length: 1000\r\nCookie: \(cookie)\r\n\r\n["
    return try await blocking {
      let descriptor = try HTTPClient.connect(port)
      _ = send(descriptor, head, head.utf8.count, Int32(MSG_NOSIGNAL))
      return descriptor
    }
  }

  private static let taken =
    #"{"created":["2160a97d-8bf5-498b-a9b0-dfd9114bb0df"],"replaced":[],"kept":[]}"#

  /// One session uses as many imports as it can, and another one can still import.
  @Test func oneSessionLeavesRoomForOthers() async throws {
    try await Bench.serving { bench in
      bench.bus.on("standups.import") { _ in Self.taken }
      let greedy = try await bench.login("eve")
      var files: [Int32] = []
      for _ in 0...Gateway.maxImports { files.append(try await Self.begin(bench, greedy)) }
      try await waitUntil("A file of the greedy one is on its way.") {
        await !bench.gateway.imports.isEmpty
      }
      #expect(try await bench.post("/api/import", "[]", cookie: greedy).status == 429)
      let other = try await bench.post("/api/import", "[]", cookie: try await bench.login("ada"))
      #expect(other.status == 200)
      for descriptor in files { close(descriptor) }
    }
  }

  /// An occasional byte keeps the connection open, but not its place.
  @Test func aFileThatTricklesIsGivenUp() async throws {
    try await Bench.serving { bench in
      let descriptor = try await Self.begin(bench, try await bench.login())
      try await waitUntil("The file is on its way.") { await !bench.gateway.imports.isEmpty }
      bench.now.withLock { $0 += 60_000 }
      _ = send(descriptor, " ", 1, Int32(MSG_NOSIGNAL))
      try await waitUntil("The place is free.") { await bench.gateway.imports.isEmpty }
      close(descriptor)
    }
  }

  /// The service retries a part that cannot be written for as long as necessary; the waiting client does not.
  @Test func anImportThatGetsNoFurtherIsNotPolledForEver() async throws {
    let json = String(try Self.file().json)
    try await Bench.serving { bench in
      bench.bus.on("standups.importPart") { body in
        Self.progress("\(try BusJSON.decode(ImportPart.self, from: body).id)", "receiving")
      }
      bench.bus.on("standups.importAll") { body in
        Self.progress("\(try BusJSON.decode(TakeImport.self, from: body).id)", "applying")
      }
      bench.bus.on("standups.importProgress") { body in
        bench.now.withLock { $0 += 10_000 }
        return Self.progress("\(try BusJSON.decode(GetImport.self, from: body).id)", "applying")
      }
      let answer = try await bench.post("/api/import", json, cookie: try await bench.login())
      #expect(answer.status == 503)
      #expect(answer.body.contains("it will continue in the background"))
      try await waitUntil("The place is free.") { await bench.gateway.imports.isEmpty }
    }
  }
}

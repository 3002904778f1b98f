import Bus
import Foundation
import Glibc
import Standups
import StandupsAPI
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// Imports of files of any size.
extension FileTests {
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
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.importPart") { body in
        let part = try BusJSON.decode(ImportPart.self, from: body)
        parts.withLock { $0.append(part) }
        return Self.progress("\(part.id)", "receiving")
      }
      fixture.bus.on("standups.importAll") { body in
        let all = try BusJSON.decode(TakeImport.self, from: body)
        #expect(parts.withLock { $0.count } == all.parts)
        return Self.progress("\(all.id)", "applying")
      }
      // It takes a while.
      let asked = Locked(0)
      fixture.bus.on("standups.importProgress") { body in
        let id = try BusJSON.decode(GetImport.self, from: body).id
        let isDone = asked.withLock { number in
          number += 1
          return number == 2
        }
        return Self.progress("\(id)", isDone ? "done" : "applying", created: isDone ? count : 0)
      }
      let answer = try await fixture.post(
        "/api/import?mode=replace", json, cookie: try await fixture.login())
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
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.importPart") { body in
        Self.progress("\(try BusJSON.decode(ImportPart.self, from: body).id)", "receiving")
      }
      let answer = try await fixture.post("/api/import", json, cookie: try await fixture.login())
      #expect(answer.status == 400)
      #expect(answer.body.contains("cannot be imported"))
      #expect(fixture.bus.bodies("standups.importAll").isEmpty)
    }
  }

  @Test func aFewFilesAtOnceAndNoMore() async throws {
    try await GatewayFixture.serving { fixture in
      var files: [Int32] = []
      for number in 0..<Gateway.maxImports {
        files.append(try await Self.begin(fixture, try await fixture.login("ada\(number)")))
      }
      try await waitUntil("All files are on their way.") {
        await fixture.gateway.imports.count == Gateway.maxImports
      }
      let answer = try await fixture.post(
        "/api/import", "[]", cookie: try await fixture.login("eve"))
      #expect(answer.status == 429)
      // A closed connection makes room.
      for descriptor in files { close(descriptor) }
      try await waitUntil("No file is on its way.") { await fixture.gateway.imports.isEmpty }
    }
  }

  /// An import that has started, and then stalls.
  private static func begin(_ fixture: GatewayFixture, _ cookie: String) async throws -> Int32 {
    let port = fixture.port
    let head =
      "POST /api/import HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: \(fixture.origin)\r\n"
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
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.import") { _ in Self.taken }
      let greedy = try await fixture.login("eve")
      var files: [Int32] = []
      for _ in 0...Gateway.maxImports { files.append(try await Self.begin(fixture, greedy)) }
      try await waitUntil("A file of the greedy one is on its way.") {
        await !fixture.gateway.imports.isEmpty
      }
      #expect(try await fixture.post("/api/import", "[]", cookie: greedy).status == 429)
      let other = try await fixture.post(
        "/api/import", "[]", cookie: try await fixture.login("ada"))
      #expect(other.status == 200)
      for descriptor in files { close(descriptor) }
    }
  }

  /// An occasional byte keeps the connection open, but not its place.
  @Test func aFileThatTricklesIsGivenUp() async throws {
    try await GatewayFixture.serving { fixture in
      let descriptor = try await Self.begin(fixture, try await fixture.login())
      try await waitUntil("The file is on its way.") { await !fixture.gateway.imports.isEmpty }
      fixture.now.withLock { $0 += 60_000 }
      _ = send(descriptor, " ", 1, Int32(MSG_NOSIGNAL))
      try await waitUntil("The place is free.") { await fixture.gateway.imports.isEmpty }
      close(descriptor)
    }
  }

  /// The service retries a part that cannot be written for as long as necessary; the waiting client does not.
  @Test func anImportThatGetsNoFurtherIsNotPolledForEver() async throws {
    let json = String(try Self.file().json)
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.importPart") { body in
        Self.progress("\(try BusJSON.decode(ImportPart.self, from: body).id)", "receiving")
      }
      fixture.bus.on("standups.importAll") { body in
        Self.progress("\(try BusJSON.decode(TakeImport.self, from: body).id)", "applying")
      }
      fixture.bus.on("standups.importProgress") { body in
        fixture.now.withLock { $0 += 10_000 }
        return Self.progress("\(try BusJSON.decode(GetImport.self, from: body).id)", "applying")
      }
      let answer = try await fixture.post("/api/import", json, cookie: try await fixture.login())
      #expect(answer.status == 503)
      #expect(answer.body.contains("it will continue in the background"))
      try await waitUntil("The place is free.") { await fixture.gateway.imports.isEmpty }
    }
  }
}

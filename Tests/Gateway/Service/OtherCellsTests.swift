import Bus
import Foundation
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// Commands for other cells.
@Suite struct OtherCellsTests {
  private static let map =
    #"{"cell":"north","version":3,"cells":[{"name":"north","router":"tcp://north","slots":"0-511"},"#
    + #"{"name":"south","router":"tcp://south","web":"https://south.example/","slots":"512-1023"}]}"#

  private static func serving(_ body: (GatewayFixture) async throws -> Void) async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("cells.list") { _ in map }
      try await body(fixture)
    }
  }

  /// Unread, with the same key, and only to that cell.
  @Test func aCommandGoesToTheCellThatIsNamed() async throws {
    try await Self.serving { fixture in
      fixture.south.on("timer.get") { _ in #"{"as": "it came"}"# }
      let cookie = try await fixture.login()
      let answer = try await fixture.post(
        "/api/commands/timer.get?cell=south", #"{"id" : "tool/tea"}"#, cookie: cookie,
        ["Idempotency-Key: 0B6FD3A5-1E0E-4B5A-9E0B-0F6C7C1B7A11", "X-Standups-Key: tool/tea"])
      #expect(answer.status == 200 && answer.body == #"{"as": "it came"}"#)
      let sent = try #require(fixture.south.commands.first)
      #expect(sent.body == #"{"id" : "tool/tea"}"# && sent.key == "tool/tea")
      #expect(sent.idem == "0b6fd3a5-1e0e-4b5a-9e0b-0f6c7c1b7a11")
      #expect(fixture.bus.bodies("timer.get").isEmpty)
    }
  }

  /// Its own name means this cell; without cells it is the only one.
  @Test func theOwnCellIsThisOne() async throws {
    try await Self.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let cookie = try await fixture.login()
      let own = try await fixture.post(
        "/api/commands/standups.list?cell=north", "{}", cookie: cookie)
      #expect(own.status == 200 && fixture.bus.bodies("standups.list").count == 1)
    }
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("cells.list") { _ in #"{"version":0,"cells":[]}"# }
      let none = try await fixture.post(
        "/api/commands/standups.list?cell=north", "{}", cookie: try await fixture.login())
      #expect(none.status == 404 && none.body.contains(#""code":"not_found""#))
    }
  }

  @Test(arguments: [
    ("?cell=west", 404), ("?cell=", 400), ("?cell=a%20b", 400), ("?", 400), ("?cells=south", 400),
    ("?cell=south&cell=north", 400),
  ])
  func whatIsNoCellIsRefused(query: String, status: Int) async throws {
    try await Self.serving { fixture in
      let answer = try await fixture.post(
        "/api/commands/standups.list\(query)", "{}", cookie: try await fixture.login())
      #expect(answer.status == status)
      #expect(fixture.south.commands.isEmpty)
      #expect(fixture.bus.bodies("standups.list").isEmpty)
    }
  }

  /// A person without a right here has none in other cells.
  @Test func theRightsAreThoseOfThisCell() async throws {
    try await Self.serving { fixture in
      fixture.south.on("standups.list") { _ in "{}" }
      let observer = try await fixture.login("eve", .observer)
      for target in ["standups.delete", "gateway.invite", "cells.add"] {
        let answer = try await fixture.post(
          "/api/commands/\(target)?cell=south", "{}", cookie: observer)
        #expect(answer.status == 403, "\(target)")
      }
      let path = "/api/commands/standups.list?cell=south"
      #expect(try await fixture.post(path, "{}").status == 401)
      #expect(
        try await fixture.ask(
          "POST", path, body: "{}",
          [
            "Content-Type: application/json", "Origin: http://elsewhere.example",
            "Cookie: \(observer)",
          ]
        ).status == 403)
      #expect(fixture.south.commands.isEmpty)
      #expect(try await fixture.post(path, "{}", cookie: observer).status == 200)
    }
  }

  /// Commands for other cells count like those for this one.
  @Test func tooManyAreRefused() async throws {
    try await Self.serving { fixture in
      fixture.south.on("standups.list") { _ in "{}" }
      let cookie = try await fixture.login()
      var statuses: [Int] = []
      for _ in 0..<21 {
        statuses.append(
          try await fixture.post("/api/commands/standups.list?cell=south", "{}", cookie: cookie)
            .status)
      }
      #expect(statuses == Array(repeating: 200, count: 20) + [429])
    }
  }

  @Test(arguments: [BusError.Code.unavailable, .expired])
  func aCellThatDoesNotAnswerIsUnavailable(code: BusError.Code) async throws {
    try await Self.serving { fixture in
      fixture.south.on("standups.list") { _ in throw BusError(code, "Nobody is there.") }
      let answer = try await fixture.post(
        "/api/commands/standups.list?cell=south", "{}", cookie: try await fixture.login())
      #expect(answer.status == 503 && answer.fields["retry-after"] != nil)
      #expect(answer.body.contains("Cell “south” is unavailable: Nobody is there."))
    }
  }

  /// Its reply is passed on, including a further redirection.
  @Test func whatItRefusesIsRefused() async throws {
    try await Self.serving { fixture in
      fixture.south.on("standups.get") { _ in
        throw BusError.moved(to: "tcp://west", web: "https://west.example/", "It is there.")
      }
      let answer = try await fixture.post(
        "/api/commands/standups.get?cell=south", "{}", cookie: try await fixture.login())
      #expect(answer.status == 404 && answer.body.contains(#""code":"moved""#))
      #expect(
        answer.body.contains(#""router":"tcp://west""#)
          && answer.body.contains("west.example"))
    }
  }

  /// The map is cached for some seconds; then an added cell is known.
  @Test func whichCellsThereAreIsKept() async throws {
    try await Self.serving { fixture in
      fixture.south.on("standups.list") { _ in "{}" }
      let cookie = try await fixture.login()
      func ask(_ cell: String) async throws -> Int {
        try await fixture.post("/api/commands/standups.list?cell=\(cell)", "{}", cookie: cookie)
          .status
      }
      #expect(try await ask("south") == 200)
      fixture.bus.on("cells.list") { _ in
        Self.map.replacing("south", with: "west")
      }
      #expect(try await ask("west") == 404)
      #expect(fixture.bus.bodies("cells.list").count == 1)
      fixture.now.withLock { $0 += 5000 }
      #expect(try await ask("west") == 200)
      #expect(try await ask("south") == 404)
      #expect(fixture.bus.bodies("cells.list").count == 2)
      #expect(fixture.kept.values.last == ["tcp://north", "tcp://west"])
    }
  }

  /// An unreadable map is requested again at once.
  @Test func aMapThatCannotBeReadIsNotKept() async throws {
    try await Self.serving { fixture in
      fixture.south.on("standups.list") { _ in "{}" }
      let cookie = try await fixture.login()
      let path = "/api/commands/standups.list?cell=south"
      fixture.bus.on("cells.list") { _ in throw BusError(.unavailable, "It was not read yet.") }
      #expect(try await fixture.post(path, "{}", cookie: cookie).status == 503)
      fixture.bus.on("cells.list") { _ in Self.map }
      #expect(try await fixture.post(path, "{}", cookie: cookie).status == 200)
    }
  }
}

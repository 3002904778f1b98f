import Bus
import FastJSON
import Foundation
import GatewayAPI
import MCP
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// Assistants, which use the gateway over the Model Context Protocol.
@Suite struct AssistantTests {
  private static func add(
    _ fixture: GatewayFixture, _ role: TokenRole = .member, commands: [String]? = nil
  ) async throws -> NewToken {
    try await fixture.send(
      AddToken(name: "assistant", role: role, team: "web", commands: commands))
  }

  private static func send(
    _ fixture: GatewayFixture, _ token: String?, _ body: String, _ more: [String] = []
  ) async throws -> HTTPClient.Answer {
    let credentials = token.map { ["Authorization: Bearer \($0)"] } ?? []
    return try await fixture.ask(
      "POST", "/mcp", body: body,
      ["Content-Type: application/json", "Accept: application/json, text/event-stream"]
        + credentials + more)
  }

  private static func message(_ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
  }

  private static func call(_ tool: String, _ arguments: String = "{}") -> String {
    message("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
  }

  private static func json(_ answer: HTTPClient.Answer) throws -> JSONTree {
    try #require(JSONTree(try RawJSON(validating: Array(answer.body.utf8))))
  }

  private static func result(_ answer: HTTPClient.Answer) throws -> JSONTree {
    try #require(try json(answer)["result"])
  }

  private static let standup = "00000000-0000-4000-8000-000000000001"
  private static let ping = message("ping")

  // MARK: Requests

  @Test func aTokenListsTheStandupsOfItsTeam() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in #"{"standups":[]}"# }
      let added = try await Self.add(fixture)
      let start = try await Self.send(
        fixture, added.token,
        Self.message("initialize", #"{"protocolVersion":"2025-06-18","capabilities":{}}"#))
      #expect(start.status == 200 && start.fields["content-type"] == "application/json")
      #expect(start.fields["mcp-session-id"] == nil)
      #expect(try Self.result(start)["protocolVersion"]?.text == "2025-06-18")
      let version = "MCP-Protocol-Version: 2025-06-18"
      let answer = try await Self.send(
        fixture, added.token, Self.call("list_standups"), [version])
      #expect(try Self.result(answer)["isError"] == .bool(false))
      #expect(answer.fields["ratelimit-limit"] == "20")
      let sent = try #require(fixture.bus.commands.last { $0.target == "standups.list" })
      let id = try #require(UUID(text: added.id))
      #expect(sent.principal == .token(id, .team("web", .member)) && sent.via == "gateway")
    }
  }

  @Test func aSessionOfTheSitesOwnPageIsAVisitor() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in #"{"standups":[]}"# }
      let cookie = "Cookie: \(try await fixture.login())"
      let own = ["Origin: \(fixture.origin)", cookie]
      let answer = try await Self.send(fixture, nil, Self.call("list_standups"), own)
      #expect(try Self.result(answer)["isError"] == .bool(false))
      // A page of another site can make a browser send the cookie.
      for origin in ["Origin: https://example.org", "Sec-Fetch-Site: cross-site"] {
        let refused = try await Self.send(fixture, nil, Self.ping, [origin, cookie])
        #expect(refused.status == 403)
      }
      #expect(try await Self.send(fixture, nil, Self.ping, [cookie]).status == 401)
    }
  }

  @Test func aNotificationIsAcceptedWithoutABody() async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture).token
      for body in [
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
      ] {
        let answer = try await Self.send(fixture, token, body)
        #expect(answer.status == 202 && answer.body.isEmpty)
      }
    }
  }

  @Test(arguments: [
    ("[]", -32600), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600), ("{", -32700),
    (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
    (String(repeating: "[", count: 200) + String(repeating: "]", count: 200), -32700),
  ])
  func aBatchAndAnInvalidMessageAreRejected(body: String, code: Int) async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture).token
      let answer = try await Self.send(fixture, token, body)
      #expect(answer.status == 400)
      #expect(try Self.json(answer)["error"]?["code"] == .integer(Int64(code)))
    }
  }

  @Test func aLongMessageIsRejected() async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture).token
      let maxBytes = WebRoute.mcp.traits.maxBytes
      #expect(maxBytes == RPCLimits.maxMessageBytes)
      // The length alone is enough.
      let long = try await fixture.ask(
        "POST", "/mcp",
        [
          "Authorization: Bearer \(token)", "Content-Type: application/json",
          "Content-Length: \(maxBytes + 1)",
        ])
      #expect(long.status == 413)
      let room = String(repeating: " ", count: maxBytes - Self.ping.utf8.count)
      #expect(try await Self.send(fixture, token, Self.ping + room).status == 200)
    }
  }

  @Test(arguments: [
    ("GET", 405), ("DELETE", 405), ("OPTIONS", 405),
  ])
  func onlyAPostIsAnswered(method: String, status: Int) async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture).token
      let answer = try await fixture.ask(method, "/mcp", ["Authorization: Bearer \(token)"])
      #expect(answer.status == status && answer.fields["allow"] == "POST")
    }
  }

  @Test(arguments: [
    ("2025-06-18", 200), ("2025-11-25", 200), ("2025-03-26", 400), ("later", 400), ("", 400),
    ("2025-06-18, 2025-06-18", 400),
  ])
  func anUnsupportedVersionIsRejected(version: String, status: Int) async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture).token
      let answer = try await Self.send(
        fixture, token, Self.ping, ["MCP-Protocol-Version: \(version)"])
      #expect(answer.status == status)
    }
  }

  @Test(arguments: [
    ("application/json", 200), ("*/*", 200), ("application/*;q=0.5", 200), ("text/html", 406),
    ("application/json;q=0, */*", 406), ("text/event-stream", 406),
  ])
  func theResponseMustBeAcceptable(accept: String, status: Int) async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture).token
      let answer = try await fixture.ask(
        "POST", "/mcp", body: Self.ping,
        ["Authorization: Bearer \(token)", "Content-Type: application/json", "Accept: \(accept)"])
      #expect(answer.status == status)
    }
  }

  // MARK: Visitors

  @Test func aMessageWithoutAValidTokenIsChallenged() async throws {
    try await GatewayFixture.serving { fixture in
      let without = try await Self.send(fixture, nil, Self.ping)
      #expect(without.status == 401)
      #expect(without.fields["www-authenticate"] == #"Bearer realm="standups""#)
      let added = try await Self.add(fixture)
      _ = try await fixture.send(RevokeToken(id: added.id), key: "k")
      let revoked = try await Self.send(fixture, added.token, Self.ping)
      #expect(revoked.status == 401)
      #expect(
        revoked.fields["www-authenticate"] == #"Bearer realm="standups", error="invalid_token""#)
    }
  }

  /// The protocol requires it, even with a token.
  @Test func anotherOriginIsRejectedUnlessItIsListed() async throws {
    let listed = ["STANDUPS_WEB_ORIGINS": "https://tools.example.org"]
    try await GatewayFixture.serving(listed) { fixture in
      let token = try await Self.add(fixture).token
      for (origin, status) in [
        ("https://example.org", 403), ("null", 403), ("https://tools.example.org", 200),
        (fixture.origin, 200),
      ] {
        let answer = try await Self.send(fixture, token, Self.ping, ["Origin: \(origin)"])
        #expect(answer.status == status, "\(origin)")
      }
      let preflight = try await fixture.ask(
        "OPTIONS", "/mcp",
        ["Origin: https://tools.example.org", "Access-Control-Request-Method: POST"])
      #expect(preflight.status == 204)
      #expect(preflight.fields["access-control-allow-methods"] == "POST")
    }
  }

  @Test(
    arguments: [
      (TokenRole.observer, nil, 8), (.member, nil, 12), (.member, ["standups.list"], 1),
      (.observer, ["standups.get"], 2), (.observer, ["standups.get", "standups.meetingPart"], 3),
      (.member, ["focus.get"], 0),
    ] as [(TokenRole, [String]?, Int)])
  func onlyPermittedToolsExist(role: TokenRole, commands: [String]?, count: Int) async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture, role, commands: commands).token
      let tools = try await Self.send(fixture, token, Self.message("tools/list"))
      let names = tools.body.matches(of: #/"name":"([a-z_]+)","outputSchema"/#).map { $0.1 }
      #expect(names.count == count)
      #expect(names.contains("start_meeting") == (count == 12))
      // One that is not permitted is as unknown as one that does not exist.
      let start = try await Self.send(
        fixture, token, Self.call("start_meeting", #"{"standup":"\#(Self.standup)"}"#))
      #expect(start.body.contains("Unknown tool.") == (count < 12))
      #expect(fixture.bus.bodies("meetings.start").count == (count == 12 ? 1 : 0))
    }
  }

  @Test func aResourceNeedsTheCommandsThatReadIt() async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture, commands: ["standups.list"]).token
      let uri = "standups:///standups/\(Self.standup)/meetings/\(Self.standup)"
      let read = try await Self.send(
        fixture, token, Self.message("resources/read", #"{"uri":"\#(uri)"}"#))
      #expect(read.body.contains("does not permit"))
      #expect(fixture.bus.bodies("standups.get").isEmpty)
      let templates = try await Self.send(
        fixture, token, Self.message("resources/templates/list"))
      #expect(templates.body.contains(#""resourceTemplates":[]"#))
    }
  }

  // MARK: Commands

  /// The ids of messages begin again in each conversation.
  @Test func aCallIsIdempotentUnderTheKeyOfItsRequest() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.note") { _ in throw BusError(.conflict, "Not meeting.") }
      let token = try await Self.add(fixture).token
      let note = Self.call("note_follow_up", #"{"standup":"\#(Self.standup)","text":"Ask."}"#)
      let key = "Idempotency-Key: 00000000-0000-4000-8000-00000000000A"
      for fields in [[key], [key], [], []] {
        let answer = try await Self.send(fixture, token, note, fields)
        #expect(answer.body.contains("Not meeting."))
      }
      let keys = fixture.bus.commands.filter { $0.target == "standups.note" }.map(\.idem)
      let first = "00000000-0000-4000-8000-00000000000a"
      #expect(Array(keys.prefix(2)) == [first, first])
      #expect(Set(keys).count == 3 && !keys.contains(nil))
      let invalid = try await Self.send(fixture, token, note, ["Idempotency-Key: 1"])
      #expect(invalid.status == 400)
    }
  }

  @Test func messagesCountAsCommands() async throws {
    try await GatewayFixture.serving { fixture in
      let token = try await Self.add(fixture).token
      var statuses: [Int] = []
      for _ in 0..<21 { statuses.append(try await Self.send(fixture, token, Self.ping).status) }
      #expect(statuses == Array(repeating: 200, count: 20) + [429])
    }
  }

  private static func page(_ next: Int?) -> String {
    let cursor = next.map { #","next":"\#($0)""# } ?? ""
    return #"""
      {"standups":[{"standup":{"id":"\#(standup)","title":"Daily","durationMs":60000,"theme":"sky",\#
      "attendees":[],"revision":1},"meetings":1}]\#(cursor)}
      """#
  }

  private static let meetings = #"""
    {"summary":{"standup":{"id":"\#(standup)","title":"Daily","durationMs":60000,"theme":"sky",\#
    "attendees":[],"revision":1},"meetings":1},"meetings":[]}
    """#

  /// A page of resources takes two commands for each standup.
  @Test func theCommandsOfAMessageAreBoundedAndAtTheRateOfTheVisitor() async throws {
    try await GatewayFixture.serving { fixture in
      let now = fixture.now
      fixture.bus.on("standups.list") { _ in
        // Each command takes as long as the bucket needs for one.
        now.withLock { $0 += 50 }
        return Self.page(1)
      }
      fixture.bus.on("standups.get") { _ in
        now.withLock { $0 += 50 }
        return Self.meetings
      }
      let token = try await Self.add(fixture).token
      let start = now.withLock { $0 }
      let list = try await Self.send(fixture, token, Self.message("resources/list"))
      #expect(try Self.result(list)["nextCursor"] != nil)
      #expect(fixture.bus.bodies("standups.list").count == 20)
      #expect(fixture.bus.bodies("standups.get").count == 20)
      #expect(now.withLock { $0 } - start == 2000)
      // Without the passing of time, the bucket is empty after 20 commands, and the rest waits.
      fixture.bus.on("standups.list") { _ in Self.page(1) }
      fixture.bus.on("standups.get") { _ in Self.meetings }
      now.withLock { $0 += 60_000 }
      async let second = Self.send(fixture, token, Self.message("resources/list"))
      while fixture.bus.bodies("standups.get").count < 30 { await Task.yield() }
      #expect(fixture.bus.bodies("standups.list").count == 30)
      now.withLock { $0 += 60_000 }
      #expect(try await second.status == 200)
      #expect(fixture.bus.bodies("standups.get").count == 40)
    }
  }

  @Test func theNumberOfMessagesInProgressIsBounded() async throws {
    try await GatewayFixture.serving { fixture in
      let isOpen = Locked(false)
      fixture.bus.on("standups.list") { _ in
        guard isOpen.withLock({ $0 }) else { throw FakeBus.Later() }
        return #"{"standups":[]}"#
      }
      let token = try await Self.add(fixture).token
      let list = Self.call("list_standups")
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<Gateway.maxAssistantRequests {
          group.addTask { try await Self.send(fixture, token, list).status }
        }
        while await fixture.gateway.assistants.values.first != Gateway.maxAssistantRequests {
          await Task.yield()
        }
        let busy = try await Self.send(fixture, token, list)
        #expect(busy.status == 429 && busy.fields["retry-after"] == "1")
        isOpen.withLock { $0 = true }
        for try await status in group { #expect(status == 200) }
      }
      #expect(await fixture.gateway.assistants.isEmpty)
    }
  }

  /// A tool may read several pages.
  @Test func aRevokedTokenEndsItsMessage() async throws {
    try await GatewayFixture.serving { fixture in
      let now = fixture.now
      fixture.bus.on("standups.list") { _ in
        now.withLock { $0 += 100_000 }
        return Self.page(1)
      }
      let token = try await fixture.send(
        AddToken(
          name: "x", role: .member, team: "web",
          expires: Date(timeIntervalSince1970: 1_795_000_060))
      ).token
      let list = try await Self.send(fixture, token, Self.message("resources/list"))
      #expect(list.body.contains("not logged in"))
      #expect(fixture.bus.bodies("standups.list").count == 1)
      #expect(fixture.bus.bodies("standups.get").isEmpty)
    }
  }
}

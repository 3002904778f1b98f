import Bus
import Documents
import FastJSON
import Foundation
import GatewayAPI
import PeopleAPI
import TestSupport
import Testing
import Threads

@testable import GatewayService

/// Tokens, with which programs use the gateway.
@Suite struct TokenTests {
  private static func headers(_ token: String) -> [String] {
    ["Authorization: Bearer \(token)", "Content-Type: application/json"]
  }

  private static func send(
    _ fixture: GatewayFixture, _ target: String, _ token: String, _ body: String = "{}",
    _ more: [String] = []
  ) async throws -> HTTPClient.Answer {
    try await fixture.ask(
      "POST", "/api/commands/\(target)", body: body, headers(token) + more)
  }

  private static func add(
    _ fixture: GatewayFixture, _ role: TokenRole = .observer, team: String? = "web",
    commands: [String]? = nil, expires: Date? = nil
  ) async throws -> NewToken {
    try await fixture.send(
      AddToken(name: "grafana", role: role, team: team, commands: commands, expires: expires))
  }

  @Test func aProgramNeedsOnlyItsToken() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in #"{"standups":[]}"# }
      let added = try await Self.add(fixture)
      #expect(added.token.hasPrefix("standups_") && added.token.utf8.count == 52)
      let answer = try await Self.send(fixture, "standups.list", added.token)
      #expect(answer.status == 200 && answer.body == #"{"standups":[]}"#)
      let sent = try #require(fixture.bus.commands.last { $0.target == "standups.list" })
      let id = try #require(UUID(text: added.id))
      #expect(sent.principal == .token(id, .team("web", .observer)) && sent.via == "gateway")
      // A request from the script of another page counts as well: the token is the proof.
      let foreign = try await Self.send(
        fixture, "standups.list", added.token, "{}", ["Origin: https://example.org"])
      #expect(foreign.status == 200)
      let me = try await fixture.ask("GET", "/api/me", Self.headers(added.token))
      let json = try RawJSON(validating: Array(me.body.utf8))
      #expect(json["role"]?.string == "observer" && json["name"]?.string == "grafana")
      #expect(json["session"]?.string == "token/\(added.id)")
    }
  }

  @Test(
    arguments: [
      (TokenRole.operator, nil, Role.operator), (.observer, nil, .observer),
      (.observer, "web", .team("web", .observer)), (.member, "web", .team("web", .member)),
      (.admin, "web", .team("web", .admin)),
    ] as [(TokenRole, String?, Role)])
  func theRouterLearnsTheRole(role: TokenRole, team: String?, expected: Role) async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("router.health") { _ in "{}" }
      let added = try await Self.add(fixture, role, team: team)
      _ = try await Self.send(fixture, "router.health", added.token)
      let sent = try #require(fixture.bus.commands.last { $0.target == "router.health" })
      #expect(sent.principal == .token(try #require(UUID(text: added.id)), expected))
    }
  }

  @Test(arguments: [
    AddToken(name: "x", role: .member), AddToken(name: "x", role: .admin),
    AddToken(name: "x", role: .operator, team: "web"), AddToken(name: "", role: .operator),
    AddToken(name: "x", person: "ann"),
    AddToken(name: "x", role: .operator, expires: Date(timeIntervalSince1970: 1)),
    AddToken(name: "x", role: .operator, expires: Date(timeIntervalSince1970: 3e11)),
    AddToken(name: "x", role: .operator, expires: .distantPast),
    AddToken(name: "x", role: .operator, commands: []),
    AddToken(name: "x", role: .operator, commands: ["everything"]),
    AddToken(name: "x", role: .operator, commands: ["a..b"]),
    AddToken(name: "x", role: .operator, commands: ["a.b "]),
    AddToken(name: "x", role: .operator, commands: ["standups.lst"]),
    AddToken(name: "x", role: .observer, team: "Web Team"),
    AddToken(name: "x", role: .operator, commands: Array(repeating: "a.b", count: 101)),
  ])
  func invalidTokensAreRejected(command: AddToken) async throws {
    try await GatewayFixture.serving { fixture in
      let error = await #expect(throws: BusError.self) { try await fixture.send(command) }
      #expect(error?.code == .invalid)
    }
  }

  @Test func neitherOrBothPermissionsAreRejected() async throws {
    var both = AddToken(name: "x", role: .observer)
    both.person = UUID().uuidString
    var teamOfPerson = AddToken(name: "x", person: UUID().uuidString)
    teamOfPerson.team = "web"
    var none = both
    (none.role, none.person) = (nil, nil)
    for command in [both, teamOfPerson, none] {
      #expect(throws: BusError.self) { try TokenRequest(command) }
    }
  }

  /// Whatever is wrong with it, a token never falls back to the cookie of the same request.
  @Test func aTokenIsCheckedAlone() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let added = try await Self.add(fixture)
      let cookie = try await fixture.login()
      let wrong = added.token.dropLast() + (added.token.hasSuffix("A") ? "B" : "A")
      let answer = try await Self.send(
        fixture, "standups.list", String(wrong), "{}",
        ["Cookie: \(cookie)", "Origin: \(fixture.origin)"])
      #expect(answer.status == 401 && answer.body.contains("Invalid token"))
      #expect(answer.fields["www-authenticate"]?.hasPrefix("Bearer") == true)
      #expect(fixture.bus.bodies("standups.list").isEmpty)
      // The sentence says what a program has to change.
      let path = "/api/commands/standups.list"
      let typed = ["Content-Type: application/json"]
      let missing = try await fixture.ask("POST", path, body: "{}", typed)
      #expect(missing.status == 401 && missing.body.contains("Missing token"))
      #expect(missing.fields["www-authenticate"] == #"Bearer realm="standups""#)
      for field in ["Authorization: Bearer abc", "Authorization: bearer"] {
        let changed = try await fixture.ask("POST", path, body: "{}", typed + [field])
        #expect(changed.status == 401 && changed.body.contains("Invalid token"))
        let listed = try await fixture.ask("GET", "/api/standups", [field])
        #expect(listed.status == 401 && listed.body.contains("Invalid token"))
        #expect(listed.fields["www-authenticate"]?.contains("invalid_token") == true)
      }
      // Other credentials, which proxies may forward, are not ours.
      let other = try await fixture.ask(
        "POST", "/api/commands/standups.list", body: "{}",
        ["Authorization: Basic YTpi", "Content-Type: application/json", "Cookie: \(cookie)"])
      #expect(other.status == 403)
      let page = try await fixture.post(
        "/api/commands/standups.list", "{}", cookie: cookie, ["Authorization: Bearer abc"])
      #expect(page.status == 200)
    }
  }

  @Test func theLoginRequiresThePageInAnyCase() async throws {
    try await GatewayFixture.serving { fixture in
      let added = try await Self.add(fixture)
      for path in ["/api/login", "/api/logout"] {
        let answer = try await fixture.ask(
          "POST", path, body: #"{"code":"x"}"#, Self.headers(added.token))
        #expect(answer.status == 403)
      }
    }
  }

  @Test func aTokenMayBeLimitedToCommands() async throws {
    try await GatewayFixture.serving { fixture in
      for target in ["standups.list", "standups.get", "polls.ask"] {
        fixture.bus.on(target) { _ in "{}" }
      }
      let added = try await Self.add(fixture, .operator, team: nil, commands: ["standups.list"])
      #expect(try await Self.send(fixture, "standups.list", added.token).status == 200)
      for target in ["standups.get", "polls.ask", "standups.nothing"] {
        let answer = try await Self.send(fixture, target, added.token)
        #expect(answer.status == 403 && fixture.bus.bodies(target).isEmpty)
      }
      for path in ["/api/export", "/calendar.ics"] {
        #expect(try await fixture.ask("GET", path, Self.headers(added.token)).status == 403)
      }
    }
  }

  @Test func commandsOfOutsideServicesAreForwarded() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("polls.ask") { _ in #"{"poll":1}"# }
      let added = try await Self.add(fixture)
      let answer = try await Self.send(fixture, "polls.ask", added.token)
      #expect(answer.status == 200 && answer.body == #"{"poll":1}"#)
      // A session with a role has the gateway's own permissions, so its role decides here.
      for (role, status) in [(WebRole.operator, 200), (.observer, 404)] {
        let cookie = try await fixture.login("eve", role)
        let answer = try await fixture.post("/api/commands/polls.ask", "{}", cookie: cookie)
        #expect(answer.status == status)
      }
    }
  }

  @Test func aRevokedTokenEndsAtOnce() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let (first, second) = (try await Self.add(fixture), try await Self.add(fixture))
      _ = try await fixture.send(RevokeToken(id: first.id.uppercased()), key: "k")
      #expect(try await Self.send(fixture, "standups.list", first.token).status == 401)
      #expect(try await Self.send(fixture, "standups.list", second.token).status == 200)
      #expect(try await fixture.send(ListTokens()).tokens.map(\.id) == [second.id])
      let error = await #expect(throws: BusError.self) {
        try await fixture.send(RevokeToken(id: first.id))
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test func anExpiredTokenIsListedAndOfNoUse() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let end = Date(timeIntervalSince1970: 1_795_000_060)
      let added = try await Self.add(fixture, expires: end)
      #expect(added.expires == end)
      #expect(try await Self.send(fixture, "standups.list", added.token).status == 200)
      fixture.now.withLock { $0 += 60_000 }
      #expect(try await Self.send(fixture, "standups.list", added.token).status == 401)
      #expect(try await fixture.send(ListTokens()).tokens.first?.expires == end)
    }
  }

  @Test func theLastRequestIsListed() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let added = try await Self.add(fixture)
      #expect(try await fixture.send(ListTokens()).tokens.map(\.used) == [nil])
      _ = try await Self.send(fixture, "standups.list", added.token)
      let used = fixture.now.withLock { $0 }
      fixture.now.withLock { $0 += 61_000 }
      await fixture.gateway.saveTokenUses()
      var token: WebToken?
      while token?.used == nil {
        token = try await fixture.send(ListTokens()).tokens.first
        await Task.yield()
      }
      #expect(token?.used == Date(timeIntervalSince1970: Double(used) / 1000))
    }
  }

  @Test func theStateOfTheRateLimitIsInTheResponse() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let added = try await Self.add(fixture)
      var left: [String?] = []
      for _ in 0..<21 {
        let answer = try await Self.send(fixture, "standups.list", added.token)
        left.append(answer.fields["ratelimit-remaining"])
        #expect(answer.fields["ratelimit-limit"] == "20")
        #expect(answer.fields["ratelimit-reset"] == "1")
        #expect(answer.status == (left.count <= 20 ? 200 : 429))
      }
      #expect(left == (0..<20).reversed().map { "\($0)" } + ["0"])
      // Another token has its own limit.
      let other = try await Self.add(fixture)
      #expect(try await Self.send(fixture, "standups.list", other.token).status == 200)
    }
  }

  @Test func theTokensOfARemovedPersonEnd() async throws {
    let ann = "00000000-0000-4000-8000-00000000000a"
    let person = Locked<Person?>(
      Person(id: ann, name: "Ann", teams: [.init(team: "web", role: .member)]))
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      fixture.bus.on("people.get") { _ in
        guard let person = person.withLock({ $0 }) else {
          throw BusError(.notFound, "No such person.")
        }
        return String(decoding: try BusJSON.encode(person), as: UTF8.self)
      }
      let added = try await fixture.send(AddToken(name: "laptop", person: ann.uppercased()))
      let id = try #require(UUID(text: ann))
      await fixture.gateway.tryRole(of: id)
      #expect(try await Self.send(fixture, "standups.list", added.token).status == 200)
      #expect(fixture.bus.commands.last?.principal == .person(id))
      person.withLock { $0?.teams = [] }
      await fixture.gateway.tryRole(of: id)
      let denied = try await Self.send(fixture, "standups.list", added.token)
      #expect(denied.status == 403 && denied.body.contains("no role"))
      person.withLock { $0 = nil }
      await fixture.gateway.tryRole(of: id)
      #expect(try await fixture.send(ListTokens()).tokens.isEmpty)
      #expect(try await Self.send(fixture, "standups.list", added.token).status == 401)
    }
  }

  /// The events about the teams were missed, and their service is unavailable at first.
  @Test func theTokensOfTeamsThatWereRemovedMeanwhileEnd() async throws {
    try await GatewayFixture.serving { fixture in
      let isUnavailable = Locked(true)
      fixture.bus.on("teams.get") { body in
        guard !isUnavailable.withLock({ $0 }) else {
          isUnavailable.withLock { $0 = false }
          throw BusError(.unavailable, "Try again.")
        }
        let team = try BusJSON.decode(GetTeam.self, from: body).id
        guard team == "web" else { throw BusError(.notFound, "Team not found.") }
        return #"{"id":"web","name":"Web","members":1}"#
      }
      let kept = try await Self.add(fixture)
      _ = try await Self.add(fixture, team: "ops")
      let all = try await Self.add(fixture, team: nil)
      await fixture.gateway.readRoles()
      let left: Set = [kept.id, all.id]
      while Set(try await fixture.send(ListTokens()).tokens.map(\.id)) != left {
        await Task.yield()
      }
      #expect(fixture.router.eventTypes.filter { $0 == "token.revoked" }.count == 1)
    }
  }

  /// Its stream contains the events of its team, and ends with the token.
  @Test func aTokenOpensTheStream() async throws {
    try await GatewayFixture.serving { fixture in
      let added = try await Self.add(fixture)
      let port = fixture.port
      let browser = try await blocking {
        Browser(
          try WebSocketClient(
            "/api/stream", port: port, subprotocol: "standups.1",
            fields: ["Authorization: Bearer \(added.token)"]))
      }
      #expect(try await browser.hear("hello").contains(#""session":"token/\#(added.id)""#))
      try await browser.say(#"{"follow":{"epoch":"e","after":0},"meetings":[]}"#)
      _ = try await browser.hear("following")
      for (sequence, team) in [(1, "ops"), (2, "web"), (3, nil)] as [(Int64, String?)] {
        var event = try FakeEvents.event(sequence, "standup.updated", about: "s", data: "{}")
        event.team = team
        fixture.events.publish(event)
      }
      #expect(try await browser.hear("passed", "event").contains(#""after":1"#))
      #expect(try await browser.hear("passed", "event").contains(#""team":"web""#))
      #expect(try await browser.hear("passed", "event").contains(#""after":3"#))
      _ = try await fixture.send(RevokeToken(id: added.id), key: "k")
      #expect(try await browser.closeCode() == StreamCode.sessionEnded)
      // A token that may send only other commands opens no stream.
      for commands in [["standups.list"], ["events.replay"]] {
        let limited = try await Self.add(fixture, commands: commands)
        let refused = try await fixture.ask(
          "GET", "/api/stream", ["Authorization: Bearer \(limited.token)"])
        #expect(refused.status == 403)
      }
    }
  }

  /// It could outlive the first one.
  @Test func aTokenCreatesNoTokens() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("tokens.add") { _ in "{}" }
      let added = try await Self.add(fixture, .admin)
      #expect(try await Self.send(fixture, "tokens.add", added.token).status == 403)
      #expect(fixture.bus.bodies("tokens.add").isEmpty)
    }
  }

  /// Even that of a person is one of a program.
  @Test(arguments: [AgreeToVoice.target, WithdrawVoice.target])
  func aTokenConsentsForNoPerson(_ target: String) async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on(target) { _ in "{}" }
      let ann = "00000000-0000-0000-0000-000000000001"
      let person = Person(
        id: ann, name: "Ann", teams: [Membership(team: "web", role: .observer)])
      let text = String(decoding: try BusJSON.encode(person), as: UTF8.self)
      fixture.bus.on("people.get") { _ in text }
      let own = try await fixture.send(AddToken(name: "laptop", person: ann))
      await fixture.gateway.tryRole(of: try #require(UUID(text: ann)))
      for token in [own, try await Self.add(fixture, .operator, team: nil)] {
        let answer = try await Self.send(fixture, target, token.token)
        #expect(answer.status == 403 && answer.body.contains("cannot consent"))
      }
      #expect(fixture.bus.bodies(target).isEmpty)
    }
  }

  /// An export reads page after page.
  @Test func aRevokedTokenEndsItsExport() async throws {
    try await GatewayFixture.serving { fixture in
      let added = try await Self.add(fixture, .admin)
      let now = fixture.now
      fixture.bus.on("standups.export") { _ in
        // The token expires between the pages.
        now.withLock { $0 += 100 * 86_400_000 }
        return #"{"json":"[","next":"a"}"#
      }
      let expiring = try await Self.add(
        fixture, .admin, expires: Date(timeIntervalSince1970: 1_795_000_060))
      #expect(try await Self.send(fixture, "standups.export", added.token).status == 200)
      fixture.now.withLock { $0 -= 100 * 86_400_000 }
      // Ignored because the connection is closed in the middle of the response.
      _ = try? await fixture.ask("GET", "/api/export", Self.headers(expiring.token))
      #expect(fixture.bus.bodies("standups.export").count == 2)
    }
  }

  @Test func aRequestForEventsComesFromHere() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = "Cookie: \(try await fixture.login())"
      for field in ["Origin: http://127.0.0.1:1", "Sec-Fetch-Site: same-site"] {
        let answer = try await fixture.ask("GET", "/api/events", [cookie, field])
        #expect(answer.status == 403)
      }
      let body = try await fixture.ask("GET", "/api/events", body: "x", [cookie])
      #expect(body.status == 400)
    }
  }

  /// Only the hash is stored.
  @Test func theTokenIsNotStored() async throws {
    try await GatewayFixture.serving { fixture in
      let added = try await Self.add(fixture)
      let stored = try String(
        decoding: BusJSON.encode(fixture.router.documents(SavedToken.collection)), as: UTF8.self)
      #expect(!stored.contains(added.token.dropFirst("standups_".count)))
      #expect(stored.contains(Secret.hash(added.token)))
    }
  }
}

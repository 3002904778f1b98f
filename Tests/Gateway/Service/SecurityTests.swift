import Bus
import StandupsConfiguration
import Foundation
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// docs/security.md, “The page”: each line, over real sockets.
@Suite struct SecurityTests {
  @Test func nobodyIsInWithoutALogin() async throws {
    try await GatewayFixture.serving { fixture in
      for path in ["/api/me", "/api/export", "/api/stream", "/api/events"] {
        let answer = try await fixture.ask("GET", path, ["Origin: \(fixture.origin)"])
        #expect(answer.status == 401, "\(path)")
      }
      let answer = try await fixture.post("/api/commands/standups.list", "{}")
      #expect(answer.status == 401)
      #expect(answer.body.contains("standups web"))
      #expect(fixture.bus.bodies("standups.list").isEmpty)
      // The shell and its assets contain no data.
      #expect(try await fixture.ask("GET", "/").status == 200)
    }
  }

  @Test func aLinkWorksOnce() async throws {
    try await GatewayFixture.serving { fixture in
      let invite = try await fixture.send(InviteToWeb(name: "ada", role: .observer))
      #expect(invite.link == "\(fixture.address)#login=\(invite.code)")
      #expect(invite.code.utf8.count == 22)
      let first = try await fixture.post("/api/login", #"{"code":"\#(invite.code)"}"#)
      #expect(first.status == 204)
      let cookie = try #require(first.fields["set-cookie"])
      #expect(cookie.hasPrefix("standups-\(fixture.port)="))
      #expect(
        cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax")
          && cookie.contains("; Path=/"))
      #expect(try await fixture.post("/api/login", #"{"code":"\#(invite.code)"}"#).status == 401)
      let me = try await fixture.ask("GET", "/api/me", ["Cookie: \(cookie.prefix { $0 != ";" })"])
      #expect(me.body.contains(#""name":"ada","role":"observer""#))
    }
  }

  @Test func aLinkIsGoodForTenMinutes() async throws {
    try await GatewayFixture.serving { fixture in
      let invite = try await fixture.send(InviteToWeb(name: "ada", role: .observer))
      fixture.now.withLock { $0 += 600_000 }
      #expect(try await fixture.post("/api/login", #"{"code":"\#(invite.code)"}"#).status == 401)
    }
  }

  @Test func aSessionEndsByItself() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      fixture.now.withLock { $0 += GatewayReducer.sessionMs }
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(cookie)"]).status == 401)
    }
  }

  @Test func whoLogsOutIsOut() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let answer = try await fixture.post("/api/logout", "{}", cookie: cookie)
      #expect(answer.status == 200)
      #expect(answer.fields["set-cookie"]?.contains("Max-Age=0") == true)
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(cookie)"]).status == 401)
    }
  }

  /// The generated secrets are only in the link and in the cookie.
  @Test func onlyHashesAreKept() async throws {
    try await GatewayFixture.serving { fixture in
      let invite = try await fixture.send(InviteToWeb(name: "ada", role: .observer))
      let cookie = try await fixture.login("bob")
      let token = String(cookie.split(separator: "=")[1])
      let saved = fixture.router.state.withLock { state in
        state.documents.values.flatMap(\.values).map { "\($0.id) \($0.body.text)" }
          + state.replies.values.map { "\($0.stored.key) \($0.stored.reply.text)" }
      }.joined()
      #expect(saved.contains("ada") && saved.contains("bob"))
      #expect(!saved.contains(invite.code) && !saved.contains(token))
      #expect(saved.contains(Secret.hash(invite.code)) && saved.contains(Secret.hash(token)))
    }
  }

  @Test(arguments: [
    "evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example",
    // Swift parses them as numbers, but they are not ports.
    "127.0.0.1:-0", "localhost:-0",
  ])
  func anotherNameOfThisSiteIsRefused(host: String) async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask("GET", "/", host: host)
      #expect(answer.status == 421)
    }
  }

  @Test(arguments: [
    "localhost", "127.0.0.1", "[::1]:8080", "STANDUPS.example.org", "page.example:8443",
  ])
  func theNamesOfThisSiteAreKnown(host: String) async throws {
    let hosts = ["STANDUPS_WEB_HOSTS": "standups.example.org,page.example:8443"]
    try await GatewayFixture.serving(hosts) { fixture in
      let answer = try await fixture.ask("GET", "/", host: host)
      #expect(answer.status == 200)
      // A host with a port matches only that port.
      let other = try await fixture.ask("GET", "/", host: "page.example:80")
      #expect(other.status == 421)
    }
  }

  /// Browsers omit `Origin` in some requests to the page itself, and indicate them in another way.
  @Test func aChangeFromThePageItselfIsTaken() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let answer = try await fixture.ask(
        "POST", "/api/logout", body: "{}",
        ["Content-Type: application/json", "Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"])
      #expect(answer.status == 200)
    }
  }

  /// No response permits the page of another site.
  @Test func nobodyElseIsAllowedToAsk() async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask(
        "OPTIONS", "/api/commands/standups.list",
        [
          "Origin: http://evil.example", "Access-Control-Request-Method: POST",
          "Access-Control-Request-Headers: content-type",
        ])
      #expect(answer.status == 405)
      #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control") })
    }
  }

  /// An attacker who can set our cookie, but not read it, cannot log a person in as someone else.
  @Test func ofTwoCookiesNoneCounts() async throws {
    try await GatewayFixture.serving { fixture in
      let (ada, eve) = (try await fixture.login("ada"), try await fixture.login("eve"))
      for fields in [["Cookie: \(ada); \(eve)"], ["Cookie: \(eve)", "Cookie: \(ada)"]] {
        #expect(try await fixture.ask("GET", "/api/me", fields).status == 401)
      }
      let other = "standups-\(fixture.port ^ 1)=\(ada.drop { $0 != "=" }.dropFirst())"
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(other)"]).status == 401)
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(other); \(ada)"]).status == 200)
    }
  }

  @Test(arguments: [
    [], ["Origin: http://evil.example"], ["Origin: null"], ["Sec-Fetch-Site: cross-site"],
    ["Sec-Fetch-Site: same-site"], ["Sec-Fetch-Site: none"],
    ["Origin: http://evil.example", "Sec-Fetch-Site: same-origin"],
  ])
  func aChangeFromElsewhereIsRefused(fields: [String]) async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      let common = ["Content-Type: application/json", "Cookie: \(cookie)"]
      for path in ["/api/login", "/api/logout", "/api/commands/standups.list", "/api/import"] {
        let answer = try await fixture.ask("POST", path, body: "{}", common + fields)
        #expect(answer.status == 403, "\(path)")
      }
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(cookie)"]).status == 200)
    }
  }

  @Test func aStreamFromElsewhereIsRefused() async throws {
    try await GatewayFixture.serving { fixture in
      let cookie = try await fixture.login()
      #expect(try await fixture.stream(cookie, origin: "http://evil.example").status == 403)
      #expect(try await fixture.stream("", origin: fixture.origin).status == 401)
      #expect(try await fixture.stream(cookie).status == 101)
    }
  }

  @Test(arguments: [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
  ])
  func aChangeIsJSON(type: String) async throws {
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask(
        "POST", "/api/commands/standups.list", body: "{}",
        [
          "Origin: \(fixture.origin)", "Content-Type: \(type)",
          "Cookie: \(try await fixture.login())",
        ])
      #expect(answer.status == 415)
    }
  }

  @Test(arguments: ["/", "/nowhere", "/assets/x/y.js", "/api/me", "/api/nothing"])
  func everyAnswerForbidsWhatItShould(path: String) async throws {
    try await GatewayFixture.serving { fixture in
      let fields = try await fixture.ask("GET", path).fields
      let policy = fields["content-security-policy"] ?? ""
      for part in [
        "default-src 'none'", "script-src 'self'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types worker",
      ] {
        #expect(policy.contains(part), "\(part)")
      }
      #expect(!policy.contains("unsafe"))
      #expect(fields["permissions-policy"]?.contains("microphone=(self)") == true)
      #expect(fields["x-content-type-options"] == "nosniff")
      #expect(fields["referrer-policy"] == "no-referrer")
      #expect(fields["cross-origin-opener-policy"] == "same-origin")
      #expect(fields["cache-control"] == "no-store")
      #expect(fields["access-control-allow-origin"] == nil)
    }
  }

  @Test func loginsAreTenAMinuteAndAddress() async throws {
    try await GatewayFixture.serving { fixture in
      for _ in 0..<10 {
        #expect(try await fixture.post("/api/login", #"{"code":"guess"}"#).status == 401)
      }
      let answer = try await fixture.post("/api/login", #"{"code":"guess"}"#)
      #expect(answer.status == 429)
      #expect(answer.fields["retry-after"] == "6")
      fixture.now.withLock { $0 += 6000 }
      #expect(try await fixture.post("/api/login", #"{"code":"guess"}"#).status == 401)
    }
  }

  /// Behind a proxy all requests come from one address: the address that the proxy has seen counts, not the client's
  /// claim.
  @Test func behindAProxyItIsTheAddressThatTheProxyHasSeen() async throws {
    func guess(_ fixture: GatewayFixture, _ seen: String, saying own: Int = 1) async throws -> Int {
      try await fixture.post(
        "/api/login", #"{"code":"guess"}"#,
        ["X-Forwarded-For: 203.0.113.\(own), \(seen)"]
      ).status
    }
    try await GatewayFixture.serving(["STANDUPS_WEB_PROXY": "127.0.0.1"]) { fixture in
      for own in 2..<12 { _ = try await guess(fixture, "198.51.100.7", saying: own) }
      let (same, other) = (
        try await guess(fixture, "198.51.100.7"), try await guess(fixture, "198.51.100.8")
      )
      #expect(same == 429 && other == 401)
    }
    try await GatewayFixture.serving { fixture in
      for number in 0..<10 { _ = try await guess(fixture, "198.51.100.\(number)") }
      let status = try await guess(fixture, "198.51.100.10")
      #expect(status == 429)
    }
  }

  @Test func commandsAreTwentyASecondAndSession() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let (ada, bob) = (try await fixture.login("ada"), try await fixture.login("bob"))
      for _ in 0..<20 {
        #expect(
          try await fixture.post("/api/commands/standups.list", "{}", cookie: ada).status == 200)
      }
      #expect(
        try await fixture.post("/api/commands/standups.list", "{}", cookie: ada).status == 429)
      #expect(
        try await fixture.post("/api/commands/standups.list", "{}", cookie: bob).status == 200)
      fixture.now.withLock { $0 += 1000 }
      #expect(
        try await fixture.post("/api/commands/standups.list", "{}", cookie: ada).status == 200)
    }
  }

  @Test func anObserverChangesNothing() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      let cookie = try await fixture.login("eve", .observer)
      #expect(
        try await fixture.post("/api/commands/standups.list", "{}", cookie: cookie).status == 200)
      for target in ["standups.create", "meetings.start", "gateway.invite", "webhooks.list"] {
        #expect(
          try await fixture.post("/api/commands/\(target)", "{}", cookie: cookie).status == 403,
          "\(target)")
      }
      #expect(try await fixture.post("/api/import", "[]", cookie: cookie).status == 403)
    }
  }

  /// A person authenticated by a proxy needs no link; claims from elsewhere are ignored.
  @Test func aProxyIsBelievedIfItIsNamed() async throws {
    let claims = [
      "X-Forwarded-User: ada", "X-Forwarded-Groups: staff, standups-observer",
      "X-Forwarded-Proto: https",
    ]
    try await GatewayFixture.serving { fixture in
      let answer = try await fixture.ask("GET", "/api/me", claims)
      #expect(answer.status == 401)
    }
    try await GatewayFixture.serving(["STANDUPS_WEB_PROXY": "127.0.0.0/8"]) { fixture in
      let me = try await fixture.ask("GET", "/api/me", claims)
      #expect(me.body.contains(#""name":"ada","role":"observer""#))
      let stranger = ["X-Forwarded-User: eve", "X-Forwarded-Groups: staff"]
      #expect(try await fixture.ask("GET", "/api/me", stranger).status == 403)
      // Over TLS the cookie is bound to this host.
      let invite = try await fixture.send(InviteToWeb(name: "bob", role: .observer))
      let answer = try await fixture.post(
        "/api/login", #"{"code":"\#(invite.code)"}"#, ["X-Forwarded-Proto: https"])
      let cookie = answer.fields["set-cookie"] ?? ""
      #expect(cookie.hasPrefix("__Host-standups-") && cookie.hasSuffix("; Secure"))
    }
  }

  /// A contradictory or ambiguous header of a proxy grants no access.
  @Test(arguments: [
    [
      "X-Forwarded-User: eve", "X-Forwarded-Groups: staff", "X-Forwarded-Groups: standups-operator",
    ],
    ["X-Forwarded-User: eve", "X-Forwarded-User: ada", "X-Forwarded-Groups: standups-operator"],
    ["X-Forwarded-User: eve", "X-Forwarded-User: ", "X-Forwarded-Groups: standups-operator"],
    ["X-Forwarded-User: eve", "X-Forwarded-Groups: STANDUPS-OPERATOR"],
    ["X-Forwarded-User: eve", "X-Forwarded-Groups: standups-observer, Standups-Operator"],
    ["X-Forwarded-User: eve", "X-Forwarded-Groups: standups-operators"],
    ["X-Forwarded-User: eve"],
  ])
  func whatIsAmbiguousOfAProxyGrantsNothing(_ claims: [String]) async throws {
    try await GatewayFixture.serving(["STANDUPS_WEB_PROXY": "127.0.0.0/8"]) { fixture in
      #expect(try await fixture.ask("GET", "/api/me", claims).status == 403)
      // Nor is the person's own session valid then.
      let cookie = try await fixture.login("ada", .operator)
      #expect(try await fixture.ask("GET", "/api/me", claims + ["Cookie: \(cookie)"]).status == 403)
    }
  }

  /// Services use it to recognise a sender that is not the user of this machine.
  @Test func aBrowsersCommandSaysThatItIsOne() async throws {
    try await GatewayFixture.serving { fixture in
      fixture.bus.on("standups.list") { _ in "{}" }
      _ = try await fixture.post(
        "/api/commands/standups.list", "{}", cookie: try await fixture.login())
      let sent = fixture.bus.commands.filter { $0.target == "standups.list" }
      #expect(sent.map(\.via) == ["gateway"])
    }
  }

  /// It does not listen on an address where traffic could be read by others.
  @Test func itListensBeyondThisMachineOnlyIfTold() throws {
    func problem(_ environment: [String: String], isInsecure: Bool = false) throws -> String? {
      let (_, settings) = try BusEnvironment.read(
        with: GatewaySettings.self, environment.merging(["HOME": "/"]) { $1 }, userID: 0,
        isTerminal: false)
      return settings.problem(isInsecure: isInsecure)
    }
    for address in ["*:8080", "192.168.1.2:8080", "0.0.0.0:80"] {
      #expect(try problem(["STANDUPS_WEB": address]) != nil)
      #expect(try problem(["STANDUPS_WEB": address], isInsecure: true) == nil)
      #expect(try problem(["STANDUPS_WEB": address, "STANDUPS_WEB_PROXY": "10.0.0.0/8"]) == nil)
    }
    for address in ["8080", "127.0.0.1:80", "localhost:0", "127.3.2.1:80"] {
      #expect(try problem(["STANDUPS_WEB": address]) == nil)
    }
  }
}

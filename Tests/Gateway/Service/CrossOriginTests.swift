import Bus
import StandupsConfiguration
import GatewayAPI
import TestSupport
import Testing

@testable import GatewayService

/// Pages of other sites, which an operator has listed (CORS).
@Suite struct CrossOriginTests {
  private static let listed = [
    "STANDUPS_WEB_ORIGINS": "https://tools.example.org, http://localhost:3000"
  ]

  @Test(arguments: ["https://tools.example.org", "http://localhost:3000"])
  func aPreflightOfAListedOriginIsAnswered(origin: String) async throws {
    try await GatewayFixture.serving(Self.listed) { fixture in
      let answer = try await fixture.ask(
        "OPTIONS", "/api/commands/standups.list",
        [
          "Origin: \(origin)", "Access-Control-Request-Method: POST",
          "Access-Control-Request-Headers: authorization,content-type",
        ])
      #expect(answer.status == 204)
      #expect(answer.fields["access-control-allow-origin"] == origin)
      #expect(answer.fields["access-control-allow-methods"] == "POST")
      #expect(
        answer.fields["access-control-allow-headers"]
          == "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version,"
          + " Mcp-Method, Mcp-Name, X-Standups-Key, traceparent")
      #expect(answer.fields["access-control-max-age"] == "600")
      #expect(answer.fields["vary"] == "Origin")
      #expect(answer.fields["access-control-allow-credentials"] == nil)
      #expect(answer.body.isEmpty)
      let reading = try await fixture.ask(
        "OPTIONS", "/api/standups",
        ["Origin: \(origin)", "Access-Control-Request-Method: GET"])
      #expect(reading.fields["access-control-allow-methods"] == "GET, HEAD")
    }
  }

  @Test(arguments: [
    "https://evil.example", "https://tools.example.org.evil.example", "http://tools.example.org",
    "https://tools.example.org:8443", "https://localhost:3000", "http://localhost:3001", "null",
    "*", "https://TOOLS.example.orG.", "https://tools.example.org/",
    "https://tools.example.org https://evil.example",
  ])
  func anotherOriginIsTreatedAsBefore(origin: String) async throws {
    try await GatewayFixture.serving(Self.listed) { fixture in
      let fields = ["Origin: \(origin)"]
      let answers = [
        try await fixture.ask(
          "OPTIONS", "/api/standups", fields + ["Access-Control-Request-Method: GET"]),
        try await fixture.ask("GET", "/api/me", fields),
        try await fixture.ask("GET", "/api/standups", fields),
      ]
      #expect(answers.map(\.status) == [405, 401, 401])
      for answer in answers {
        #expect(!answer.fields.keys.contains { $0.hasPrefix("access-control") })
        #expect(answer.fields["cross-origin-resource-policy"] == "same-origin")
      }
    }
  }

  /// A browser sends cookies without the knowledge of its user.
  @Test func aCookieDoesNotCountFromAnotherSite() async throws {
    try await GatewayFixture.serving(Self.listed) { fixture in
      let cookie = try await fixture.login()
      let origin = "Origin: https://tools.example.org"
      let fields = ["Cookie: \(cookie)", origin]
      let answer = try await fixture.ask("GET", "/api/me", fields)
      #expect(answer.status == 401)
      // The page may read the error.
      #expect(answer.fields["access-control-allow-origin"] == "https://tools.example.org")
      #expect(answer.fields["cross-origin-resource-policy"] == "cross-origin")
      #expect(
        answer.fields["access-control-expose-headers"]
          == "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After")
      #expect(answer.fields["access-control-allow-credentials"] == nil)
      for path in ["/api/login", "/api/logout", "/api/commands/standups.list", "/api/import"] {
        let answer = try await fixture.ask(
          "POST", path, body: "{}", fields + ["Content-Type: application/json"])
        #expect(answer.status == 401 || answer.status == 403, "\(path)")
      }
      #expect(fixture.bus.bodies("standups.list").isEmpty)
      #expect(try await fixture.stream(cookie, origin: "https://tools.example.org").status != 101)
      #expect(try await fixture.ask("GET", "/api/me", ["Cookie: \(cookie)"]).status == 200)
    }
  }

  @Test func aUserOfAProxyDoesNotCountFromAnotherSite() async throws {
    let environment = Self.listed.merging(["STANDUPS_WEB_PROXY": "127.0.0.1"]) { $1 }
    let claims = ["X-Forwarded-User: ada", "X-Forwarded-Groups: standups-observer"]
    try await GatewayFixture.serving(environment) { fixture in
      let own = try await fixture.ask("GET", "/api/me", claims)
      #expect(own.status == 200)
      let foreign = claims + ["Origin: http://localhost:3000"]
      #expect(try await fixture.ask("GET", "/api/me", foreign).status == 401)
    }
  }

  /// Files of the page are cached, so that a response to one site would be used for another.
  @Test func onlyTheAPIIsPermitted() async throws {
    try await GatewayFixture.serving(Self.listed) { fixture in
      for path in ["/", "/assets/x/Gateway/Page/main.js", "/calendar.ics"] {
        let answer = try await fixture.ask("GET", path, ["Origin: http://localhost:3000"])
        #expect(answer.fields["access-control-allow-origin"] == nil, "\(path)")
      }
    }
  }

  /// The page of this site is not foreign, even if it is listed.
  @Test func theOwnOriginKeepsItsCookies() async throws {
    try await GatewayFixture.serving(["STANDUPS_WEB_ORIGINS": "http://localhost:3000"]) { fixture in
      let cookie = try await fixture.login()
      let answer = try await fixture.ask(
        "GET", "/api/me", host: "localhost:3000",
        ["Cookie: \(cookie)", "Origin: http://localhost:3000"])
      #expect(answer.status == 200)
      #expect(answer.fields["access-control-allow-origin"] == nil)
    }
  }

  // MARK: The setting

  private static func settings(_ text: String) throws -> GatewaySettings {
    try BusEnvironment.read(
      with: GatewaySettings.self, ["HOME": "/", "STANDUPS_WEB_ORIGINS": text], userID: 0,
      isTerminal: false
    ).1
  }

  @Test func originsAreWrittenAsBrowsersSendThem() throws {
    #expect(try Self.settings("").origins.isEmpty)
    #expect(
      try Self.settings("HTTPS://Tools.Example.org:443, http://[::1]:80,http://a-b.c:8080").origins
        == ["https://tools.example.org", "http://[::1]", "http://a-b.c:8080"])
  }

  @Test(arguments: [
    "https://tools.example.org/", "https://tools.example.org/path", "tools.example.org", "https://",
    "null", "ftp://tools.example.org", "https://*.example.org", "https://user@tools.example.org",
    "https://tools.example.org:0", "https://tools.example.org:65536", "https://tools.example.org:",
    "https://tools.example.org?x",
  ])
  func anInvalidOriginIsRejected(text: String) {
    #expect {
      try Self.settings(text)
    } throws: { error in
      "\(error)".contains("STANDUPS_WEB_ORIGINS") && "\(error)".contains("scheme://host")
    }
  }

  @Test func allOriginsCannotBeListed() {
    #expect {
      try Self.settings("https://tools.example.org,*")
    } throws: { error in
      "\(error)".contains("every web page")
    }
  }

  @Test func tooManyOriginsAreRejected() throws {
    let names = (0...CrossOrigin.maxListed).map { "https://site\($0).example.org" }
    #expect(
      try Self.settings(names.dropLast().joined(separator: ",")).origins.count
        == CrossOrigin.maxListed)
    #expect(throws: (any Error).self) { try Self.settings(names.joined(separator: ",")) }
  }
}

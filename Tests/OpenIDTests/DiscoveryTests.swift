import FastJSON
import Foundation
import Testing
import WebClient

@testable import OpenID

@Suite struct DiscoveryTests {
  private static let path = "/.well-known/openid-configuration"

  private static let rows: [Hostile] = [
    Hostile("another issuer", "another issuer") {
      $0.configuration["issuer"] = .string("https://evil.example")
    },
    Hostile("an issuer with a slash", "another issuer") {
      $0.configuration["issuer"] = .string("\(TestProvider.issuer)/")
    },
    Hostile("no issuer", "another issuer") { $0.configuration["issuer"] = nil },
    Hostile("no token endpoint", "no “token_endpoint”") {
      $0.configuration["token_endpoint"] = nil
    },
    Hostile("no keys", "no “jwks_uri”") { $0.configuration["jwks_uri"] = .null },
    Hostile("an http token endpoint", "“token_endpoint”") {
      $0.configuration["token_endpoint"] = .string("http://login.example.com/token")
    },
    Hostile("an http endpoint on loopback", "“jwks_uri”") {
      $0.configuration["jwks_uri"] = .string("http://127.0.0.1/keys")
    },
    Hostile("an http UserInfo endpoint", "“userinfo_endpoint”") {
      $0.configuration["userinfo_endpoint"] = .string("http://login.example.com/userinfo")
    },
    Hostile("a script as logout", "“end_session_endpoint”") {
      $0.configuration["end_session_endpoint"] = .string("javascript:alert(1)")
    },
    Hostile("an endpoint with a line break", "“authorization_endpoint”") {
      $0.configuration["authorization_endpoint"] = .string("https://a/\r\nX: y")
    },
    Hostile("an endpoint that is a number", "“jwks_uri”") {
      $0.configuration["jwks_uri"] = .integer(1)
    },
    Hostile("PKCE without S256", "PKCE with S256") {
      $0.configuration["code_challenge_methods_supported"] = .texts(["plain"])
    },
    Hostile("only algorithms with a secret", "signs ID tokens with none of") {
      $0.configuration["id_token_signing_alg_values_supported"] = .texts(["none", "HS256"])
    },
    Hostile("a string instead of a list", "not a list of strings") {
      $0.configuration["scopes_supported"] = .string("openid")
    },
    Hostile("no JSON", "not a JSON object") { $0.answers[path] = .json("<html>") },
    Hostile("an array", "not a JSON object") { $0.answers[path] = .json("[]") },
    Hostile("deep JSON", "not a JSON object") {
      $0.answers[path] = .json(deep("a"))
    },
    Hostile("a redirect", "redirect (status 302)") {
      $0.answers[path] = .success(HTTPResponse(status: 302))
    },
    Hostile("not found", "status 404") { $0.answers[path] = .success(HTTPResponse(status: 404)) },
    Hostile("a huge answer", "longer than 262144 bytes") {
      $0.answers[path] = .success(HTTPResponse(status: 200, isCut: true))
    },
    Hostile("a huge answer that was not cut", "longer than 262144 bytes") {
      $0.answers[path] = .success(
        HTTPResponse(status: 200, body: Data(repeating: 0x20, count: 262_145)))
    },
    Hostile("a timeout", .unavailable, "No answer in time.") { $0.answers[path] = .late },
    Hostile("a failure of the server", .unavailable, "status 503") {
      $0.answers[path] = .success(HTTPResponse(status: 503))
    },
    Hostile("too many requests", .unavailable, "status 429") {
      $0.answers[path] = .success(HTTPResponse(status: 429))
    },
  ]

  @Test(arguments: rows) func aHostileConfigurationIsRejected(row: Hostile) async {
    let provider = TestProvider(row.change)
    await expectFailure(row) {
      _ = try await provider.client().authorization(
        redirect: TestProvider.redirect, state: "s", nonce: "n", verifier: TestProvider.verifier)
    }
    #expect(provider.count("/token") == 0)
  }

  private func authorize(_ client: OpenIDClient) async throws {
    _ = try await client.authorization(
      redirect: TestProvider.redirect, state: "s", nonce: "n", verifier: TestProvider.verifier)
  }

  @Test func aConfigurationIsReadAgainAfterAnHour() async throws {
    let provider = TestProvider()
    let client = provider.client()
    for _ in 0..<3 { try await authorize(client) }
    #expect(provider.count(Self.path) == 1)
    provider.change { $0.nowMs += CachedMetadata.freshMs }
    try await authorize(client)
    #expect(provider.count(Self.path) == 1)
    provider.change { $0.nowMs += 1 }
    try await authorize(client)
    #expect(provider.count(Self.path) == 2)
  }

  @Test(arguments: [
    Result<HTTPResponse, HTTPFailure>.late, .json("{}"), .success(HTTPResponse(status: 302)),
  ])
  func theFormerConfigurationIsUsedForADayIfItCannotBeRead(
    answer: Result<HTTPResponse, HTTPFailure>
  ) async throws {
    let provider = TestProvider()
    let client = provider.client()
    try await authorize(client)
    provider.change {
      $0.nowMs += CachedMetadata.usableMs
      $0.answers[Self.path] = answer
    }
    try await authorize(client)
    try await authorize(client)
    // A failed read is not repeated at once, so that not every sign-in waits for it.
    #expect(provider.count(Self.path) == 2)
    provider.change { $0.nowMs += 1 }
    await #expect(throws: OpenIDError.self) { try await authorize(client) }
    provider.change { $0.answers = [:] }
    try await authorize(client)
  }

  @Test func aFailedFirstReadIsRepeatedByTheNextCall() async throws {
    let provider = TestProvider { $0.answers[Self.path] = .late }
    let client = provider.client()
    await #expect(throws: OpenIDError.self) { try await authorize(client) }
    provider.change { $0.answers = [:] }
    try await authorize(client)
  }

  @Test func concurrentCallersShareARead() async throws {
    let provider = TestProvider()
    let client = provider.client()
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { _ = try await provider.redeem(client) } }
      try await group.waitForAll()
    }
    #expect(provider.count(Self.path) == 1 && provider.count("/keys") == 1)
    #expect(provider.count("/token") == 50)
  }

  @Test(arguments: [
    ("https://a.example", "https://a.example/.well-known/openid-configuration"),
    ("https://a.example/", "https://a.example/.well-known/openid-configuration"),
    ("https://a.example/t/1/", "https://a.example/t/1/.well-known/openid-configuration"),
  ]) func theAddressOfTheConfigurationFollowsTheIssuer(issuer: String, url: String) {
    #expect(ProviderAddress.configuration(of: issuer) == url)
  }

  @Test func anIssuerWithASlashIsComparedWithIt() async throws {
    let provider = TestProvider { $0.configuration["issuer"] = .string("\(TestProvider.issuer)/") }
    let client = provider.client { $0.issuer = "\(TestProvider.issuer)/" }
    try await authorize(client)
    #expect(provider.last(Self.path)?.url == "\(TestProvider.issuer)\(Self.path)")
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "http://127.0.0.1:9/token", true),
    ("http://localhost", "http://[::1]/token", true),
    ("http://127.0.0.1", "https://login.example.com/token", true),
    ("http://127.0.0.1", "http://login.example.com/token", false),
    ("http://127.0.0.1", "http://127.evil.example.com/token", false),
    ("http://127.0.0.1", "http://127.0.0.1.example.com/token", false),
    ("http://127.0.0.1", "http://127.0.0.256/token", false),
    ("https://127.0.0.1", "http://127.0.0.1/token", false),
    ("https://a.example", "https://user@a.example/token", false),
    ("https://a.example", "https://a.example/token#x", false),
  ]) func httpIsOnlyForThisMachine(issuer: String, endpoint: String, isPermitted: Bool) {
    #expect(ProviderAddress.permits(endpoint, of: issuer) == isPermitted)
  }
}

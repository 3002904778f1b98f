import FastJSON
import Foundation
import Testing
import Threads
import WebClient

@testable import OpenID

/// A provider within the test: it answers requests without a network, and its clock stands still.
final class TestProvider: Sendable {
  static let issuer = "https://login.example.com"
  static let nonce = "n-0S6_WzA2Mj"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let redirect = "https://standups.example.com/sign-in/company/return"

  /// Parts of the provider that a test may change.
  struct State: Sendable {
    var nowMs: Int64 = 1_790_000_000_000
    var configuration: [String: JSONTree]
    var keys: [[String: JSONTree]]
    var signer = SigningKey.rsa
    var header: [String: JSONTree] = ["alg": .string("RS256"), "kid": .string("rsa")]
    var claims: [String: JSONTree]
    /// The ID token, if it is not signed from `header` and `claims`.
    var idToken: String?
    /// Members of the token endpoint's answer in addition to the ID token; null removes one.
    var tokens: [String: JSONTree] = [
      "access_token": .string("at-1"), "token_type": .string("Bearer"),
      "refresh_token": .string("rt-1"),
    ]
    var userInfo: [String: JSONTree] = ["sub": .string("u-1")]
    /// Answers that replace those above, by path.
    var answers: [String: Result<HTTPResponse, HTTPFailure>] = [:]
    var requests: [HTTPRequest] = []

    var seconds: Int64 { nowMs / 1000 }

    mutating func use(_ key: SigningKey, _ algorithm: String) {
      signer = key
      keys = [key.publicPart]
      header = ["alg": .string(algorithm)]
      header["kid"] = key.id.map { .string($0) }
    }

    var signedToken: String {
      idToken ?? signer.sign(Array(text(.object(claims)).utf8), header: header)
    }
  }

  let state: Locked<State>

  init(issuer: String = TestProvider.issuer, _ change: (inout State) -> Void = { _ in }) {
    let seconds: Int64 = 1_790_000_000
    var state = State(
      configuration: [
        "issuer": .string(issuer),
        "authorization_endpoint": .string("\(issuer)/authorize"),
        "token_endpoint": .string("\(issuer)/token"),
        "jwks_uri": .string("\(issuer)/keys"),
        "userinfo_endpoint": .string("\(issuer)/userinfo"),
        "end_session_endpoint": .string("\(issuer)/logout?from=app"),
      ],
      keys: [SigningKey.rsa.publicPart],
      claims: [
        "iss": .string(issuer), "aud": .string("standups"), "sub": .string("u-1"),
        "exp": .integer(seconds + 300), "iat": .integer(seconds - 1),
        "nonce": .string(Self.nonce), "name": .string("Dana"),
        "email": .string("dana@example.com"), "email_verified": .bool(true),
        "groups": .texts(["web", "sre"]), "zoneinfo": .string("Europe/Berlin"),
      ])
    change(&state)
    self.state = Locked(state)
  }

  func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Number of requests to a path.
  func count(_ path: String) -> Int {
    state.withLock { $0.requests.count { URLComponents(string: $0.url)?.path == path } }
  }

  /// The last request to a path.
  func last(_ path: String) -> HTTPRequest? {
    state.withLock { $0.requests.last { URLComponents(string: $0.url)?.path == path } }
  }

  /// The fields of the last form that the token endpoint received.
  func form() -> [String: String] {
    let body = last("/token")?.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let pairs = body.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        String(sides[0]), sides.count == 2 ? String(sides[1]).removingPercentEncoding ?? "" : ""
      )
    }
    return Dictionary(pairs) { $1 }
  }

  /// Answers a request.
  func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPFailure> {
    state.withLock { state in
      state.requests.append(request)
      let path = URLComponents(string: request.url)?.path ?? ""
      if let answer = state.answers[path] { return answer }
      switch path {
      case "/.well-known/openid-configuration": return .json(.object(state.configuration))
      case "/keys":
        return .json(.object(["keys": .array(state.keys.map { .object($0) })]))
      case "/token":
        var members = state.tokens.filter { $0.value != .null }
        if state.tokens["id_token"] != .null { members["id_token"] = .string(state.signedToken) }
        return .json(.object(members))
      case "/userinfo": return .json(.object(state.userInfo))
      default: return .success(HTTPResponse(status: 404))
      }
    }
  }

  /// A client of this provider.
  func client(_ change: (inout OpenIDProvider) -> Void = { _ in }) -> OpenIDClient {
    var provider = OpenIDProvider(
      name: "company", label: "Example Inc.", issuer: Self.issuer, clientID: "standups",
      clientSecret: "s3cret")
    change(&provider)
    return OpenIDClient(
      provider,
      send: { request in
        // Other callers run while a request is in progress.
        await Task.yield()
        return self.answer(request)
      }, nowMs: { self.state.withLock { $0.nowMs } })
  }

  /// Signs in once.
  func redeem(_ client: OpenIDClient? = nil) async throws -> OpenIDGrant {
    try await (client ?? self.client()).redeem(
      code: "c-1", redirect: Self.redirect, nonce: Self.nonce, verifier: Self.verifier)
  }
}

extension Result where Success == HTTPResponse, Failure == HTTPFailure {
  static func json(_ value: JSONTree, status: Int = 200) -> Self {
    .success(HTTPResponse(status: status, body: Data(text(value).utf8)))
  }

  static func json(_ text: String, status: Int = 200) -> Self {
    .success(HTTPResponse(status: status, body: Data(text.utf8)))
  }

  static let late = Self.failure(HTTPFailure(code: .timeout, message: "No answer in time."))
}

/// A change of the provider, and the error that it causes.
struct Hostile: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var code: OpenIDError.Code
  /// Part of the message.
  var message: String
  var change: @Sendable (inout TestProvider.State) -> Void

  /// A row with the error `invalid`.
  init(
    _ description: String, _ message: String,
    _ change: @escaping @Sendable (inout TestProvider.State) -> Void
  ) {
    self.init(description, .invalid, message, change)
  }

  init(
    _ description: String, _ code: OpenIDError.Code, _ message: String,
    _ change: @escaping @Sendable (inout TestProvider.State) -> Void
  ) {
    testDescription = description
    self.code = code
    self.message = message
    self.change = change
  }
}

/// Requires that a call fails with the error of a row, whose message has neither tokens nor secrets.
func expectFailure(
  _ row: Hostile, sourceLocation: SourceLocation = #_sourceLocation,
  _ call: () async throws -> Void
) async {
  let error = await #expect(throws: OpenIDError.self, sourceLocation: sourceLocation) {
    try await call()
  }
  #expect(error?.code == row.code, "\(error?.message ?? "")", sourceLocation: sourceLocation)
  #expect(
    error?.message.contains(row.message) == true, "\(error?.message ?? "")",
    sourceLocation: sourceLocation)
  for secret in ["s3cret", "at-1", "rt-1", "eyJ", "c-1", TestProvider.verifier] {
    #expect(error?.message.contains(secret) == false, sourceLocation: sourceLocation)
  }
}

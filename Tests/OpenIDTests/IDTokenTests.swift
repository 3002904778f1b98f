import FastJSON
import Foundation
import Testing

@testable import OpenID

/// ID tokens that must not be accepted.
@Suite struct IDTokenTests {
  private static let rows: [Hostile] = [
    Hostile("wrong signature", "none of its keys") { $0.signer = .otherRSA },
    Hostile("changed content", "none of its keys") { state in
      let parts = state.signedToken.split(separator: ".")
      let changed = Base64URL.encode(Array(text(.object(state.claims)).utf8) + [0x20])
      state.idToken = "\(parts[0]).\(changed).\(parts[2])"
    },
    Hostile("alg none", "not signed with one of") { state in
      let head = Base64URL.encode(Array(#"{"alg":"none","kid":"rsa"}"#.utf8))
      state.idToken = "\(head).\(Base64URL.encode(Array(text(.object(state.claims)).utf8))).AA"
    },
    Hostile("alg none without signature", "compact form") { state in
      let head = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
      state.idToken = "\(head).\(Base64URL.encode(Array(text(.object(state.claims)).utf8)))."
    },
    Hostile("HS256 with the public key as the secret", "not signed with one of") { state in
      let key = Array(text(.object(SigningKey.rsa.publicPart)).utf8)
      state.signer = SigningKey(secret: key, id: "rsa")
      state.header["alg"] = .string("HS256")
    },
    Hostile("HS256 with a secret in the key set", "not signed with one of") { state in
      state.signer = SigningKey(secret: Array("0123456789abcdef0123456789abcdef".utf8), id: "oct")
      state.keys = [["kty": .string("oct"), "k": .string("MDEyMw"), "kid": .string("oct")]]
      state.header = ["alg": .string("HS256"), "kid": .string("oct")]
    },
    Hostile("an algorithm of another key type", "none of its keys") {
      $0.keys = [SigningKey.p256.publicPart.merging(["kid": .string("rsa")]) { $1 }]
    },
    Hostile("an algorithm of another curve", "wrong length") { state in
      state.use(.p256, "ES384")
    },
    Hostile("another algorithm than that of the key", "none of its keys") {
      $0.keys[0]["alg"] = .string("PS256")
    },
    Hostile("a key for encryption", "none of its keys") { $0.keys[0]["use"] = .string("enc") },
    Hostile("a small key", "none of its keys") { $0.use(.smallRSA, "RS256") },
    Hostile("crit", "unknown extension") { $0.header["crit"] = .texts(["b64"]) },
    Hostile("a key id that is a number", "key id") {
      $0.idToken = "\(Base64URL.encode(Array(#"{"alg":"RS256","kid":1}"#.utf8))).e30.AA"
    },
    Hostile("two parts", "compact form") { $0.idToken = "e30.e30" },
    Hostile("four parts", "compact form") { $0.idToken = "\($0.signedToken).AA" },
    Hostile("padding, which ends the process in cjose", "compact form") {
      $0.idToken = "\($0.signedToken.split(separator: ".")[0]).A===.A==="
    },
    Hostile("a NUL character", "compact form") { $0.idToken = "\($0.signedToken)\u{0}" },
    Hostile("no token at all", "compact form") { $0.idToken = "" },
    Hostile("a huge token", "longer than 32768 bytes") {
      $0.claims["x"] = .string(String(repeating: "x", count: 40_000))
    },
    Hostile("deep JSON", "not a JSON object") { state in
      state.idToken = state.signer.sign(Array(deep("a").utf8), header: state.header)
    },
    Hostile("a deep header", "not a JSON object") { state in
      let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
      let head = Base64URL.encode(Array(#"{"alg":"RS256","a":\#(deep)}"#.utf8))
      state.idToken = "\(head).e30.AA"
    },
    Hostile("an array as content", "not a JSON object") {
      $0.idToken = $0.signer.sign(Array("[]".utf8), header: $0.header)
    },
    Hostile("a number beyond all limits", "not a JSON object") { state in
      state.idToken = state.signer.sign(Array(#"{"exp":1e999}"#.utf8), header: state.header)
    },
    Hostile("wrong iss", "another issuer") { $0.claims["iss"] = .string("https://evil.example") },
    Hostile("iss with a slash", "another issuer") {
      $0.claims["iss"] = .string("\(TestProvider.issuer)/")
    },
    Hostile("no iss", "another issuer") { $0.claims["iss"] = nil },
    Hostile("wrong aud", "another client (aud)") { $0.claims["aud"] = .string("other") },
    Hostile("no aud", "another client (aud)") { $0.claims["aud"] = nil },
    Hostile("an audience of another type", "another client (aud)") {
      $0.claims["aud"] = .array([.string("standups"), .integer(1)])
    },
    Hostile("too many audiences", "another client (aud)") {
      $0.claims["aud"] = .texts((0..<32).map { "a\($0)" } + ["standups"])
    },
    Hostile("several audiences without azp", "no “azp”") {
      $0.claims["aud"] = .texts(["standups", "other"])
    },
    Hostile("azp of another client", "(azp)") {
      $0.claims["aud"] = .texts(["standups", "other"])
      $0.claims["azp"] = .string("other")
    },
    Hostile("azp of another client with one audience", "(azp)") {
      $0.claims["azp"] = .string("other")
    },
    Hostile("azp that is a number", "(azp)") { $0.claims["azp"] = .integer(1) },
    Hostile("wrong nonce", "(nonce)") { $0.claims["nonce"] = .string("other") },
    Hostile("no nonce", "(nonce)") { $0.claims["nonce"] = nil },
    Hostile("expired", "has expired") { $0.claims["exp"] = .integer($0.seconds - 60) },
    Hostile("no exp", "lacks “exp”") { $0.claims["exp"] = nil },
    Hostile("exp as a string", "lacks “exp”") { $0.claims["exp"] = .string("9999999999") },
    Hostile("exp far in the past", "has expired") { $0.claims["exp"] = .number(-1e308) },
    Hostile("no iat", "lacks “exp”") { $0.claims["iat"] = nil },
    Hostile("issued in the future", "in the future") {
      $0.claims["iat"] = .integer($0.seconds + 61)
    },
    Hostile("issued far in the future", "in the future") { $0.claims["iat"] = .number(1e300) },
    Hostile("issued long ago", "10 minutes ago") { $0.claims["iat"] = .integer($0.seconds - 601) },
    Hostile("nbf in the future", "(nbf)") { $0.claims["nbf"] = .integer($0.seconds + 61) },
    Hostile("nbf as a string", "(nbf)") { $0.claims["nbf"] = .string("0") },
    Hostile("no sub", "“sub”") { $0.claims["sub"] = nil },
    Hostile("an empty sub", "“sub”") { $0.claims["sub"] = .string("") },
    Hostile("a long sub", "“sub”") {
      $0.claims["sub"] = .string(String(repeating: "a", count: 256))
    },
    Hostile("a sub with a line break", "“sub”") { $0.claims["sub"] = .string("u\n1") },
    Hostile("a sub that is a number", "“sub”") { $0.claims["sub"] = .integer(1) },
    Hostile("groups that are numbers", "are not strings") {
      $0.claims["groups"] = .array([.string("web"), .integer(1)])
    },
    Hostile("groups in an object", "are not strings") {
      $0.claims["groups"] = .object(["web": .bool(true)])
    },
    Hostile("too many groups", "more than 1000 groups") {
      $0.claims["groups"] = .texts((0...1000).map { "\($0)" })
    },
    Hostile("a long group", "longer than 256 bytes") {
      $0.claims["groups"] = .string(String(repeating: "g", count: 257))
    },
  ]

  @Test(arguments: rows) func aHostileTokenIsRejected(row: Hostile) async {
    await expectFailure(row) { _ = try await TestProvider(row.change).redeem() }
  }

  private struct Edge: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout TestProvider.State) -> Void

    init(_ name: String, _ change: @escaping @Sendable (inout TestProvider.State) -> Void) {
      testDescription = name
      self.change = change
    }
  }

  private static let edges: [Edge] = [
    Edge("several audiences with azp") {
      $0.claims["aud"] = .texts(["other", "standups"])
      $0.claims["azp"] = .string("standups")
    },
    Edge("an array with one audience") { $0.claims["aud"] = .texts(["standups"]) },
    Edge("clocks that differ") {
      $0.claims["exp"] = .integer($0.seconds - 59)
      $0.claims["iat"] = .integer($0.seconds + 60)
      $0.claims["nbf"] = .integer($0.seconds + 60)
    },
    Edge("fractions and huge numbers") {
      $0.claims["exp"] = .number(1e300)
      $0.claims["iat"] = .number(Double($0.seconds) - 0.5)
      $0.claims["auth_time"] = .unsigned(.max)
    },
    Edge("no key id") {
      $0.header["kid"] = nil
      $0.keys = [SigningKey.p256, .otherRSA, .rsa].map(\.publicPart)
    },
    Edge("keys that are unknown to us") { state in
      state.keys += [
        ["kty": .string("OKP"), "crv": .string("Ed25519"), "x": .string("AA")],
        ["kty": .string("RSA"), "n": .string("A==="), "e": .string("AQAB")],
        ["kty": .string("EC"), "crv": .string("P-256"), "x": .string("AA"), "y": .string("AA")],
        ["kty": .integer(1)], [:],
      ]
    },
    Edge("a key with its algorithm and use") {
      $0.keys[0]["alg"] = .string("RS256")
      $0.keys[0]["use"] = .string("sig")
      $0.keys[0]["key_ops"] = .texts(["verify"])
    },
  ]

  @Test(arguments: edges.indices) func anUnusualTokenIsAccepted(index: Int) async throws {
    let grant = try await TestProvider(Self.edges[index].change).redeem()
    #expect(grant.claims.subject == "u-1", "\(Self.edges[index].testDescription)")
  }
}

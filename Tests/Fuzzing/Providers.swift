import FastJSON
import OpenID

/// Documents and tokens of a provider of OpenID Connect.
enum Providers {
  private static let issuer = "https://a.example"

  /// Checks ID tokens, or their claims if the bytes are JSON: only the signed content is accepted, and the result
  /// is bounded.
  static func idToken(_ bytes: [UInt8]) throws {
    if bytes.first == UInt8(ascii: "{") { return try claims(bytes) }
    let token = try SignedToken(parsing: String(decoding: bytes, as: UTF8.self))
    guard let payload = token.payload(verifiedWith: try signers().keys) else { return }
    try expect(
      payload == Array(signed.utf8),
      "“\(String(decoding: payload, as: UTF8.self))” was never signed")
  }

  private static func claims(_ bytes: [UInt8]) throws {
    guard let members = Answer.object(bytes) else { return }
    for path in ["groups", "realm_access.roles"] {
      // Ignored because groups that are not strings are rejected.
      guard let claims = try? PersonClaims(members, groupsClaim: path) else { continue }
      let groups = claims.groups ?? []
      let isBounded =
        groups.count <= PersonClaims.maxGroups
        && groups.allSatisfy { $0.utf8.count <= PersonClaims.maxGroupBytes }
        && (claims.name ?? "").utf8.count <= PersonClaims.maxNameBytes
        && (claims.email ?? "").utf8.count <= PersonClaims.maxEmailBytes
        && (claims.zone ?? "").utf8.count <= PersonClaims.maxZoneBytes
      try expect(isBounded, "\(claims) exceeds its bounds")
      try expect(claims.email != nil || !claims.isEmailVerified, "no address is verified")
    }
    let rules = IDTokenRules(
      issuer: issuer, clientID: "standups", purpose: .redemption(nonce: "n-1"),
      nowMs: 1_790_000_000_000)
    let subject = try rules.subject(of: members)
    try expect(members["sub"] == .string(subject), "“\(subject)” is not the subject")
    try expect(
      members["iss"] == .string(issuer) && members["nonce"] == .string("n-1"),
      "claims of another sign-in are accepted")
  }

  /// Checks configurations: all addresses of an accepted one are encrypted and can be sent to a browser.
  static func discovery(_ bytes: [UInt8]) throws {
    let metadata = try ProviderMetadata(parsing: bytes, issuer: issuer)
    let addresses =
      [metadata.authorization, metadata.token, metadata.keys]
      + [metadata.userInfo, metadata.endSession].compactMap { $0 }
    for address in addresses {
      try expect(
        address.lowercased().hasPrefix("https://")
          && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
        "“\(address)” is accepted")
    }
  }

  /// Checks key sets: only the key that signed a token verifies it.
  static func keySet(_ bytes: [UInt8]) throws {
    let keys = try JSONWebKeySet(parsing: bytes).keys
    try expect(keys.count <= JSONWebKeySet.maxKeys, "\(keys.count) keys are accepted")
    let token = try SignedToken(parsing: token)
    guard token.payload(verifiedWith: keys) != nil else { return }
    try expect(
      String(decoding: bytes, as: UTF8.self).contains(x), "a key of another signer verifies a token"
    )
  }

  private static func signers() throws -> JSONWebKeySet {
    try JSONWebKeySet(
      parsing: Array(
        #"{"keys":[{"kty":"RSA","n":"\#(modulus)","e":"AQAB"},{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}]}"#
          .utf8))
  }

  // Public keys whose secret halves were not kept, and the content that they signed.
  private static let modulus =
    "liE1rZTr03R1EDmWIhAhu21Q8jaGQt10pdM2cL71E_ZGvsYvgrV1EM9M6dff533-"
    + "25kCJrCXARK5pXL0DxLRPph0kb_T8AX3CtSYC0s7aagpesIXCJLYnlfDcFuIQktQDkg1BGJjrD4YmplnNXtpwVlcun"
    + "0ZYJH1O1LZKUpeAx8DMh1ghWKNjhz82oHuUbmMthWEVZ0FCtr7HneAEQv7AY1m0tsgiIuScbe07VE1GHNVrBVXBbf3"
    + "HZiKqaKhol1ftE1kA5Q6M2LjIfaTQhAPyJtZbw0q0z6dqEhaS2cbEzxnX1SI_ctnOoM6O21kXRSt6B8_lMeuJVpiVu"
    + "g6AeX4pw"
  private static let x = "WHWIIWQyHGQXFM35ovX2yVQ40MhHUam4wF_xZvyId3Y"
  private static let y = "_-Zpqlbq5Azvazx95_SzepWD__Ceim5T013fDMHoSr8"
  private static let signed =
    #"{"iss":"https://a.example","aud":"standups","sub":"u-1","exp":1790000300,"iat":1789999999,"#
    + #""nonce":"n-1","name":"Dana","email":"dana@a.example","email_verified":true,"groups":["web""#
    + #","sre"]}"#
  private static let token =
    "eyJhbGciOiJFUzI1NiIsImtpZCI6ImVjIn0.eyJpc3MiOiJodHRwczovL2EuZXhhbXBsZSIsImF1ZCI6InN0YW5kdX"
    + "BzIiwic3ViIjoidS0xIiwiZXhwIjoxNzkwMDAwMzAwLCJpYXQiOjE3ODk5OTk5OTksIm5vbmNlIjoibi0xIiwibmFt"
    + "ZSI6IkRhbmEiLCJlbWFpbCI6ImRhbmFAYS5leGFtcGxlIiwiZW1haWxfdmVyaWZpZWQiOnRydWUsImdyb3VwcyI6Wy"
    + "J3ZWIiLCJzcmUiXX0.no0tmNEDfCcUUQNWZJpNaD2FzLav1Id9roAJdqiLVjKmpra6lD20TXT5yPl93WpjfVkSXAdw"
    + "PLwXYgipt85j6g"
}

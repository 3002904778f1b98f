import FastJSON
import Testing

@testable import OpenID

@Suite struct PersonClaimsTests {
  private func claims(
    _ json: String, groupsClaim: String = "groups"
  ) throws(ProtocolViolation) -> PersonClaims {
    try PersonClaims(object(Array(json.utf8)), groupsClaim: groupsClaim)
  }

  @Test(arguments: [
    (#"{"groups": ["a", "b"]}"#, "groups", ["a", "b"]),
    (#"{"groups": "a"}"#, "groups", ["a"]),
    (#"{"groups": []}"#, "groups", []),
    (#"{"realm_access": {"roles": ["a"]}}"#, "realm_access.roles", ["a"]),
    (#"{"https://example.com/groups": ["a"]}"#, "https://example.com/groups", ["a"]),
    (#"{"a": {"b": ["nested"]}, "a.b": ["flat"]}"#, "a.b", ["flat"]),
  ]) func groupsAreReadAlongTheirPath(json: String, path: String, groups: [String]) throws {
    #expect(try claims(json, groupsClaim: path).groups == groups)
  }

  @Test(arguments: [
    (#"{}"#, "groups"), (#"{"groups": null}"#, "groups"), (#"{"a": "b"}"#, "a.b"),
    (#"{"a": {}}"#, "a.b"), (#"{"a": {"b": ["c"]}}"#, "a..b"),
  ]) func aMissingClaimIsNotTheSameAsNoGroups(json: String, path: String) throws {
    #expect(try claims(json, groupsClaim: path).groups == nil)
  }

  @Test func aLongNameIsShortenedAtACharacter() throws {
    let name = try claims(#"{"name": "\#(String(repeating: "ä", count: 200))"}"#).name
    #expect(name == String(repeating: "ä", count: 128))
    #expect(try claims(#"{"name": "", "preferred_username": "dana"}"#).name == "dana")
    #expect(try claims(#"{"name": 1}"#).name == nil)
  }

  @Test(arguments: [
    (#"{"email": "a@b", "email_verified": true}"#, "a@b", true),
    (#"{"email": "a@b", "email_verified": "true"}"#, "a@b", true),
    (#"{"email": "a@b", "email_verified": "yes"}"#, "a@b", false),
    (#"{"email": "a@b", "email_verified": 1}"#, "a@b", false),
    (#"{"email": "a@b"}"#, "a@b", false),
    (#"{"email": "a\u0000@b", "email_verified": true}"#, nil, false),
    (#"{"email": "", "email_verified": true}"#, nil, false),
    (#"{"email": ["a@b"], "email_verified": true}"#, nil, false),
  ]) func anAddressIsVerifiedOnlyIfTheProviderSaysSo(
    json: String, email: String?, isVerified: Bool
  ) throws {
    let claims = try claims(json)
    #expect(claims.email == email && claims.isEmailVerified == isVerified)
  }

  @Test func aLongAddressIsIgnored() throws {
    let long = String(repeating: "a", count: 250) + "@b.cd"
    #expect(try claims(#"{"email": "\#(long)", "email_verified": true}"#).email == nil)
    #expect(try claims(#"{"email": "\#(long.dropFirst())"}"#).email == String(long.dropFirst()))
  }

  @Test func theVerificationBelongsToItsAddress() throws {
    var token = try claims(#"{"email": "a@b"}"#)
    token.fill(from: try claims(#"{"email": "c@d", "email_verified": true, "name": "Dana"}"#))
    #expect(token.email == "a@b" && !token.isEmailVerified && token.name == "Dana")
  }
}

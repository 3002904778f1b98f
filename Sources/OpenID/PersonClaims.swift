package import FastJSON

/// The claims about a person in an ID token or in UserInfo (OpenID Connect Core 1.0, section 5.1).
package struct PersonClaims: Hashable, Sendable {
  /// Maximum length of a name, in bytes; a longer one is shortened.
  package static let maxNameBytes = 256
  /// Maximum length of an e-mail address, in bytes; a longer one is ignored.
  package static let maxEmailBytes = 254
  /// Maximum length of the name of a time zone, in bytes; a longer one is ignored.
  package static let maxZoneBytes = 64
  /// Maximum number of groups.
  package static let maxGroups = 1000
  /// Maximum length of a group's name, in bytes.
  package static let maxGroupBytes = 256

  package private(set) var name: String?
  package private(set) var email: String?
  package private(set) var isEmailVerified = false
  package private(set) var zone: String?
  /// nil if the claim is missing, which differs from no groups.
  package private(set) var groups: [String]?

  /// Reads claims; values of the wrong type are ignored, except groups, because missing groups would remove roles.
  ///
  /// - Throws: `ProtocolViolation` if the groups are neither a string nor an array of strings, or exceed their bounds.
  package init(_ claims: [String: JSONTree], groupsClaim: String) throws(ProtocolViolation) {
    name = ["name", "preferred_username"].lazy
      .compactMap { claims[$0]?.text?.prefix(bytes: Self.maxNameBytes) }.first { !$0.isEmpty }
    if let text = claims["email"]?.text, (1...Self.maxEmailBytes).contains(text.utf8.count),
      !text.unicodeScalars.contains(where: \.isControl)
    {
      email = text
      isEmailVerified = [.bool(true), .string("true")].contains(claims["email_verified"])
    }
    if let text = claims["zoneinfo"]?.text, (1...Self.maxZoneBytes).contains(text.utf8.count),
      text.utf8.allSatisfy(\.isVisibleASCII)
    {
      zone = text
    }
    groups = try Self.groups(claims, groupsClaim)
  }

  /// True if UserInfo has nothing to add.
  var isComplete: Bool { name != nil && email != nil && groups != nil }

  /// Adds the claims that are missing. The address and its verification are of one source.
  mutating func fill(from other: PersonClaims) {
    name = name ?? other.name
    zone = zone ?? other.zone
    groups = groups ?? other.groups
    if email == nil { (email, isEmailVerified) = (other.email, other.isEmailVerified) }
  }

  /// The claims with their subject.
  func claims(of subject: String) -> OpenIDClaims {
    OpenIDClaims(
      subject: subject, name: name, email: email, isEmailVerified: isEmailVerified, zone: zone,
      groups: groups ?? [])
  }

  private static func groups(
    _ claims: [String: JSONTree], _ path: String
  ) throws(ProtocolViolation) -> [String]? {
    guard let value = value(claims, path), value.isPresent else { return nil }
    guard let groups = value.text.map({ [$0] }) ?? value.texts else {
      throw ProtocolViolation("the groups in its claims are not strings")
    }
    guard groups.count <= maxGroups, groups.allSatisfy({ $0.utf8.count <= maxGroupBytes }) else {
      throw ProtocolViolation(
        "its claims have more than \(maxGroups) groups, or one longer than \(maxGroupBytes) bytes")
    }
    return groups
  }

  /// The value at a path: a claim of exactly this name, whose dots may be those of a URL, or nested claims.
  private static func value(_ claims: [String: JSONTree], _ path: String) -> JSONTree? {
    if let value = claims[path] { return value }
    var value = JSONTree.object(claims)
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard case .object(let members) = value, let next = members[String(name)] else { return nil }
      value = next
    }
    return value
  }
}

package import FastJSON

/// The checks of an ID token's claims (OpenID Connect Core 1.0, section 3.1.3.7, and 12.2 for a refresh).
package struct IDTokenRules: Sendable {
  /// Accepted difference of the clocks, in seconds.
  static let skew = 60.0
  /// Maximum age of a token that is redeemed, in seconds.
  static let maxAge = 600.0
  /// Maximum number of audiences.
  static let maxAudiences = 32
  /// Maximum length of a subject, in bytes.
  static let maxSubjectBytes = 255

  /// The request from which a token comes.
  package enum Purpose: Hashable, Sendable {
    /// A sign-in that sent this nonce.
    case redemption(nonce: String)
    /// A refresh for this subject.
    case refresh(subject: String)
  }

  var issuer: String
  var clientID: String
  var purpose: Purpose
  /// Time of the check, in milliseconds since 1970.
  var nowMs: Int64

  package init(issuer: String, clientID: String, purpose: Purpose, nowMs: Int64) {
    self.issuer = issuer
    self.clientID = clientID
    self.purpose = purpose
    self.nowMs = nowMs
  }

  /// Checks the claims of a token whose signature is valid.
  ///
  /// - Returns: the subject.
  package func subject(of claims: [String: JSONTree]) throws(ProtocolViolation) -> String {
    guard let named = claims["iss"]?.text, named.hasSameBytes(as: issuer) else {
      throw ProtocolViolation("its ID token is from another issuer")
    }
    try checkAudience(claims)
    try checkTimes(claims)
    let subject = try Self.subject(in: claims, of: "its ID token")
    switch purpose {
    case .redemption(let nonce):
      guard let sent = claims["nonce"]?.text, sent.hasSameBytesInConstantTime(as: nonce) else {
        throw ProtocolViolation("its ID token is for another sign-in (nonce)")
      }
    case .refresh(let expected):
      guard subject.hasSameBytes(as: expected) else {
        throw ProtocolViolation("its ID token is for another person")
      }
    }
    return subject
  }

  /// The subject in the claims of a token or of UserInfo.
  static func subject(
    in claims: [String: JSONTree], of place: String
  ) throws(ProtocolViolation) -> String {
    guard let subject = claims["sub"]?.text, (1...maxSubjectBytes).contains(subject.utf8.count),
      subject.utf8.allSatisfy(\.isVisibleASCII)
    else {
      throw ProtocolViolation(
        "“sub” in \(place) is not a string of 1 to \(maxSubjectBytes) visible ASCII characters")
    }
    return subject
  }

  private func checkAudience(_ claims: [String: JSONTree]) throws(ProtocolViolation) {
    let audiences = claims["aud"]?.text.map { [$0] } ?? claims["aud"]?.texts ?? []
    guard audiences.count <= Self.maxAudiences,
      audiences.contains(where: { $0.hasSameBytes(as: clientID) })
    else { throw ProtocolViolation("its ID token is for another client (aud)") }
    guard let party = claims["azp"], party.isPresent else {
      guard audiences.count == 1 else {
        throw ProtocolViolation("its ID token has several audiences and no “azp”")
      }
      return
    }
    guard let name = party.text, name.hasSameBytes(as: clientID) else {
      throw ProtocolViolation("its ID token was issued to another client (azp)")
    }
  }

  private func checkTimes(_ claims: [String: JSONTree]) throws(ProtocolViolation) {
    let now = Double(nowMs) / 1000
    let clocks = "check the clocks of both servers"
    guard let end = claims["exp"]?.double, let issued = claims["iat"]?.double else {
      throw ProtocolViolation("its ID token lacks “exp” or “iat”")
    }
    guard now < end + Self.skew else {
      throw ProtocolViolation("its ID token has expired; \(clocks)")
    }
    guard issued <= now + Self.skew else {
      throw ProtocolViolation("its ID token was issued in the future; \(clocks)")
    }
    if case .redemption = purpose, issued + Self.maxAge < now {
      throw ProtocolViolation("its ID token was issued more than 10 minutes ago; \(clocks)")
    }
    guard let start = claims["nbf"], start.isPresent else { return }
    guard let seconds = start.double, seconds <= now + Self.skew else {
      throw ProtocolViolation("its ID token is not valid yet (nbf); \(clocks)")
    }
  }
}

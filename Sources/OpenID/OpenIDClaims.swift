/// Claims of a provider about a person: verified and bounded.
public struct OpenIDClaims: Hashable, Sendable {
  /// Identifier of the person at the issuer, 1 to 255 visible ASCII characters.
  public var subject: String
  /// Name of the person, at most 256 bytes; nil if the provider reports none.
  public var name: String?
  /// E-mail address, at most 254 bytes; nil if the provider reports none.
  public var email: String?
  /// True if the provider asserts that the address belongs to the person.
  public var isEmailVerified: Bool
  /// Name of the person's time zone, at most 64 bytes, not yet looked up; nil if the provider reports none.
  public var zone: String?
  /// Groups of the person: at most 1000, each at most 256 bytes. Compare them byte by byte.
  public var groups: [String]

  /// Creates claims, for example in a test.
  public init(
    subject: String, name: String? = nil, email: String? = nil, isEmailVerified: Bool = false,
    zone: String? = nil, groups: [String] = []
  ) {
    self.subject = subject
    self.name = name
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.zone = zone
    self.groups = groups
  }
}

/// The result of a sign-in or a refresh.
public struct OpenIDGrant: Sendable {
  /// Verified claims about the person.
  public var claims: OpenIDClaims
  /// Token for the next refresh, at most 8192 bytes; nil if the provider issued none.
  public var refreshToken: String?

  /// Creates a grant, for example in a test.
  public init(claims: OpenIDClaims, refreshToken: String?) {
    self.claims = claims
    self.refreshToken = refreshToken
  }
}

/// The reason why a sign-in or a refresh failed.
public struct OpenIDError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// The provider could not be reached, did not answer in time, or reports a temporary failure.
    case unavailable
    /// The provider rejected the request: the person is not permitted, or no longer permitted, to sign in.
    case rejected
    /// The answer violates the protocol or does not match the settings; nothing in it is trusted.
    case invalid
  }
  /// Kind of failure, for programs.
  public var code: Code
  /// A sentence for the person, without secrets and tokens.
  public var message: String
  /// Refresh token for the next attempt, if the provider had already replaced the old one when a refresh failed, for
  /// example because UserInfo was unavailable. A provider may reject the old one from then on.
  public var refreshToken: String?

  /// Creates an error with a sentence for the person.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message, so that a log never contains the token.
  public var description: String { "\(code.rawValue): \(message)" }
}

import Foundation
import WebClient

/// An OpenID Connect provider, as the operator configured it.
public struct OpenIDProvider: Hashable, Sendable {
  /// Name in paths: 1 to 32 of a to z, 0 to 9 and hyphens, beginning with a letter.
  public var name: String
  /// Name on the page's button, at most 64 bytes.
  public var label: String
  /// Issuer identifier, an https URL, compared byte by byte. http is permitted for loopback hosts.
  public var issuer: String
  /// Identifier that the provider assigned to this installation.
  public var clientID: String
  /// Secret of the client; nil for a public client, which only PKCE protects.
  public var clientSecret: String?
  /// Requested scopes; `openid` is one of them.
  public var scopes: [String]
  /// Claim with the person's groups; dots lead into nested claims, as in `realm_access.roles`.
  public var groupsClaim: String
  /// Further parameters of the authorization request, such as `access_type=offline`.
  public var parameters: [String: String]

  /// Scopes if the operator configured none.
  public static let defaultScopes = ["openid", "profile", "email", "offline_access"]
  /// Claim with the groups if the operator configured none.
  public static let defaultGroupsClaim = "groups"

  /// Creates a provider; `problem` checks it.
  public init(
    name: String, label: String, issuer: String, clientID: String, clientSecret: String? = nil,
    scopes: [String] = Self.defaultScopes, groupsClaim: String = Self.defaultGroupsClaim,
    parameters: [String: String] = [:]
  ) {
    self.name = name
    self.label = label
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scopes = scopes
    self.groupsClaim = groupsClaim
    self.parameters = parameters
  }

  /// The first problem of the settings, as a sentence without the secret; nil if all are valid.
  public var problem: String? {
    if !Self.isName(name) {
      return
        "Invalid name “\(name.prefix(40))”; expected 1 to 32 of a to z, 0 to 9 and “-”, beginning with a letter."
    }
    if !(1...64).contains(label.utf8.count) || label.unicodeScalars.contains(where: \.isControl) {
      return "Invalid label of “\(name)”; expected 1 to 64 bytes without control characters."
    }
    if let problem = Self.problem(ofIssuer: issuer) {
      return "The issuer of “\(name)” \(problem)"
    }
    if !(1...256).contains(clientID.utf8.count) || !clientID.utf8.allSatisfy(\.isVisibleASCII) {
      return "Invalid client id of “\(name)”; expected 1 to 256 visible ASCII characters."
    }
    if let clientSecret, !(1...1024).contains(clientSecret.utf8.count) {
      return "Invalid client secret of “\(name)”; expected 1 to 1024 bytes."
    }
    if !scopes.contains("openid") || scopes.count > 32 || !scopes.allSatisfy(Self.isScope) {
      return
        "Invalid scopes of “\(name)”; expected at most 32 scopes of visible ASCII characters, one of them “openid”."
    }
    if !(1...128).contains(groupsClaim.utf8.count)
      || groupsClaim.unicodeScalars.contains(where: \.isControl)
    {
      return
        "Invalid groups claim of “\(name)”; expected 1 to 128 bytes, such as “groups” or “realm_access.roles”."
    }
    if parameters.count > 16 {
      return "Too many parameters of “\(name)”; maximum: 16."
    }
    if let parameter = parameters.keys.sorted().first(where: { !Self.isParameter($0) }) {
      return
        "Invalid parameter “\(parameter.prefix(40))” of “\(name)”; expected 1 to 64 letters, digits and “-._”, and none that the gateway sets itself."
    }
    if let invalid = parameters.sorted(by: { $0.key < $1.key }).first(where: {
      $0.value.utf8.count > 512 || $0.value.unicodeScalars.contains(where: \.isControl)
    }) {
      return
        "Invalid value of the parameter “\(invalid.key)” of “\(name)”; expected at most 512 bytes without control characters."
    }
    return nil
  }

  /// Returns true for the name of a provider.
  public static func isName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, bytes.count <= 32 else { return false }
    func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    return isLetter(first)
      && bytes.allSatisfy {
        isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  /// Parameters that the client sets itself, or that would replace them (RFC 9101).
  private static let ownParameters: Set = [
    "client_id", "client_secret", "code_challenge", "code_challenge_method", "nonce",
    "redirect_uri", "request", "request_uri", "response_mode", "response_type", "scope", "state",
  ]

  /// Returns true for the name of a parameter that the operator may add.
  private static func isParameter(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && !ownParameters.contains(name)
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "-._".unicodeScalars.contains($0)
      }
  }

  /// A scope token (RFC 6749 section 3.3).
  private static func isScope(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        $0.isVisibleASCII && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
  }

  /// The problem of an issuer, as the end of a sentence (OpenID Connect Discovery 1.0, section 2); nil if it is valid.
  private static func problem(ofIssuer issuer: String) -> String? {
    if let problem = HTTPAddress.problem(issuer) { return problem }
    if issuer.utf8.contains(UInt8(ascii: "?")) { return "has a query (?…); remove it." }
    if ProviderAddress.isEncrypted(issuer) || ProviderAddress.isLoopback(issuer) { return nil }
    return "is not encrypted; expected an https URL. Only a loopback host may use http."
  }
}

// MARK: Messages

extension OpenIDProvider {
  /// The error for a provider that did not answer.
  ///
  /// - Parameter cause: a sentence.
  func unavailable(_ cause: String) -> OpenIDError {
    OpenIDError(
      .unavailable, "\(label) is unavailable. \(cause) Try again in a minute.")
  }

  /// The error for an answer that violates the protocol.
  ///
  /// - Parameter cause: the violation, as the end of a sentence.
  func invalid(_ cause: String) -> OpenIDError {
    OpenIDError(
      .invalid, "Signing in with \(label) failed because \(cause). Ask your administrator for help."
    )
  }

  /// The error for a person whom the provider rejects.
  func rejected(_ code: String) -> OpenIDError {
    OpenIDError(
      .rejected,
      "\(label) rejected the sign-in (\(code)). Sign in again; if that fails, ask your administrator for access."
    )
  }
}

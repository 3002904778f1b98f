import CCrypto
import Foundation
public import WebClient

/// The client of one OpenID Connect provider: authorization code flow with PKCE, refresh and logout.
///
/// It sends requests only through the closure that it was given, which must not follow redirects, and trusts nothing
/// in an answer before it was checked.
///
/// ```swift
/// let http = try HTTPClient(limits: OpenIDClient.limits)
/// let client = OpenIDClient(provider, send: { await http.send($0) }, nowMs: { now })
/// let url = try await client.authorization(
///   redirect: redirect, state: state, nonce: nonce, verifier: verifier)
/// // The browser returns from the provider with a code.
/// let grant = try await client.redeem(
///   code: code, redirect: redirect, nonce: nonce, verifier: verifier)
/// ```
public actor OpenIDClient {
  /// Timeouts of a request to a provider, and the size of the answers that are read: 256 KiB.
  public static let limits = HTTPLimits(
    connectMs: 5000, totalMs: 10_000, keptBytes: Answer.maxBytes, readBytes: Answer.maxBytes)
  /// Maximum length of an authorization code, in bytes.
  public static let maxCodeBytes = 4096

  let provider: OpenIDProvider
  let send: @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>
  let nowMs: @Sendable () -> Int64

  /// The provider's configuration, once it was read.
  var metadata = CachedMetadata()
  /// The provider's keys, once they were read.
  var keys = CachedKeys()

  /// Creates a client; nothing is sent before the first call.
  ///
  /// - Parameters:
  ///   - provider: settings of which `problem` is nil; with others, every call throws.
  ///   - send: sends a request and follows no redirects, such as `HTTPClient.send` with `limits`.
  ///   - nowMs: the wall clock, in milliseconds since 1970.
  public init(
    _ provider: OpenIDProvider,
    send: @escaping @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPFailure>,
    nowMs: @escaping @Sendable () -> Int64
  ) {
    self.provider = provider
    self.send = send
    self.nowMs = nowMs
  }

  /// URL of the authorization request (RFC 6749 section 4.1.1, RFC 7636, OpenID Connect Core 1.0 section 3.1.2.1).
  ///
  /// - Parameters:
  ///   - redirect: URL to which the provider sends the browser back.
  ///   - state: random value that binds the answer to the browser.
  ///   - nonce: random value that binds the ID token to this sign-in.
  ///   - verifier: random value of 43 to 128 letters, digits and `-._~`; its SHA-256 is in the URL.
  /// - Throws: `OpenIDError` if the provider's configuration cannot be read or used.
  public func authorization(
    redirect: String, state: String, nonce: String, verifier: String
  ) async throws(OpenIDError) -> String {
    let metadata = try await currentMetadata()
    // A provider without refresh tokens, such as Google, rejects a request for them. Others, such as LemonLDAP::NG,
    // issue them and do not list the scope: the scopes that the operator configured remain.
    let isFiltered = metadata.lacksOfflineAccess && provider.scopes == OpenIDProvider.defaultScopes
    let scopes = provider.scopes.filter { !isFiltered || $0 != "offline_access" }
    return FormEncoding.url(
      metadata.authorization,
      adding: [
        ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", redirect),
        ("scope", scopes.joined(separator: " ")), ("state", state), ("nonce", nonce),
        ("code_challenge", Self.challenge(of: verifier)), ("code_challenge_method", "S256"),
      ] + provider.parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  /// Redeems an authorization code, verifies the ID token, and adds claims from UserInfo that the ID token lacks.
  ///
  /// - Parameters:
  ///   - redirect: the same URL as in the authorization request.
  ///   - nonce: the same value as in the authorization request, which the ID token must repeat.
  ///   - verifier: the value whose SHA-256 was in the authorization request.
  /// - Throws: `OpenIDError`.
  public func redeem(
    code: String, redirect: String, nonce: String, verifier: String
  ) async throws(OpenIDError) -> OpenIDGrant {
    guard (1...Self.maxCodeBytes).contains(code.utf8.count) else {
      throw provider.invalid("its code is empty or longer than \(Self.maxCodeBytes) bytes")
    }
    let metadata = try await currentMetadata()
    let tokens = try await tokens(
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
        ("code_verifier", verifier),
      ], metadata)
    guard let idToken = tokens.idToken else {
      throw provider.invalid("it returned no ID token; the client may lack the scope “openid”")
    }
    let verified = try await verified(idToken, for: .redemption(nonce: nonce), metadata)
    let person = try await completed(verified.person, verified.subject, tokens, metadata)
    return OpenIDGrant(
      claims: person.claims(of: verified.subject), refreshToken: tokens.refreshToken)
  }

  /// Refreshes the claims of a signed-in person. Issuer, audience and subject must be the same as before.
  ///
  /// - Parameters:
  ///   - token: the latest refresh token of the person.
  ///   - subject: the subject of the claims from the sign-in.
  /// - Returns: the claims, and the new refresh token, or the old one if the provider did not replace it.
  /// - Throws: `OpenIDError`, whose `refreshToken` replaces the old one if it is present.
  public func refresh(_ token: String, subject: String) async throws(OpenIDError) -> OpenIDGrant {
    let metadata = try await currentMetadata()
    let tokens = try await tokens(
      [("grant_type", "refresh_token"), ("refresh_token", token)], metadata, isRefresh: true)
    do throws(OpenIDError) {
      var person: PersonClaims?
      if let idToken = tokens.idToken {
        person = try await verified(idToken, for: .refresh(subject: subject), metadata).person
      }
      let whole = try await completed(person, subject, tokens, metadata)
      return OpenIDGrant(
        claims: whole.claims(of: subject), refreshToken: tokens.refreshToken ?? token)
    } catch {
      var error = error
      error.refreshToken = tokens.refreshToken
      throw error
    }
  }

  /// Returns true if the provider names itself in each response that the browser brings (RFC 9207), so that a response
  /// without `iss` is not one of this provider; false if it was never reached.
  public func namesIssuer() -> Bool { metadata.latest?.namesIssuer ?? false }

  /// URL of the provider's logout (OpenID Connect RP-Initiated Logout 1.0).
  ///
  /// - Parameter returnTo: URL to which the provider sends the browser afterwards.
  /// - Returns: nil if the provider has no logout, or was never reached.
  public func logout(returnTo: String) -> String? {
    metadata.latest?.endSession.map {
      FormEncoding.url(
        $0,
        adding: [("client_id", provider.clientID), ("post_logout_redirect_uri", returnTo)])
    }
  }

  /// The code challenge of a verifier (RFC 7636 section 4.2).
  static func challenge(of verifier: String) -> String {
    let bytes = Array(verifier.utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(bytes, bytes.count, &digest)
    return Base64URL.encode(digest)
  }
}

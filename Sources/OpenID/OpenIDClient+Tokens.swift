import FastJSON
import Foundation
import WebClient

/// The token endpoint and UserInfo.
extension OpenIDClient {
  /// Sends a request to the token endpoint, with the authentication of the client (RFC 6749 section 2.3.1).
  ///
  /// - Parameter isRefresh: whether status 400 without an error code rejects the person: some providers, such as
  ///   Glewlwyd, answer a revoked refresh token in this way.
  func tokens(
    _ fields: [(name: String, value: String)], _ metadata: ProviderMetadata,
    isRefresh: Bool = false
  ) async throws(OpenIDError) -> TokenResponse {
    var fields = fields
    var headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
    if let secret = provider.clientSecret, !metadata.postsSecret {
      let pair = "\(FormEncoding.encode(provider.clientID)):\(FormEncoding.encode(secret))"
      headers.append(
        HTTPHeader("Authorization", "Basic \(Data(pair.utf8).base64EncodedString())"))
    } else {
      fields.append(("client_id", provider.clientID))
      if let secret = provider.clientSecret { fields.append(("client_secret", secret)) }
    }
    let response = try await answer(
      HTTPRequest(
        url: metadata.token, headers: headers, body: Data(FormEncoding.encode(fields).utf8)),
      from: "token endpoint")
    guard response.status == 200 else { throw refusal(response, isRefresh: isRefresh) }
    return try checked { () throws(ProtocolViolation) in try TokenResponse(parsing: response.body) }
  }

  /// The error for an answer of the token endpoint with another status than 200.
  private func refusal(_ response: HTTPResponse, isRefresh: Bool) -> OpenIDError {
    switch TokenResponse.errorCode(response.body) {
    case "invalid_grant"?: provider.rejected("invalid_grant")
    case "access_denied"?: provider.rejected("access_denied")
    case "temporarily_unavailable"?, "server_error"?:
      provider.unavailable("Its token endpoint reports a temporary failure.")
    case let code?:
      provider.invalid(
        "its token endpoint reports “\(code)”; check the client id and the client secret")
    case nil where isRefresh && response.status == 400: provider.rejected("status 400")
    case nil: provider.invalid("its token endpoint answered with status \(response.status)")
    }
  }

  /// Verifies an ID token: its signature first, then its claims.
  func verified(
    _ text: String, for purpose: IDTokenRules.Purpose, _ metadata: ProviderMetadata
  ) async throws(OpenIDError) -> (subject: String, person: PersonClaims) {
    let token = try checked { () throws(ProtocolViolation) in try SignedToken(parsing: text) }
    let claims = try await signedClaims(of: token, metadata)
    let rules = IDTokenRules(
      issuer: provider.issuer, clientID: provider.clientID, purpose: purpose, nowMs: nowMs())
    return try checked { () throws(ProtocolViolation) in
      (
        try rules.subject(of: claims),
        try PersonClaims(claims, groupsClaim: provider.groupsClaim)
      )
    }
  }

  /// Adds claims from UserInfo to those of the ID token, if some are missing.
  ///
  /// - Parameter person: claims of the ID token; nil if a refresh returned none, which makes UserInfo mandatory.
  func completed(
    _ person: PersonClaims?, _ subject: String, _ tokens: TokenResponse,
    _ metadata: ProviderMetadata
  ) async throws(OpenIDError) -> PersonClaims {
    if let person, person.isComplete || metadata.userInfo == nil { return person }
    guard let endpoint = metadata.userInfo else {
      throw provider.invalid("it returned no ID token for a refresh and has no UserInfo endpoint")
    }
    let more = try await userInfo(endpoint, tokens.accessToken, subject)
    guard var person else { return more }
    person.fill(from: more)
    return person
  }

  /// Reads UserInfo (OpenID Connect Core 1.0, section 5.3), which must be about the same person.
  private func userInfo(
    _ url: String, _ token: String, _ subject: String
  ) async throws(OpenIDError) -> PersonClaims {
    let response = try await answer(
      HTTPRequest(url: url, headers: [HTTPHeader("Authorization", "Bearer \(token)")]),
      from: "UserInfo endpoint")
    switch response.status {
    case 200: break
    // The token was issued a moment ago, so the person has lost access since then (RFC 6750 section 3.1).
    case 401: throw provider.rejected("UserInfo: status 401")
    default:
      throw provider.invalid("its UserInfo endpoint answered with status \(response.status)")
    }
    return try checked { () throws(ProtocolViolation) in
      guard let claims = Answer.object(response.body) else {
        throw ProtocolViolation(
          "its UserInfo is not a JSON object; signed UserInfo is not supported")
      }
      guard try IDTokenRules.subject(in: claims, of: "UserInfo").hasSameBytes(as: subject) else {
        throw ProtocolViolation("its UserInfo is about another person")
      }
      return try PersonClaims(claims, groupsClaim: provider.groupsClaim)
    }
  }
}

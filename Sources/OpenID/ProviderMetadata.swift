import FastJSON
import Foundation

/// The configuration that a provider publishes (OpenID Connect Discovery 1.0, section 3).
package struct ProviderMetadata: Hashable, Sendable {
  /// Endpoint to which the browser is sent.
  package let authorization: String
  /// Endpoint that issues tokens.
  package let token: String
  /// Address of the key set.
  package let keys: String
  /// Endpoint of UserInfo; nil if the provider has none.
  package let userInfo: String?
  /// Endpoint of logout; nil if the provider has none.
  package let endSession: String?
  /// True if the client sends its secret in the body of a request (`client_secret_post`), because the provider does not
  /// accept it in the header.
  let postsSecret: Bool
  /// True if the provider lists its scopes without `offline_access`, and may reject a request for it.
  let lacksOfflineAccess: Bool
  /// True if the provider names itself in each response that the browser brings (RFC 9207, section 3).
  let namesIssuer: Bool

  /// Parses a document.
  ///
  /// - Parameter issuer: the configured issuer, which the document must repeat byte by byte.
  /// - Throws: `ProtocolViolation` if it is not for this issuer, or if we cannot use the provider.
  package init(parsing bytes: some Collection<UInt8>, issuer: String) throws(ProtocolViolation) {
    guard let members = Answer.object(bytes) else {
      throw ProtocolViolation("its configuration is not a JSON object")
    }
    guard let named = members["issuer"]?.text, named.hasSameBytes(as: issuer) else {
      throw ProtocolViolation(
        "its configuration is for another issuer than the configured one, which must be equal byte by byte"
      )
    }
    authorization = try Self.required("authorization_endpoint", members, issuer)
    token = try Self.required("token_endpoint", members, issuer)
    keys = try Self.required("jwks_uri", members, issuer)
    userInfo = try Self.endpoint("userinfo_endpoint", members, issuer)
    endSession = try Self.endpoint("end_session_endpoint", members, issuer)
    let methods = try Self.list("token_endpoint_auth_methods_supported", members)
    postsSecret =
      methods.map { $0.contains("client_secret_post") && !$0.contains("client_secret_basic") }
      ?? false
    lacksOfflineAccess =
      try Self.list("scopes_supported", members).map { !$0.contains("offline_access") } ?? false
    namesIssuer = members["authorization_response_iss_parameter_supported"] == .bool(true)
    if let methods = try Self.list("code_challenge_methods_supported", members),
      !methods.contains("S256")
    {
      throw ProtocolViolation("it does not support PKCE with S256, which Standups requires")
    }
    if let algorithms = try Self.list("id_token_signing_alg_values_supported", members),
      !algorithms.contains(where: { SigningAlgorithm(rawValue: $0) != nil })
    {
      throw ProtocolViolation(
        "it signs ID tokens with none of \(SigningAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
  }

  private static func required(
    _ name: String, _ members: [String: JSONTree], _ issuer: String
  ) throws(ProtocolViolation) -> String {
    guard let url = try endpoint(name, members, issuer) else {
      throw ProtocolViolation("its configuration has no “\(name)”")
    }
    return url
  }

  private static func endpoint(
    _ name: String, _ members: [String: JSONTree], _ issuer: String
  ) throws(ProtocolViolation) -> String? {
    guard let value = members[name], value.isPresent else { return nil }
    guard let url = value.text, ProviderAddress.permits(url, of: issuer) else {
      throw ProtocolViolation("“\(name)” in its configuration is not a valid https URL")
    }
    return url
  }

  private static func list(
    _ name: String, _ members: [String: JSONTree]
  ) throws(ProtocolViolation) -> [String]? {
    guard let value = members[name], value.isPresent else { return nil }
    guard let texts = value.texts else {
      throw ProtocolViolation("“\(name)” in its configuration is not a list of strings")
    }
    return texts
  }
}

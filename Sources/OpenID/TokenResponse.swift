import FastJSON

/// The answer of a token endpoint (RFC 6749 section 5, OpenID Connect Core 1.0 section 3.1.3.3).
package struct TokenResponse: Sendable {
  /// Maximum length of an access or refresh token, in bytes.
  package static let maxTokenBytes = 8192
  /// Maximum length of an error code in a message, in bytes.
  static let maxErrorBytes = 100

  let accessToken: String
  let idToken: String?
  let refreshToken: String?

  /// Parses the body of an answer with status 200.
  package init(parsing bytes: some Collection<UInt8>) throws(ProtocolViolation) {
    guard let members = Answer.object(bytes) else {
      throw ProtocolViolation("the answer of its token endpoint is not a JSON object")
    }
    guard members["token_type"]?.text?.lowercased() == "bearer" else {
      throw ProtocolViolation("its token endpoint returned tokens of another type than Bearer")
    }
    guard let access = try Self.token("access_token", members, mayHaveSpaces: false) else {
      throw ProtocolViolation("its token endpoint returned no access token")
    }
    accessToken = access
    refreshToken = try Self.token("refresh_token", members, mayHaveSpaces: true)
    guard let idToken = members["id_token"], idToken.isPresent else {
      self.idToken = nil
      return
    }
    guard let text = idToken.text else {
      throw ProtocolViolation("its ID token is not a string")
    }
    self.idToken = text
  }

  /// A token, which fits into a header or a form: at most 8192 ASCII characters (RFC 6749 appendix A.12, A.17).
  private static func token(
    _ name: String, _ members: [String: JSONTree], mayHaveSpaces: Bool
  ) throws(ProtocolViolation) -> String? {
    guard let value = members[name], value.isPresent else { return nil }
    guard let token = value.text, (1...maxTokenBytes).contains(token.utf8.count),
      token.utf8.allSatisfy({ $0.isVisibleASCII || mayHaveSpaces && $0 == 0x20 })
    else {
      throw ProtocolViolation(
        "“\(name)” of its token endpoint is not a string of 1 to \(maxTokenBytes) ASCII characters")
    }
    return token
  }

  /// The error code of an answer, reduced to the permitted characters (RFC 6749 section 5.2); nil if it has none.
  package static func errorCode(_ bytes: some Collection<UInt8>) -> String? {
    guard let code = Answer.object(bytes)?["error"]?.text else { return nil }
    let permitted = code.utf8.lazy.filter {
      (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }.prefix(maxErrorBytes)
    return permitted.isEmpty ? nil : String(decoding: Array(permitted), as: UTF8.self)
  }
}

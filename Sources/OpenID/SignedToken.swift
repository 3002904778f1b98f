import CJose
package import FastJSON

/// A signed token in compact form (RFC 7515 section 3.1) whose header was checked, but not yet its signature.
package struct SignedToken: Sendable {
  /// Maximum size of a token, in bytes.
  package static let maxBytes = 32 << 10
  /// Maximum length of a key id, in bytes.
  static let maxKeyIDBytes = 512

  private let compact: String
  /// Algorithm in the header; `verify` uses only keys of its kind.
  let algorithm: SigningAlgorithm
  /// Key id in the header; nil if it has none.
  let keyID: String?

  /// Checks the form and the header of a token.
  ///
  /// - Throws: `ProtocolViolation`, also for an algorithm that is not in `SigningAlgorithm`, and for header
  ///   extensions (`crit`), none of which we know.
  package init(parsing text: String) throws(ProtocolViolation) {
    guard text.utf8.count <= Self.maxBytes else {
      throw ProtocolViolation("its ID token is longer than \(Self.maxBytes) bytes")
    }
    let parts = text.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }),
      let header = Base64URL.decode(parts[0]), Base64URL.decode(parts[1]) != nil,
      let signature = Base64URL.decode(parts[2])
    else { throw ProtocolViolation("its ID token is not a signed token in compact form") }
    guard let members = Answer.object(header) else {
      throw ProtocolViolation("the header of its ID token is not a JSON object")
    }
    guard let name = members["alg"]?.text, let algorithm = SigningAlgorithm(rawValue: name) else {
      throw ProtocolViolation(
        "its ID token is not signed with one of \(SigningAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
    guard members["crit"] == nil else {
      throw ProtocolViolation("its ID token requires an unknown extension (crit)")
    }
    // cjose accepts signatures on curves of any length.
    if let half = algorithm.key.coordinateBytes, signature.count != 2 * half {
      throw ProtocolViolation("the signature of its ID token has a wrong length")
    }
    if let value = members["kid"], value.isPresent {
      guard let id = value.text, id.utf8.count <= Self.maxKeyIDBytes else {
        throw ProtocolViolation(
          "the key id of its ID token is not a string of at most \(Self.maxKeyIDBytes) bytes")
      }
      keyID = id
    } else {
      keyID = nil
    }
    compact = text
    self.algorithm = algorithm
  }

  /// The claims, if one of the keys that may have signed the token verifies its signature.
  ///
  /// - Returns: nil if none does.
  /// - Throws: `ProtocolViolation` if the signature is valid but the content is not a JSON object.
  package func claims(verifiedWith keys: JSONWebKeySet) throws(ProtocolViolation)
    -> [String: JSONTree]?
  {
    guard let payload = payload(verifiedWith: keys.candidates(for: self)) else { return nil }
    guard let members = Answer.object(payload) else {
      throw ProtocolViolation("the content of its ID token is not a JSON object")
    }
    return members
  }

  /// The signed bytes, as cjose verified them.
  package func payload(verifiedWith keys: [JSONWebKey]) -> [UInt8]? {
    guard !keys.isEmpty, let signature = CompactSignature(compact),
      signature.uses(algorithm)
    else { return nil }
    guard keys.contains(where: { signature.isVerified(with: $0) }) else { return nil }
    return signature.payload
  }
}

/// A signature of cjose; its memory is freed with this value.
private struct CompactSignature: ~Copyable {
  private let pointer: OpaquePointer

  /// Imports a token, whose parts are valid Base64 for URLs.
  ///
  /// - Returns: nil if cjose rejects it.
  init?(_ compact: String) {
    guard let pointer = compact.withCString({ cjose_jws_import($0, compact.utf8.count, nil) })
    else {
      return nil
    }
    self.pointer = pointer
  }

  deinit { cjose_jws_release(pointer) }

  /// True if cjose reads the same algorithm in the header as we do.
  func uses(_ algorithm: SigningAlgorithm) -> Bool {
    guard let header = cjose_jws_get_protected(pointer),
      let name = cjose_header_get(header, "alg", nil)
    else { return false }
    return String(cString: name) == algorithm.rawValue
  }

  func isVerified(with key: JSONWebKey) -> Bool {
    defer { ccjose_forget_errors() }
    return cjose_jws_verify(pointer, key.pointer, nil)
  }

  var payload: [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard cjose_jws_get_plaintext(pointer, &bytes, &count, nil), let bytes else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

import FastJSON

/// The public keys of a provider (RFC 7517 section 5) that can verify ID tokens.
package struct JSONWebKeySet: Sendable {
  /// Maximum number of keys in a document, including those that are ignored.
  package static let maxKeys = 100

  package let keys: [JSONWebKey]

  /// Parses a document, and ignores keys that we cannot use.
  ///
  /// - Throws: `ProtocolViolation` if it is not a key set or has too many keys.
  package init(parsing bytes: some Collection<UInt8>) throws(ProtocolViolation) {
    guard case .array(let elements)? = Answer.object(bytes)?["keys"] else {
      throw ProtocolViolation("its key set is not a JSON object with “keys”")
    }
    guard elements.count <= Self.maxKeys else {
      throw ProtocolViolation("its key set has more than \(Self.maxKeys) keys")
    }
    keys = elements.compactMap { element in
      guard case .object(let members) = element else { return nil }
      return JSONWebKey(members)
    }
  }

  /// The keys that may have signed a token: those with its key id, or all that fit its algorithm if it has none.
  func candidates(for token: SignedToken) -> [JSONWebKey] {
    keys.filter { key in
      guard key.fits(token.algorithm) else { return false }
      guard let id = token.keyID else { return true }
      return key.id?.hasSameBytes(as: id) ?? false
    }
  }
}

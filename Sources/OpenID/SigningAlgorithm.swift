/// Signature algorithms of ID tokens (RFC 7518 section 3.1): only those with a public key, so that a provider's public
/// key can never be used as a shared secret, and never `none`.
package enum SigningAlgorithm: String, CaseIterable, Hashable, Sendable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"

  /// Kind of key that the algorithm requires.
  var key: JSONWebKey.Kind {
    switch self {
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa
    case .es256: .p256
    case .es384: .p384
    case .es512: .p521
    }
  }
}

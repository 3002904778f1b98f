import CJose
import FastJSON

/// A public key of a provider (RFC 7517), with its cjose object.
///
/// `@unchecked Sendable`: the cjose object is never changed after the initializer, and OpenSSL locks the values that a
/// verification caches in it.
package final class JSONWebKey: @unchecked Sendable {
  /// A kind of key, with the curve.
  enum Kind: Hashable, Sendable {
    case rsa, p256, p384, p521

    /// Size of a coordinate of a curve, and of half a signature, in bytes (RFC 7518 section 3.4); nil for RSA.
    var coordinateBytes: Int? {
      switch self {
      case .rsa: nil
      case .p256: 32
      case .p384: 48
      case .p521: 66
      }
    }
  }

  /// Sizes of RSA keys that are accepted, in bits.
  static let rsaBits = 2048...8192

  let pointer: OpaquePointer
  let kind: Kind
  /// Identifier of the key; nil if it has none.
  let id: String?
  /// The only algorithm for which the key is intended; nil for all that fit.
  private let algorithm: SigningAlgorithm?

  /// Imports a key from a key set.
  ///
  /// - Returns: nil for a key for another purpose or algorithm, and for an invalid or unsupported one.
  init?(_ members: [String: JSONTree]) {
    if let use = members["use"], use.isPresent, use.text != "sig" { return nil }
    if let operations = members["key_ops"], operations.isPresent,
      operations.texts?.contains("verify") != true
    {
      return nil
    }
    guard let (kind, json) = Self.publicPart(members) else { return nil }
    if let name = members["alg"], name.isPresent {
      guard let algorithm = name.text.flatMap(SigningAlgorithm.init), algorithm.key == kind else {
        return nil
      }
      self.algorithm = algorithm
    } else {
      algorithm = nil
    }
    if let name = members["kid"], name.isPresent {
      guard let id = name.text, id.utf8.count <= SignedToken.maxKeyIDBytes else { return nil }
      self.id = id
    } else {
      id = nil
    }
    self.kind = kind
    defer { ccjose_forget_errors() }
    guard let pointer = json.withCString({ cjose_jwk_import($0, json.utf8.count, nil) }) else {
      return nil
    }
    self.pointer = pointer
  }

  deinit { cjose_jwk_release(pointer) }

  /// True if a token with this algorithm may be verified with the key.
  func fits(_ algorithm: SigningAlgorithm) -> Bool {
    algorithm.key == kind && (self.algorithm == nil || self.algorithm == algorithm)
  }

  /// The JSON of the public key alone, with all values decoded once, which is all that cjose receives.
  private static func publicPart(_ members: [String: JSONTree]) -> (Kind, json: String)? {
    switch members["kty"]?.text {
    case "RSA":
      guard let (modulus, bytes) = number("n", members, maxBytes: rsaBits.upperBound / 8 + 1),
        let (exponent, exponentBytes) = number("e", members, maxBytes: 8),
        rsaBits.contains(bits(bytes)), bits(exponentBytes) > 1,
        exponentBytes.last.map({ $0 & 1 }) == 1
      else { return nil }
      return (.rsa, #"{"kty":"RSA","n":"\#(modulus)","e":"\#(exponent)"}"#)
    case "EC":
      guard let curve = members["crv"]?.text, let kind = kinds[curve],
        let size = kind.coordinateBytes, let (x, xBytes) = number("x", members, maxBytes: size),
        let (y, yBytes) = number("y", members, maxBytes: size), xBytes.count == size,
        yBytes.count == size
      else { return nil }
      return (kind, #"{"kty":"EC","crv":"\#(curve)","x":"\#(x)","y":"\#(y)"}"#)
    default: return nil
    }
  }

  private static let kinds: [String: Kind] = ["P-256": .p256, "P-384": .p384, "P-521": .p521]

  private static func number(
    _ name: String, _ members: [String: JSONTree], maxBytes: Int
  ) -> (String, [UInt8])? {
    guard let text = members[name]?.text, text.utf8.count <= maxBytes * 4 / 3 + 1,
      let bytes = Base64URL.decode(text.utf8), !bytes.isEmpty, bytes.count <= maxBytes
    else { return nil }
    return (text, bytes)
  }

  /// Number of bits without leading zeros.
  private static func bits(_ bytes: [UInt8]) -> Int {
    let significant = bytes.drop { $0 == 0 }
    return significant.count * 8 - (significant.first?.leadingZeroBitCount ?? 0)
  }
}

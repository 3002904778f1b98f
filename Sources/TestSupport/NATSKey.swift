import CCrypto
public import Foundation

/// A NATS key (Ed25519) of an operator, an account or a user: https://github.com/nats-io/nkeys.
public struct NATSKey: Sendable {
  /// Role of the key's owner, which sets the first letter of its public key.
  public enum Role: UInt8, Sendable {
    case operatorRole = 112
    case account = 0
    case user = 160
  }

  private let role: Role
  private let secret: [UInt8]
  private let open: [UInt8]

  /// Generates a key for this role.
  public init(_ role: Role) {
    self.role = role
    var random = SystemRandomNumberGenerator()
    secret = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    open = Self.withKey(secret) { key in
      var bytes = [UInt8](repeating: 0, count: 32)
      var count = bytes.count
      precondition(EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1)
      return bytes
    }
  }

  /// Public key as NATS writes it: Base32 with a checksum.
  public var publicKey: String { Self.encoded([role.rawValue] + open) }

  /// Private key, in the same encoding.
  public var seed: String {
    Self.encoded([144 | role.rawValue >> 5, (role.rawValue & 31) << 3] + secret)
  }

  /// Returns a token that this key has signed (`ed25519-nkey`).
  ///
  /// - Throws: an error of JSON encoding.
  public func token(
    for subject: String, _ claims: [String: Any], expiring: Date? = nil
  ) throws -> String {
    var body: [String: Any] = [
      "jti": UUID().uuidString, "iat": Int(Date().timeIntervalSince1970), "iss": publicKey,
      "sub": subject, "name": "test", "nats": claims,
    ]
    if let expiring { body["exp"] = Int(expiring.timeIntervalSince1970) }
    let parts: [[String: Any]] = [["typ": "JWT", "alg": "ed25519-nkey"], body]
    let text = try parts.map { Self.base64(try JSONSerialization.data(withJSONObject: $0)) }
      .joined(separator: ".")
    return "\(text).\(Self.base64(Data(signature(of: Array(text.utf8)))))"
  }

  private func signature(of bytes: [UInt8]) -> [UInt8] {
    Self.withKey(secret) { key in
      let context = EVP_MD_CTX_new()
      defer { EVP_MD_CTX_free(context) }
      var signature = [UInt8](repeating: 0, count: 64)
      var count = signature.count
      precondition(EVP_DigestSignInit(context, nil, nil, nil, key) == 1)
      precondition(EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1)
      return signature
    }
  }

  private static func withKey<Value>(
    _ secret: [UInt8], _ body: (OpaquePointer?) -> Value
  ) -> Value {
    let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count)
    defer { EVP_PKEY_free(key) }
    return body(key)
  }

  private static func base64(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Encodes bytes with a checksum (CRC-16/XMODEM), in Base32 without padding.
  private static func encoded(_ bytes: [UInt8]) -> String {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
    }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var (text, bits, count) = ("", 0, 0)
    for byte in bytes + [UInt8(sum & 0xff), UInt8(sum >> 8)] {
      bits = bits << 8 & 0xffff | Int(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[bits >> count & 31])
      }
    }
    if count > 0 { text.append(alphabet[bits << (5 - count) & 31]) }
    return text
  }
}

import CCrypto
import Foundation

/// A generated secret in plain form, for its recipient. Only its hash is stored.
struct Secret: Hashable, Sendable {
  /// Random bytes in Base64 for URLs.
  let text: String

  /// 128 bits for an invitation link, which is used once and soon expires.
  static let codeBytes = 16
  /// 256 bits for a cookie.
  static let tokenBytes = 32

  init(_ bytes: [UInt8]) {
    text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// SHA-256 of a secret, in hexadecimal. Secrets are long and random, so they cannot be guessed
  /// from it.
  static func hash(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(bytes, bytes.count, &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

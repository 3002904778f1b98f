import CCrypto
import Foundation

/// A secret that was drawn, as whoever it is for has it. Only its hash is kept.
struct Secret: Hashable, Sendable {
  /// Random bytes in Base64 for URLs.
  let text: String

  /// 128 bits for a link, which is used once and soon.
  static let codeBytes = 16
  /// 256 bits for a cookie.
  static let tokenBytes = 32

  init(_ bytes: [UInt8]) {
    text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// By what a secret is known: its SHA-256 in hexadecimal. As the secrets are random and long, nobody finds one for it.
  static func hash(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(bytes, bytes.count, &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

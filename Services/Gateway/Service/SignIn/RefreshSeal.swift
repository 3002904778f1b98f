import Bus
import CCrypto
import Foundation

/// Encrypts the refresh token of a session with a key that only the browser's cookie contains.
///
/// The gateway stores the hash of the cookie's secret and this ciphertext, so that a copy of the
/// database does not reveal the refresh token. AES-256-GCM (NIST SP 800-38D) with a random nonce; the
/// key is an HMAC (RFC 2104) of the cookie's secret, which has 256 random bits.
struct RefreshSeal: Hashable, Sendable {
  private static let nonceBytes = 12
  private static let tagBytes = 16
  private static let keyBytes = 32
  /// Maximum size of a refresh token, in bytes.
  static let maxBytes = 16_384

  private let key: [UInt8]

  /// - Parameter secret: secret of the session's cookie.
  init(_ secret: String) {
    let purpose = Array("standups refresh token".utf8)
    let bytes = Array(secret.utf8)
    var key = [UInt8](repeating: 0, count: Self.keyBytes)
    var count = UInt32(0)
    _ = HMAC(
      EVP_sha256(), bytes, Int32(clamping: bytes.count), purpose, purpose.count, &key, &count)
    self.key = key
  }

  /// Encrypts a token.
  ///
  /// - Returns: nonce, ciphertext and tag in Base64.
  /// - Throws: `internal` if the token is too long, or libcrypto fails.
  func seal(_ token: String) throws(BusError) -> String {
    let plain = Array(token.utf8)
    var generator = SystemRandomNumberGenerator()
    let nonce = (0..<Self.nonceBytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
    guard plain.count <= Self.maxBytes, let (cipher, tag) = encrypted(plain, nonce) else {
      throw BusError(.internal, "Could not encrypt the refresh token of a session.")
    }
    return Data(nonce + cipher + tag).base64EncodedString()
  }

  /// Decrypts a token.
  ///
  /// - Returns: the token; nil if it was not encrypted with this key, or was changed.
  func open(_ sealed: String) -> String? {
    guard let bytes = Data(base64Encoded: sealed).map(Array.init),
      (Self.nonceBytes + Self.tagBytes...Self.nonceBytes + Self.tagBytes + Self.maxBytes)
        .contains(bytes.count)
    else { return nil }
    let nonce = Array(bytes.prefix(Self.nonceBytes))
    let cipher = Array(bytes.dropFirst(Self.nonceBytes).dropLast(Self.tagBytes))
    return decrypted(cipher, nonce, Array(bytes.suffix(Self.tagBytes)))
      .flatMap { String(validating: $0, as: UTF8.self) }
  }

  private func encrypted(_ plain: [UInt8], _ nonce: [UInt8]) -> (cipher: [UInt8], tag: [UInt8])? {
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    var cipher = [UInt8](repeating: 0, count: plain.count + Self.tagBytes)
    var tag = [UInt8](repeating: 0, count: Self.tagBytes)
    var count = Int32(0)
    var rest = Int32(0)
    guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
      EVP_EncryptUpdate(context, &cipher, &count, plain, Int32(clamping: plain.count)) == 1,
      EVP_EncryptFinal_ex(context, &tag, &rest) == 1, Int(count) == plain.count, rest == 0,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, Int32(Self.tagBytes), &tag) == 1
    else { return nil }
    return (Array(cipher.prefix(plain.count)), tag)
  }

  private func decrypted(_ cipher: [UInt8], _ nonce: [UInt8], _ tag: [UInt8]) -> [UInt8]? {
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    var plain = [UInt8](repeating: 0, count: cipher.count + Self.tagBytes)
    var tag = tag
    var end = [UInt8](repeating: 0, count: Self.tagBytes)
    var count = Int32(0)
    var rest = Int32(0)
    guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
      EVP_DecryptUpdate(context, &plain, &count, cipher, Int32(clamping: cipher.count)) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, Int32(Self.tagBytes), &tag) == 1,
      // The end is reached only if the tag fits.
      EVP_DecryptFinal_ex(context, &end, &rest) == 1, Int(count) == cipher.count, rest == 0
    else { return nil }
    return Array(plain.prefix(cipher.count))
  }
}

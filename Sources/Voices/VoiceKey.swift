import CCrypto
public import Foundation

/// The secret that voice prints are encrypted with, so that the store and its copies contain no readable print.
///
/// AES-256-GCM (NIST SP 800-38D) with a random nonce. The id of the person is authenticated with the print, so
/// that a print cannot be moved to another person.
public struct VoiceKey: Sendable, Equatable {
  /// Number of bytes of a key.
  public static let byteCount = 32
  static let nonceBytes = 12
  static let tagBytes = 16
  /// Purpose of the digest that identifies a key.
  private static let purpose = Array("standups voice key".utf8)
  /// Number of bytes of that digest.
  private static let idBytes = 8

  /// The key's bytes, for the file that they are kept in.
  public let bytes: [UInt8]

  /// Creates a key from its bytes.
  ///
  /// - Returns: nil unless there are `byteCount` bytes, or if all are equal, as in an empty file of a disk.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, Set(bytes).count > 1 else { return nil }
    self.bytes = bytes
  }

  /// Creates a random key.
  ///
  /// - Parameter generator: `SystemRandomNumberGenerator` except in tests.
  public static func random(using generator: inout some RandomNumberGenerator) -> VoiceKey {
    while true {
      let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if let key = VoiceKey(bytes: bytes) { return key }
    }
  }

  /// Identifies the key without revealing it: 16 hexadecimal digits. Prints that were sealed with a key of another
  /// id cannot be opened.
  public var id: String {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count = UInt32(0)
    _ = HMAC(
      EVP_sha256(), bytes, Int32(clamping: bytes.count), Self.purpose, Self.purpose.count, &digest,
      &count)
    return digest.prefix(Self.idBytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0\(digits)" : digits
    }.joined()
  }

  /// Encrypts a print.
  ///
  /// - Parameter generator: source of the nonce; `SystemRandomNumberGenerator` except in tests.
  /// - Returns: nil if libcrypto fails, for example because there is not enough memory.
  public func seal(
    _ print: VoicePrint, of person: UUID, using generator: inout some RandomNumberGenerator
  ) -> SealedVoicePrint? {
    let nonce = (0..<Self.nonceBytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
    guard let (cipher, tag) = encrypted(print.bytes, nonce, person) else { return nil }
    return SealedVoicePrint(bytes: nonce + cipher + tag)
  }

  /// Decrypts a print.
  ///
  /// - Returns: nil if the print was sealed with another key or for another person, was changed, or is of an
  ///   unknown version.
  public func open(_ sealed: SealedVoicePrint, of person: UUID) -> VoicePrint? {
    let nonce = Array(sealed.bytes.prefix(Self.nonceBytes))
    let cipher = Array(sealed.bytes.dropFirst(Self.nonceBytes).dropLast(Self.tagBytes))
    return decrypted(cipher, nonce, Array(sealed.bytes.suffix(Self.tagBytes)), person)
      .flatMap(VoicePrint.init(bytes:))
  }

  private func encrypted(
    _ plain: [UInt8], _ nonce: [UInt8], _ person: UUID
  ) -> (cipher: [UInt8], tag: [UInt8])? {
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    let data = Self.associated(person)
    var cipher = [UInt8](repeating: 0, count: plain.count + Self.tagBytes)
    var tag = [UInt8](repeating: 0, count: Self.tagBytes)
    var (count, rest) = (Int32(0), Int32(0))
    guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, bytes, nonce) == 1,
      EVP_EncryptUpdate(context, nil, &rest, data, Int32(clamping: data.count)) == 1,
      EVP_EncryptUpdate(context, &cipher, &count, plain, Int32(clamping: plain.count)) == 1,
      EVP_EncryptFinal_ex(context, &tag, &rest) == 1, Int(count) == plain.count, rest == 0,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, Int32(Self.tagBytes), &tag) == 1
    else { return nil }
    return (Array(cipher.prefix(plain.count)), tag)
  }

  private func decrypted(
    _ cipher: [UInt8], _ nonce: [UInt8], _ tag: [UInt8], _ person: UUID
  ) -> [UInt8]? {
    guard let context = EVP_CIPHER_CTX_new() else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    let data = Self.associated(person)
    var plain = [UInt8](repeating: 0, count: cipher.count + Self.tagBytes)
    var tag = tag
    var end = [UInt8](repeating: 0, count: Self.tagBytes)
    var (count, rest) = (Int32(0), Int32(0))
    guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, bytes, nonce) == 1,
      EVP_DecryptUpdate(context, nil, &rest, data, Int32(clamping: data.count)) == 1,
      EVP_DecryptUpdate(context, &plain, &count, cipher, Int32(clamping: cipher.count)) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, Int32(Self.tagBytes), &tag) == 1,
      // The end is reached only if the tag fits.
      EVP_DecryptFinal_ex(context, &end, &rest) == 1, Int(count) == cipher.count, rest == 0
    else { return nil }
    return Array(plain.prefix(cipher.count))
  }

  /// The bytes that are authenticated with a print.
  private static func associated(_ person: UUID) -> [UInt8] {
    withUnsafeBytes(of: person.uuid) { Array($0) }
  }
}

extension VoiceKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "VoiceKey(\(id))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A voice print that only the holder of a `VoiceKey` can read: nonce, ciphertext and tag.
public struct SealedVoicePrint: Sendable, Equatable {
  /// Number of bytes.
  public static let byteCount = VoiceKey.nonceBytes + VoicePrint.encodedBytes + VoiceKey.tagBytes
  /// Length in Base64, in characters.
  public static let base64Count = (byteCount + 2) / 3 * 4

  let bytes: [UInt8]

  init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads a print from Base64.
  ///
  /// - Returns: nil unless the text is that of `byteCount` bytes.
  public init?(base64: String) {
    guard base64.utf8.count == Self.base64Count, let data = Data(base64Encoded: base64) else {
      return nil
    }
    self.init(bytes: Array(data))
  }

  /// The print in Base64, as messages and documents contain it.
  public var base64: String { Data(bytes).base64EncodedString() }
}

extension SealedVoicePrint: CustomStringConvertible, CustomReflectable {
  public var description: String { "SealedVoicePrint" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

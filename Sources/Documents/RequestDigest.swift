public import Bus
import CCrypto

/// A digest that differs between requests under the same idempotency key.
public enum RequestDigest {
  /// The first half of the SHA-256 of the command as the service understood it, in hexadecimal digits: the order of
  /// members, white space and unknown members do not matter.
  ///
  /// - Throws: what the command's `encode(to:)` throws.
  public static func of(_ command: some BusCommand) throws -> String {
    let body = Array(try BusJSON.encode(command))
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(body, body.count, &digest)
    return digest.prefix(digest.count / 2).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

public import Bus
import CCrypto

/// A digest that distinguishes requests under the same idempotency key.
public enum RequestDigest {
  /// The first half of the SHA-256 of the command as the service understands it, in hexadecimal
  /// digits: the order of members, white space and unknown members do not matter.
  ///
  /// - Parameter scope: the teams for which the command is allowed. A person of other teams who
  ///   sends the same command under the same key must not receive the first reply.
  /// - Throws: the error of the command's `encode(to:)`.
  public static func of(_ command: some BusCommand, for scope: TeamScope = .all) throws -> String {
    let body = Array(try BusJSON.encode(command)) + Array((scope.text ?? "").utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(body, body.count, &digest)
    return digest.prefix(digest.count / 2).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

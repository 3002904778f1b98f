public import Bus
import CCrypto

/// A digest that distinguishes requests under the same idempotency key.
public enum RequestDigest {
  /// The first half of the SHA-256 of the command as the service understands it, in hexadecimal
  /// digits: the order of members, white space and unknown members do not matter. A space and the
  /// teams for which the command is allowed follow, unless these are all.
  ///
  /// - Parameter scope: the teams for which the command is allowed. A person without one of them who
  ///   sends the same command under the same key must not receive the first reply.
  /// - Throws: the error of the command's `encode(to:)`.
  public static func of(_ command: some BusCommand, for scope: TeamScope = .all) throws -> String {
    let body = Array(try BusJSON.encode(command))
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(body, body.count, &digest)
    return digest.prefix(digest.count / 2).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined() + (scope.text.map { " \($0)" } ?? "")
  }

  /// Returns true if a request with this digest repeats an earlier one: the command is the same, and
  /// is allowed for all teams of the earlier one, so that its reply contains nothing that the sender
  /// may not see.
  static func isRepetition(_ request: String, of earlier: String) -> Bool {
    let (digest, scope) = parts(request)
    let (earlierDigest, earlierScope) = parts(earlier)
    return digest == earlierDigest && earlierScope.isSubset(of: scope)
  }

  private static func parts(_ request: String) -> (digest: Substring, scope: TeamScope) {
    guard let space = request.firstIndex(of: " ") else { return (request[...], .all) }
    return (
      request[..<space], TeamScope(text: String(request[request.index(after: space)...]))
    )
  }
}

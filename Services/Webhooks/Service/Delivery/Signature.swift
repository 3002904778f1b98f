import CCrypto
import Foundation
import WebhooksAPI

/// Signatures of the Standard Webhooks specification, version 1: HMAC-SHA256 over
/// `<id>.<timestamp>.<body>` (https://github.com/standard-webhooks/standard-webhooks).
enum Signature {
  /// Prefixes of a secret: the prefix in the specification, and the one that some products use,
  /// with the version of the signature.
  private static let prefixes = ["whsec_", "v1,whsec_"]
  /// Prefixes of secrets of other versions, and of keys for asymmetric signatures.
  private static let unsupported = ["whsec_", "whsk_", "whpk_"]

  /// Key for signatures: the decoded Base64 after `whsec_`, or the bytes of the text if it has no
  /// such prefix.
  ///
  /// - Returns: nil for invalid Base64, and for keys that are not for HMAC-SHA256.
  static func key(of secret: WebhookSecret) -> Data? {
    guard let prefix = prefixes.first(where: secret.text.hasPrefix) else {
      // Ignore a leading space, which is probably a mistake. A version may precede a comma.
      let text = secret.text.drop { $0.isWhitespace }
      let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      let mark = parts.count == 2 && parts[0].hasPrefix("v1") ? parts[1] : text
      return unsupported.contains(where: mark.hasPrefix) ? nil : Data(secret.text.utf8)
    }
    guard let key = Data(base64Encoded: String(secret.text.dropFirst(prefix.count))), !key.isEmpty
    else { return nil }
    return key
  }

  /// The value of `webhook-signature`: `v1,` and the code in Base64.
  ///
  /// - Parameters:
  ///   - id: value of `webhook-id`.
  ///   - timestamp: value of `webhook-timestamp`, in seconds since 1970-01-01 UTC.
  /// - Returns: nil if the secret is invalid.
  static func header(
    id: String, timestamp: Int64, body: Data, secret: WebhookSecret
  ) -> String? {
    guard let key = key(of: secret) else { return nil }
    return "v1," + hmac(Data("\(id).\(timestamp).".utf8) + body, key: key).base64EncodedString()
  }

  /// First 8 hexadecimal digits of the secret's SHA-256, by which a user can recognise it although
  /// it is never shown.
  static func fingerprint(_ secret: WebhookSecret) -> String {
    let text = Array(secret.text.utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = SHA256(text, text.count, &digest)
    return digest.prefix(4).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func hmac(_ data: Data, key: Data) -> Data {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let (key, data) = (Array(key), Array(data))
    let result = HMAC(EVP_sha256(), key, Int32(key.count), data, data.count, &code, &count)
    precondition(result != nil, "HMAC-SHA256 must accept every key and every text")
    return Data(code.prefix(Int(count)))
  }
}

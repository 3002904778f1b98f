import CCrypto
package import Foundation

/// Computes a SHA-256 digest of streamed data.
package final class SHA256Sum {
  private let context: OpaquePointer

  /// Creates an empty digest.
  ///
  /// - Throws: `POSIXError` if there is not enough memory.
  package init() throws {
    guard let context = EVP_MD_CTX_new() else { throw POSIXError(.ENOMEM) }
    self.context = context
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { throw POSIXError(.ENOMEM) }
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds a piece of data.
  package func add(_ data: Data) {
    let status = data.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    precondition(status == 1, "libcrypto accepts every piece of data")
  }

  /// Finishes the digest and returns it in hexadecimal. No data can be added afterwards.
  package func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    let status = EVP_DigestFinal_ex(context, &digest, nil)
    precondition(status == 1, "libcrypto finishes the digest")
    return digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0\(digits)" : digits
    }.joined()
  }
}

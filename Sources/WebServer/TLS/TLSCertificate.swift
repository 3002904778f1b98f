import CTLS

/// Certificate with which a server identifies itself, with its key, for TLS 1.2 and 1.3.
///
/// Used only on the loop of its server.
public final class TLSCertificate {
  /// Reason why a certificate cannot be used.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a part of a sentence: “the key does not belong to the certificate”.
    public var description: String
  }

  /// Number of descriptors that a connection with TLS needs: its own, and a socket pair.
  public static let descriptorsPerConnection = 3

  let context: OpaquePointer

  /// Creates a certificate from the contents of two files.
  ///
  /// - Parameters:
  ///   - certificate: PEM of the certificate, followed by those of its issuers.
  ///   - key: PEM of the key, without a password.
  /// - Throws: `Problem` if one of them is invalid, or if they do not belong together.
  public init(certificate: [UInt8], key: [UInt8]) throws(Problem) {
    var problem = [CChar](repeating: 0, count: 256)
    let made = certificate.withUnsafeBytes { certificate in
      key.withUnsafeBytes { key in
        ctls_context_new(
          certificate.baseAddress, certificate.count, key.baseAddress, key.count, &problem,
          problem.count)
      }
    }
    guard let made else {
      throw Problem(
        description: String(
          decoding: problem.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    context = made
  }

  deinit { ctls_context_free(context) }
}

import Foundation

/// Address and credentials of NATS.
struct NATSAddress: Hashable, Sendable {
  /// One or more URLs. They may contain a password or token, so they must not be logged.
  let servers: [String]
  /// Path of a file with a JWT and its seed.
  var credentials: String?
  /// Path of a file with the public key and the seed of an NKey.
  var nkey: String?
  /// Path of a file with the certificate authorities for the servers.
  var authority: String?
  /// Path of a file with a certificate and its private key.
  var certificate: String?

  /// True if the connection must be encrypted.
  var isSecure: Bool {
    authority != nil || certificate != nil || servers.contains { $0.hasPrefix("tls://") }
  }

  /// Parses a list of servers.
  ///
  /// - Parameter text: comma-separated URLs.
  /// - Returns: nil unless there are 1 to 16, each with the scheme `nats` or `tls` and a host.
  init?(
    _ text: String, credentials: String? = nil, nkey: String? = nil, authority: String? = nil,
    certificate: String? = nil
  ) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard (1...16).contains(parts.count), parts.allSatisfy(Self.isURL) else { return nil }
    servers = parts
    self.credentials = credentials
    self.nkey = nkey
    self.authority = authority
    self.certificate = certificate
  }

  private static func isURL(_ text: String) -> Bool {
    guard text.utf8.count <= 1024, let parts = URLComponents(string: text),
      ["nats", "tls"].contains(parts.scheme), let host = parts.host, !host.isEmpty,
      ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil
    else { return false }
    return true
  }

  /// A URL without its user and password.
  static func display(_ url: String) -> String {
    guard var parts = URLComponents(string: url) else { return "NATS" }
    parts.user = nil
    parts.password = nil
    return parts.string ?? "NATS"
  }

  /// The servers in a form without secrets.
  var display: String { servers.map(Self.display).joined(separator: ",") }

  /// The configured files, with their variables.
  var files: [(variable: String, path: String)] {
    [
      ("STANDUPS_NATS_CA", authority), ("STANDUPS_NATS_CERTIFICATE", certificate),
      ("STANDUPS_NATS_CREDENTIALS", credentials), ("STANDUPS_NATS_NKEY", nkey),
    ].compactMap { variable, path in path.map { (variable: variable, path: $0) } }
  }

  /// True if a URL contains a user with a password, or a token.
  var hasPassword: Bool { servers.contains { URLComponents(string: $0)?.user != nil } }
}

import Foundation

/// Where NATS is, and how one gets in.
struct NATSAddress: Hashable, Sendable {
  /// One or more URLs; they may hold a password or a token, so they are for no log.
  let servers: [String]
  /// A file with a JWT and its seed.
  var credentials: String?
  /// A file with the public key and the seed of an NKey.
  var nkey: String?
  /// A file with certificates of those who vouch for the servers.
  var authority: String?
  /// A file with a certificate and its private key.
  var certificate: String?

  /// Whether nothing may go over the wire in the clear.
  var isSecure: Bool {
    authority != nil || certificate != nil || servers.contains { $0.hasPrefix("tls://") }
  }

  /// - Parameter text: URLs with commas between them.
  /// - Returns: nil unless each of one to 16 is `nats://` or `tls://` and a host.
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

  /// A URL without the user and the password in it.
  static func display(_ url: String) -> String {
    guard var parts = URLComponents(string: url) else { return "NATS" }
    parts.user = nil
    parts.password = nil
    return parts.string ?? "NATS"
  }

  /// What can be said of it to anybody.
  var display: String { servers.map(Self.display).joined(separator: ",") }

  /// The files that are named, by the variables that name them.
  var files: [(variable: String, path: String)] {
    [
      ("STANDUPS_NATS_CA", authority), ("STANDUPS_NATS_CERTIFICATE", certificate),
      ("STANDUPS_NATS_CREDENTIALS", credentials), ("STANDUPS_NATS_NKEY", nkey),
    ].compactMap { variable, path in path.map { (variable: variable, path: $0) } }
  }

  /// Whether a URL has a user with a password, or a token.
  var hasPassword: Bool { servers.contains { URLComponents(string: $0)?.user != nil } }
}

import Foundation
import WebClient

/// Rules for the addresses of a provider.
enum ProviderAddress {
  /// True for an https URL.
  static func isEncrypted(_ url: String) -> Bool { url.lowercased().hasPrefix("https://") }

  /// True if the host of a URL is this machine: `localhost`, 127.0.0.0/8 or ::1.
  static func isLoopback(_ url: String) -> Bool {
    let host = HTTPAddress.host(of: url).lowercased()
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy {
        $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8($0) != nil
      }
  }

  /// True if an endpoint of the provider may be used: https, or http on this machine if the issuer is there, too.
  static func permits(_ endpoint: String, of issuer: String) -> Bool {
    guard HTTPAddress.problem(endpoint) == nil else { return false }
    if isEncrypted(endpoint) { return true }
    return !isEncrypted(issuer) && isLoopback(issuer) && isLoopback(endpoint)
  }

  /// Address of the provider's configuration (OpenID Connect Discovery 1.0, section 4).
  static func configuration(of issuer: String) -> String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer)
      + "/.well-known/openid-configuration"
  }
}

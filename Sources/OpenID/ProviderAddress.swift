import StandupsConfiguration
import WebClient

/// Rules for the addresses of a provider.
enum ProviderAddress {
  /// True for an https URL.
  static func isEncrypted(_ url: String) -> Bool { url.lowercased().hasPrefix("https://") }

  /// True if the host of a URL is this machine: `localhost`, 127.0.0.0/8 or ::1.
  static func isLoopback(_ url: String) -> Bool {
    AddressRange.isLoopback(WebClient.HTTPAddress.host(of: url))
  }

  /// True if an endpoint of the provider may be used: https, or http on this machine if the issuer is there, too.
  static func permits(_ endpoint: String, of issuer: String) -> Bool {
    guard WebClient.HTTPAddress.problem(endpoint) == nil else { return false }
    if isEncrypted(endpoint) { return true }
    return !isEncrypted(issuer) && isLoopback(issuer) && isLoopback(endpoint)
  }

  /// Address of the provider's configuration (OpenID Connect Discovery 1.0, section 4).
  static func configuration(of issuer: String) -> String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer)
      + "/.well-known/openid-configuration"
  }
}

import GatewayAPI

/// Result of a login: the cookie's secret, which is never shown again.
struct LoggedIn: Codable, Hashable, Sendable {
  var token: String
  var expiresMs: Int64
}

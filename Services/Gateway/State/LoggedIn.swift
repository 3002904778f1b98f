import GatewayAPI

/// What a login comes to: the cookie's secret, which is told this once.
struct LoggedIn: Codable, Hashable, Sendable {
  var token: String
  var expiresMs: Int64
}

import GatewayAPI

/// A link that nobody has used yet, as it is kept; the id of its document is the hash of its code.
struct SavedInvite: Codable, Hashable, Sendable {
  /// The collection of its documents.
  static let collection = "gateway.invites"

  var name: String
  var role: WebRole
  /// Until when it can be used, in milliseconds since 1970.
  var expiresMs: Int64
}

/// A reply that is given again to whoever sends its idempotency key again.
struct StoredReply: Sendable, Equatable {
  var key: String
  /// JSON, opaque to the store.
  var reply: String
  /// When it was stored, in milliseconds since 1970.
  var created: Int64
}

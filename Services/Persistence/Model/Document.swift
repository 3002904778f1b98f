/// A document as it is stored.
struct Document: Sendable, Equatable {
  var collection: String
  var id: String
  /// The document it belongs to, as a past meeting belongs to its standup.
  var parent: String?
  /// What a collection is ordered by, such as a date in milliseconds.
  var sortKey: Int64
  /// 1 when created, and one more with each change.
  var version: Int64
  /// JSON, opaque to the store.
  var body: String
}

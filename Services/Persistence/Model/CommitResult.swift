/// What a transaction became.
struct CommitResult: Sendable, Equatable {
  /// The version that a `put` gave a document.
  struct Version: Sendable, Equatable, Codable {
    var collection: String
    var id: String
    var version: Int64
  }

  /// Names the journal; another one after it was made anew or restored.
  var epoch: String
  /// The transaction's events in their order.
  var events: [StoredEvent]
  /// One for each `put`, in their order.
  var versions: [Version]
  /// The reply stored with the idempotency key, when that was there already. Then nothing was
  /// written, and `events` and `versions` are those of the first time (events that were compacted
  /// since are missing).
  var replayedReply: String?
}

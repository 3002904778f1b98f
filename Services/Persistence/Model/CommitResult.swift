import Documents
import FastJSON

/// What a transaction became.
struct CommitResult: Sendable, Equatable {
  /// Names the journal; another one after it was made anew or restored.
  var epoch: String
  /// The transaction's events in their order.
  var events: [JournalEvent]
  /// The reply stored with the idempotency key, when that was there already. Then nothing was
  /// written, and `events` are those of the first time (events that were compacted since are missing).
  var replayedReply: RawJSON?
}

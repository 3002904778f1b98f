import Documents
import FastJSON

/// What a transaction became.
struct CommitResult: Sendable, Equatable {
  /// Names the journal; another one after it was made anew or restored.
  var epoch: String
  /// The transaction's events in their order.
  var events: [JournalEvent]
  /// Whether it was there already, by its key or by its events. Then nothing was written, and `events`
  /// are those of the first time (events that were compacted since are missing).
  var isRepeated = false
  /// The reply stored with the idempotency key, when that was there already.
  var replayedReply: RawJSON?
}

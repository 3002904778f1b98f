import Documents
import FastJSON

/// Result of a transaction.
struct CommitResult: Sendable, Equatable {
  /// Epoch of the journal; a new one begins after the journal was recreated or restored.
  var epoch: String
  /// Events of the transaction, in order.
  var events: [JournalEvent]
  /// True if its key or its events show that the transaction was committed before. Then nothing was
  /// written, and `events` are the original ones without those that were compacted since.
  var isRepeated = false
  /// Reply stored under the idempotency key by the earlier transaction.
  var replayedReply: RawJSON?
}

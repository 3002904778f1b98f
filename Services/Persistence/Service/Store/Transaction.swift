import Bus
import Documents
import FastJSON
import PersistenceAPI

/// A commit with its cause, which is written completely or not at all.
struct Transaction: Sendable {
  var commit: Commit
  /// Id of the command that started the chain of messages.
  var correlation: String?
  /// Id of the message that carried the commit.
  var causation: String?
  /// The actor whose command the commit results from, from the header of its message.
  var by: String?
  /// Epoch of the router that forwarded it; nil for a single router.
  var router: Int64?
}

extension Transaction {
  /// Creates a transaction from a commit and the header of its message.
  init(_ commit: Commit, header: Header) {
    self.init(
      commit: commit, correlation: (header.corr ?? header.id).lowercaseText,
      causation: header.id.lowercaseText, by: header.by, router: header.term)
  }
}

/// Result of a transaction.
struct CommitResult: Sendable, Equatable {
  /// Epoch of the journal. A new epoch begins if the journal is recreated or restored.
  var epoch: String
  /// Events of the transaction, in order.
  var events: [JournalEvent]
  /// True if the key or the events show that the transaction was committed before. Nothing was
  /// written then, and `events` are the original events, without those that have been compacted
  /// since.
  var isRepeated = false
  /// Reply stored under the idempotency key by the earlier transaction.
  var replayedReply: RawJSON?
}

extension Result<CommitResult, StoreError> {
  /// True if the transaction changed something, that is, if it is not a repetition.
  var isWritten: Bool {
    if case .success(let result) = self { !result.isRepeated } else { false }
  }

  /// True if the transaction conflicts with existing data.
  var isConflict: Bool {
    if case .failure(let failure) = self { failure.code == .conflict } else { false }
  }
}

extension DocumentChange {
  /// True if the change erases content.
  var isErasure: Bool {
    if case .erase = self { true } else { false }
  }
}

import Bus
import Documents
import PersistenceAPI

/// A commit, and what led to it; written as a whole or not at all.
struct Transaction: Sendable {
  var commit: Commit
  /// The id of the command that began it all.
  var correlation: String?
  /// The id of the message that brought it.
  var causation: String?
}

extension Transaction {
  /// Marks the keys under which a commit is found again that was sent twice.
  static let retryPrefix = "retry/"

  /// A commit that is sent again under the same key, because its answer got lost, is done once.
  init(_ commit: Commit, header: Header) {
    self.init(
      commit: commit, correlation: (header.corr ?? header.id).lowercaseText,
      causation: header.id.lowercaseText)
    if commit.idempotency == nil, let key = header.idem {
      self.commit.idempotency = StoredReply(key: Self.retryPrefix + key, reply: .null)
    }
  }
}

import Bus
import Documents
import PersistenceAPI

/// A commit with its cause; written completely or not at all.
struct Transaction: Sendable {
  var commit: Commit
  /// Id of the command at the root.
  var correlation: String?
  /// Id of the message that carried the commit.
  var causation: String?
  /// Epoch of the router that forwarded it; nil for a single router.
  var router: Int64?
}

extension Transaction {
  /// Creates a transaction from a commit and the header of its message.
  init(_ commit: Commit, header: Header) {
    self.init(
      commit: commit, correlation: (header.corr ?? header.id).lowercaseText,
      causation: header.id.lowercaseText, router: header.term)
  }
}

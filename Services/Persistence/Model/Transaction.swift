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
  /// The term of the router that passed it on; nil where there is one router only.
  var router: Int64?
}

extension Transaction {
  /// A commit that a message brought.
  init(_ commit: Commit, header: Header) {
    self.init(
      commit: commit, correlation: (header.corr ?? header.id).lowercaseText,
      causation: header.id.lowercaseText, router: header.term)
  }
}

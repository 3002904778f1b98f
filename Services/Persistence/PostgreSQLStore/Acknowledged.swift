import Threads

/// How far the journal is known to be durable: readers are given no more.
///
/// What a reader can see may still be lost: a commit whose backend was ended while it waited for a standby is
/// visible, and gone when that standby is promoted. Only a write that was acknowledged says that all before it is
/// durable (https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION).
final class Acknowledged: Sendable {
  private let head = Locked<Int64?>(nil)

  /// All up to `head` is durable.
  func note(_ head: Int64) { self.head.withLock { $0 = head } }

  /// An answer was lost: what can be read is not known to be durable.
  func doubt() { head.withLock { $0 = nil } }

  /// The head of the journal that may be given; nil while nobody knows.
  var value: Int64? { head.withLock { $0 } }
}

import Threads

/// Last sequence of the journal that is known to be durable; readers receive no later events.
///
/// Visible rows may still be lost: a commit whose backend was terminated while it waited for a
/// standby is visible, but gone once that standby is promoted. Only an acknowledged write proves
/// that everything before it is durable
/// (https://www.postgresql.org/docs/15/warm-standby.html#SYNCHRONOUS-REPLICATION).
final class Acknowledged: Sendable {
  private let head = Locked<Int64?>(nil)

  /// Records that everything up to `head` is durable.
  func note(_ head: Int64) { self.head.withLock { $0 = head } }

  /// Records that a reply was lost, so the durability of visible rows is unknown.
  func doubt() { head.withLock { $0 = nil } }

  /// Last sequence that readers may receive; nil while it is unknown.
  var value: Int64? { head.withLock { $0 } }
}

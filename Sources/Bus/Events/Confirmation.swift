/// The reply to a subscription to `~/<nonce>`: all earlier subscriptions except those in `denied`
/// are active.
public struct Confirmation: Codable, Hashable, Sendable {
  /// Epoch of the journal; empty while the router does not know it yet.
  public var epoch: String
  /// Sequence of the last event that was published before the confirmation.
  public var head: Int64
  /// Topics that the router rejected since the subscriber's last nonce, because they are malformed
  /// or because the key does not permit them. At most the last 32; bytes that are not UTF-8 are
  /// replaced.
  ///
  /// The router identifies a connection only by its descriptor, which a later connection may reuse.
  /// A client that connects within ten seconds after a subscriber disconnected without requesting a
  /// confirmation may therefore find that subscriber's topics here. A malformed nonce gets no
  /// reply; the next confirmation lists it. After a reconnection, libzmq repeats the subscriptions
  /// in the order of their bytes; those that sort after `~/` are reported with the next nonce.
  public var denied: [String]
  /// The reason for each topic in `denied`, in the same order; nil if `denied` is empty.
  public var reasons: [String]?

  /// Creates the reply to a nonce.
  ///
  /// - Parameter reasons: nil if `denied` is empty.
  public init(epoch: String, head: Int64, denied: [String], reasons: [String]? = nil) {
    self.epoch = epoch
    self.head = head
    self.denied = denied
    self.reasons = reasons
  }
}

/// The answer to a subscription to `~/<nonce>`: all earlier ones that are not `denied` are active.
public struct Confirmation: Codable, Hashable, Sendable {
  /// Names the journal; empty while the router does not know it yet.
  public var epoch: String
  /// The sequence of the last event that was published before.
  public var head: Int64
  /// Topics that this subscriber asked for since its last nonce and did not get, as they are malformed
  /// or its key does not allow them; bytes that are no UTF-8 are replaced.
  ///
  /// A connection is known by its descriptor alone, which the next one inherits: whoever connects within
  /// ten seconds after a subscriber that left without asking may find that one's topics here. At most
  /// the last 32 are told. A malformed nonce is not answered itself, but told at the next one. After a
  /// reconnection libzmq repeats the subscriptions in the order of their bytes; what sorts after `~/`
  /// is told at the next nonce.
  public var denied: [String]
  /// Why, for each of `denied`, in the same order; nil if there are none.
  public var reasons: [String]?

  /// What a nonce is answered with; `reasons` are left out where `denied` is empty.
  public init(epoch: String, head: Int64, denied: [String], reasons: [String]? = nil) {
    self.epoch = epoch
    self.head = head
    self.denied = denied
    self.reasons = reasons
  }
}

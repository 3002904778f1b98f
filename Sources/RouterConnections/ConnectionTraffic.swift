/// Traffic of one connection since its first message.
public struct ConnectionTraffic: Hashable, Sendable {
  /// Number and size of messages.
  public struct Count: Hashable, Sendable {
    /// Number of messages since the first one.
    public private(set) var messages = 0
    /// Total size of the messages, in bytes.
    public private(set) var bytes = 0

    mutating func add(_ bytes: Int) {
      messages &+= 1
      self.bytes &+= bytes
    }

    fileprivate mutating func take(_ bytes: Int) {
      messages &-= 1
      self.bytes &-= bytes
    }
  }

  /// Time of the first message, in milliseconds since 1970.
  public var sinceMs: Int64 = 0
  /// Messages received from the peer.
  public var received = Count()
  /// Messages passed to the system for the peer.
  public var sent = Count()
  /// Number of messages for the peer that were dropped, because too much data waited for it.
  public private(set) var dropped = 0

  /// Recounts a message from sent to dropped.
  mutating func drop(_ bytes: Int) {
    sent.take(bytes)
    dropped &+= 1
  }
}

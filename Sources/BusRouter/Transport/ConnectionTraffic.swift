/// What went over one connection since it was first heard of.
public struct ConnectionTraffic: Hashable, Sendable {
  /// Messages and their bytes.
  public struct Count: Hashable, Sendable {
    /// How many messages.
    public private(set) var messages = 0
    /// How many bytes they had together.
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

  /// When it was first heard of, in milliseconds since 1970.
  public var sinceMs: Int64 = 0
  /// What came from the peer.
  public var received = Count()
  /// What was handed to the system for the peer.
  public var sent = Count()
  /// Messages for the peer that were dropped, as too much waited for it.
  public private(set) var dropped = 0

  /// What was counted as sent was not.
  mutating func drop(_ bytes: Int) {
    sent.take(bytes)
    dropped &+= 1
  }
}

/// A connection for events, as the hub sees it.
public struct SubscriberConnection: Sendable {
  /// The file descriptor; the system may assign it to another connection later.
  public var descriptor: Int32
  /// Number of active subscriptions.
  public var subscriptions: Int
  /// The first topics, sorted.
  public var topics: [String]
  /// Number of rejected subscriptions.
  public var refused: Int
  /// Bytes in the system's send queue; nil if the system does not report them.
  public var queuedBytes: Int?
  /// Bytes that the other end has received; nil if the system does not report them, for example for
  /// a Unix socket.
  public var sentBytes: Int?
  /// Bytes of events for any subscriber that were published since this one was last seen to read.
  public var unreadBytes: Int
}

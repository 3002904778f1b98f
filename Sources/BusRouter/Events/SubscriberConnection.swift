/// A connection for events, as the hub sees it.
public struct SubscriberConnection: Sendable {
  /// The number that the system has given it; another one may have it later.
  public var descriptor: Int32
  /// How many subscriptions count.
  public var subscriptions: Int
  /// The first of them, in order.
  public var topics: [String]
  /// How many were refused.
  public var refused: Int
  /// Bytes that the system has and could not send yet; nil where it does not say.
  public var queuedBytes: Int?
  /// Bytes that the other end has got; nil where the system does not say, such as of a Unix socket.
  public var sentBytes: Int?
  /// Bytes of events, for anybody, that were published since it was last seen to read.
  public var unreadBytes: Int
}

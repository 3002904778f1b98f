public import ZeroMQ

/// A peer's connection to the router. All members except `loop` are used on that loop only.
public protocol PeerTransport: Sendable {
  /// The thread that owns the connection.
  var loop: SocketLoop { get }
  /// Opens the connection; messages then arrive on the loop, in order.
  ///
  /// - Throws: `ZeroMQError` if the endpoint is unusable.
  func open(onMessage: @escaping (Message) -> Void) throws
  /// Sends a message to the router.
  ///
  /// - Returns: false if the message cannot be sent at present, because the connection is lost or
  ///   its queue is full.
  func send(_ message: Message) -> Bool
  /// Calls `body` once, on the loop, when a message can be sent again.
  func whenWritable(_ body: @escaping () -> Void)
  /// Calls `body`, on the loop, each time a lost connection is restored; messages sent before may
  /// be lost.
  func onReconnect(_ body: @escaping () -> Void)
  /// Calls `body`, on the loop, each time the router refuses the connection, and with nil when it
  /// accepts it.
  func onRefusal(_ body: @escaping (ConnectionRefusal?) -> Void)
  /// True if there are several routers, of which one is active.
  var hasAlternatives: Bool { get }
  /// Disconnects from the current router, which does not answer, and tries the next one. Messages
  /// sent before may be lost.
  func turn()
  /// Closes the connection. Messages that `send` accepted are still sent, for a limited time.
  func close()
}

extension PeerTransport {
  /// Does nothing by default, for transports that cannot lose their connection.
  public func onReconnect(_ body: @escaping () -> Void) {}
  /// False: a transport has one router by default.
  public var hasAlternatives: Bool { false }
  /// Does nothing by default, for transports with one router.
  public func turn() {}
  /// Does nothing by default, for transports without keys, which are never refused.
  public func onRefusal(_ body: @escaping (ConnectionRefusal?) -> Void) {}
}

public import ZeroMQ

/// A peer's way to the router. Everything but `loop` is used on that loop only.
public protocol PeerTransport: Sendable {
  /// The thread that owns the connection.
  var loop: SocketLoop { get }
  /// Opens the connection; messages then come on the loop, in order.
  ///
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  func open(onMessage: @escaping (Message) -> Void) throws
  /// - Returns: false if nothing can be sent at present: there is no connection, or its queue is full.
  func send(_ message: Message) -> Bool
  /// Calls once, on the loop, when something can be sent again.
  func whenWritable(_ body: @escaping () -> Void)
  /// Calls, on the loop, each time a connection that was lost is there again: what was sent before may
  /// have got lost with it.
  func onReconnect(_ body: @escaping () -> Void)
  /// Calls, on the loop, each time the router refuses the connection, and with nil when it is there.
  func onRefusal(_ body: @escaping (ConnectionRefusal?) -> Void)
  /// Whether there are several routers, of which one is active.
  var hasAlternatives: Bool { get }
  /// Lets go of the present router, which does not answer, and tries the next one. What was sent may have got lost.
  func turn()
  /// Ends the connection. What was accepted by `send` still goes out, for a bounded time.
  func close()
}

extension PeerTransport {
  /// A transport that cannot lose its connection never calls.
  public func onReconnect(_ body: @escaping () -> Void) {}
  /// A transport has one router unless it says otherwise.
  public var hasAlternatives: Bool { false }
  /// With one router there is no other.
  public func turn() {}
  /// A transport without keys refuses nobody.
  public func onRefusal(_ body: @escaping (ConnectionRefusal?) -> Void) {}
}

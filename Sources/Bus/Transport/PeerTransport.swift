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
  /// Ends the connection. What was accepted by `send` still goes out, for a bounded time.
  func close()
}

extension PeerTransport {
  /// A transport that cannot lose its connection never calls.
  public func onReconnect(_ body: @escaping () -> Void) {}
  /// A transport without keys refuses nobody.
  public func onRefusal(_ body: @escaping (ConnectionRefusal?) -> Void) {}
}

/// The router's way to its peers. Everything but `loop` is used on that loop only.
public protocol RouterTransport: Sendable {
  var loop: SocketLoop { get }
  /// Opens it for peers.
  ///
  /// - Parameter onReadable: called when there is something to `take`.
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  func open(onReadable: @escaping () -> Void) throws
  /// Takes what came, up to a batch, in order.
  ///
  /// - Parameters:
  ///   - route: says from the head of a message to whom it goes on just as it came; nil for one that is
  ///     to be `receive`d. A transport need not ask.
  ///   - receive: takes all others.
  ///   - undelivered: told of what could not go on.
  func take(
    route: (_ from: ConnectionID, _ head: UnsafeRawBufferPointer) -> ConnectionID?,
    receive: (_ from: ConnectionID, Message) -> Void,
    undelivered: (_ to: ConnectionID, Message, RouterSendResult) -> Void)
  func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult
  func close()
}

/// What became of a message for a peer.
public enum RouterSendResult: Hashable, Sendable {
  case sent
  /// The peer reads too slowly; its queue is full and the message is dropped.
  case full
  /// The peer is gone.
  case unreachable
}

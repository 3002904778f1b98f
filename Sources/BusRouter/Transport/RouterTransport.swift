import Bus
public import ZeroMQ

/// The router's way to its peers. Everything but `loop` is used on that loop only.
public protocol RouterTransport: Sendable {
  /// The thread that owns the connections.
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
  /// Queues a message for one peer, without waiting.
  func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult
  /// Those that are open, as far as they were heard.
  var connections: [TransportConnection] { get }
  /// Ends all connections. What was accepted by `send` still goes out, for a bounded time.
  func close()
}

extension RouterTransport {
  /// None: within one process nobody has to be told of them.
  public var connections: [TransportConnection] { [] }
}

/// What became of a message for a peer.
public enum RouterSendResult: Hashable, Sendable {
  /// It is in the peer's queue.
  case sent
  /// The peer reads too slowly; its queue is full and the message is dropped.
  case full
  /// The peer is gone.
  case unreachable
}

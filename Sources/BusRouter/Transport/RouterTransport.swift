import Bus
public import RouterConnections
public import ZeroMQ

/// The router's connections to its peers. All members except `loop` are used on that loop only.
public protocol RouterTransport: Sendable {
  /// The thread that owns the connections.
  var loop: SocketLoop { get }
  /// Opens the transport for peers.
  ///
  /// - Parameter onReadable: called when `take` has messages to return.
  /// - Throws: `ZeroMQError` if the endpoint is unusable.
  func open(onReadable: @escaping () -> Void) throws
  /// Handles the available messages, up to a batch, in order.
  ///
  /// - Parameters:
  ///   - route: returns the connection that a message is forwarded to unchanged, determined from
  ///     its head; nil for a message that goes to `receive`. A transport need not call it.
  ///   - receive: handles all other messages.
  ///   - undelivered: receives the messages that could not be forwarded.
  func take(
    route: (_ from: ConnectionID, _ head: UnsafeRawBufferPointer) -> ConnectionID?,
    receive: (_ from: ConnectionID, Message) -> Void,
    undelivered: (_ to: ConnectionID, Message, RouterSendResult) -> Void)
  /// Queues a message for one peer, without waiting.
  func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult
  /// The open connections on which messages have arrived.
  var connections: [TransportConnection] { get }
  /// Closes all connections. Messages that `send` accepted are still sent, for a limited time.
  func close()
}

extension RouterTransport {
  /// Empty by default, because connections within one process are not listed.
  public var connections: [TransportConnection] { [] }
}

/// The result of sending a message to a peer.
public enum RouterSendResult: Hashable, Sendable {
  /// The message is in the peer's queue.
  case sent
  /// The peer reads too slowly; its queue is full, and the message is dropped.
  case full
  /// The peer is gone.
  case unreachable
}

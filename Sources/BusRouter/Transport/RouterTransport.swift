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
  ///   - route: returns where a message is forwarded, determined from its head and the size of the
  ///     whole message in bytes; nil for a message that goes to `receive`. A transport need not
  ///     call it.
  ///   - receive: handles all other messages.
  ///   - undelivered: receives the messages that could not be forwarded.
  func take(
    route: (_ from: ConnectionID, _ head: UnsafeRawBufferPointer, _ size: Int) -> Passage?,
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

/// The decision to forward a message, made from its head.
public struct Passage: Hashable, Sendable {
  /// The connection of the receiver.
  public var to: ConnectionID
  /// A change of the head; nil to forward the message unchanged.
  public var insertion: HeadInsertion?

  /// Returns the message as it is forwarded.
  public func apply(to message: Message) -> Message {
    guard let insertion, let first = message.first else { return message }
    let head = first.withUnsafeBytes { Frame(insertion.applied(to: $0)) }
    return Message([head] + message.frames.dropFirst())
  }
}

/// Bytes to insert into a head.
public struct HeadInsertion: Hashable, Sendable {
  /// The header member of the actor, with a comma at its end.
  public var bytes: [UInt8]
  /// Offset in the head, in bytes.
  public var offset: Int

  /// Returns the head with the bytes.
  public func applied(to head: UnsafeRawBufferPointer) -> [UInt8] {
    Array(head[..<offset]) + bytes + head[offset...]
  }
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

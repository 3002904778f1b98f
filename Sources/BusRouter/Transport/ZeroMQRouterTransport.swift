public import AccessRights
import Bus
public import RouterConnections
public import ZeroMQ

/// The ROUTER that all peers connect to.
///
/// `@unchecked Sendable`: the socket is created, used and closed on its loop, which libzmq's
/// wrapper checks.
public final class ZeroMQRouterTransport: RouterTransport, @unchecked Sendable {
  /// The thread that binds, uses and closes the socket.
  public let loop: SocketLoop
  private let context: Context
  private let endpoint: String
  private let access: AccessControl?
  private let limits: ConnectionLimits
  private let onEnded: @Sendable (String) -> Void
  private var socket: Socket?
  private var admission: Admission?
  private var backlogs = Backlogs(isWritable: Connections.isWritable)
  /// The message that is being handled.
  private let passing = PassingMessage()
  /// The bound address, once the transport is open; port 0 is replaced by the actual port.
  public private(set) var boundEndpoint: String?

  /// Creates a transport; `open` binds it.
  ///
  /// - Parameters:
  ///   - endpoint: the address to bind, such as `tcp://*:5550`.
  ///   - access: admits only known keys; must be open. Nil admits every connection.
  ///   - limits: maximum number of connections.
  ///   - onEnded: receives the reason when a connection is closed; called on the loop.
  public init(
    _ endpoint: String, context: Context, loop: SocketLoop, access: AccessControl? = nil,
    limits: ConnectionLimits = ConnectionLimits(descriptors: 20_000),
    onEnded: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.limits = limits
    self.onEnded = onEnded
    self.endpoint = endpoint
    self.context = context
    self.loop = loop
    self.access = access
  }

  /// Creates the socket and binds it; then `boundEndpoint` has the address. Must be called on the
  /// loop.
  ///
  /// - Parameter onReadable: called on the loop when messages have arrived.
  /// - Throws: `ZeroMQError` if the endpoint or the key is unusable.
  public func open(onReadable: @escaping () -> Void) throws {
    let socket = try Socket(.router, in: context, on: loop)
    do {
      try socket.set(.linger, to: 1000)
      try socket.set(.sndhwm, to: 20_000)
      try socket.set(.rcvhwm, to: 2000)
      try socket.set(.maxMsgSize, to: Limits.bytes)
      // By default, a ROUTER reports success for a peer that is gone.
      try socket.set(.routerMandatory, to: true)
      try socket.set(.backlog, to: 1024)
      admission = try Admission(
        socket, as: .commands, access, limits, loop: loop,
        onLost: { [weak self] in self?.backlogs.lost($0) }, onEnded: onEnded)
      boundEndpoint = try socket.bind(endpoint)
    } catch {
      socket.close()
      throw error
    }
    self.socket = socket
    loop.watch(socket, onReadable: onReadable)
  }

  /// Number of messages that are handled before other work gets a turn.
  private static let batch = 256

  /// Handles up to 256 messages. A message beyond the `Limits` goes to `receive` with too many
  /// frames, so that it is rejected; a message of a peer that chose its own routing id is dropped.
  public func take(
    route: (_ from: ConnectionID, _ head: UnsafeRawBufferPointer, _ size: Int) -> Passage?,
    receive: (_ from: ConnectionID, Message) -> Void,
    undelivered: (_ to: ConnectionID, Message, RouterSendResult) -> Void
  ) {
    for _ in 0..<Self.batch {
      guard let socket, (try? socket.receive(into: passing)) == true else { return }
      // A peer that chose its own routing id could take over another peer's. It gets no reply,
      // because any reply would be addressed by that id.
      guard let from = ConnectionID(routingID: passing[0]) else { continue }
      if let descriptor = backlogs.came(passing.byteCount, over: from) {
        admission?.received(passing.byteCount, frames: passing.count, over: descriptor)
      } else if let descriptor = passing.peerMetadata(.descriptor).flatMap({ Int32($0) }) {
        // The loss of an earlier connection with this descriptor was reported before.
        admission?.hearNow()
        backlogs.add(
          from, descriptor, key: access?.shareholder(passing), first: passing.byteCount,
          nowMs: BusTime.now.wallMs)
        admission?.heard(descriptor)
        admission?.received(passing.byteCount, frames: passing.count, over: descriptor)
      }
      let fits =
        passing.count <= Limits.frames + 1
        && passing.byteCount <= Limits.bytes + passing[0].count
      guard fits, passing.count > 1,
        let next = route(from, passing[1], passing.byteCount - passing[0].count)
      else {
        let message = passing.take(from: 1)
        receive(from, fits ? message : message.oversized)
        continue
      }
      if let insertion = next.insertion {
        passing.insert(insertion.bytes, into: 1, at: insertion.offset)
      }
      let result = pass(to: next.to, socket)
      if result != .sent { undelivered(next.to, passing.take(from: 1), result) }
    }
  }

  private func pass(to connection: ConnectionID, _ socket: Socket) -> RouterSendResult {
    guard backlogs.take(passing.byteCount, for: connection) else { return .full }
    let result = try? connection.withRoutingID { id throws(ZeroMQError) in
      try socket.pass(passing, from: 1, to: id)
    }
    return RouterSendResult(result)
  }

  /// Queues a message for one peer. Returns `unreachable` if the peer is gone or the socket is not
  /// open. Must be called on the loop.
  public func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult {
    guard let socket else { return .unreachable }
    guard backlogs.take(message.byteCount, for: connection) else { return .full }
    let id = connection.withRoutingID { Frame($0) }
    return RouterSendResult(try? socket.trySend(Message([id] + message.frames)))
  }

  /// The open connections on which messages have arrived. Must be called on the loop.
  public var connections: [TransportConnection] {
    backlogs.all.map {
      TransportConnection(
        id: $0.connection, traffic: $0.traffic,
        queuedBytes: Connections.queuedBytes($0.descriptor), waitingBytes: $0.waiting)
    }
  }

  /// Closes the socket. Queued messages are still sent, for at most one second. Must be called on
  /// the loop.
  public func close() {
    socket?.close()
    socket = nil
    admission?.close()
    admission = nil
  }
}

extension RouterSendResult {
  /// - Parameter result: nil if the connection broke while the message was being sent.
  init(_ result: SendResult?) {
    switch result {
    case .sent: self = .sent
    case .wouldBlock: self = .full
    case .hostUnreachable, nil: self = .unreachable
    }
  }
}

extension ConnectionID {
  private static let routingIDBytes = 5

  /// Reads libzmq's own routing ids: a zero byte, then four bytes. Ids that peers set cannot begin
  /// with zero (zmq_setsockopt(3), ZMQ_ROUTING_ID), so any other form was chosen by the peer.
  init?(routingID bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.routingIDBytes, bytes[0] == 0 else { return nil }
    // A bit above the five bytes keeps the id distinct from that of the composition root,
    // regardless of the four bytes.
    self.init(rawValue: bytes.reduce(1) { $0 << 8 | UInt64($1) })
  }

  /// Passes the routing id to `body` in the form that a ROUTER needs; the bytes are valid only
  /// during the call.
  func withRoutingID<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let skipped = MemoryLayout<UInt64>.size - Self.routingIDBytes
    return try withUnsafeBytes(of: rawValue.bigEndian) { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[skipped...]))
    }
  }
}

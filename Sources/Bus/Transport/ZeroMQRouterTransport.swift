public import ZeroMQ

/// The ROUTER that all peers connect to.
///
/// `@unchecked Sendable`: the socket is created, used and closed on its loop, which libzmq's wrapper
/// checks.
public final class ZeroMQRouterTransport: RouterTransport, @unchecked Sendable {
  public let loop: SocketLoop
  private let context: Context
  private let endpoint: String
  private let access: AccessControl?
  private var socket: Socket?
  /// Where it is bound, once it is open; a port 0 has become a real one.
  public private(set) var boundEndpoint: String?

  /// - Parameter access: lets only known keys in, and is open; nil lets in everybody.
  public init(
    _ endpoint: String, context: Context, loop: SocketLoop, access: AccessControl? = nil
  ) {
    self.endpoint = endpoint
    self.context = context
    self.loop = loop
    self.access = access
  }

  public func open(onMessage: @escaping (ConnectionID, Message) -> Void) throws {
    let socket = try Socket(.router, in: context, on: loop)
    do {
      try socket.set(.linger, to: 1000)
      try socket.set(.sndhwm, to: 20_000)
      try socket.set(.rcvhwm, to: 20_000)
      try socket.set(.maxMsgSize, to: Limits.bytes)
      // A default ROUTER reports success for a peer that is gone.
      try socket.set(.routerMandatory, to: true)
      try socket.set(.handshakeIvl, to: 2000)
      try socket.set(.backlog, to: 1024)
      try access?.guardSocket(socket, as: .commands)
      socket.limits = MessageLimits(frames: Limits.frames + 1, bytes: Limits.bytes + 16)
      boundEndpoint = try socket.bind(endpoint)
    } catch {
      socket.close()
      throw error
    }
    self.socket = socket
    loop.watch(socket) {
      socket.drain { message in
        guard let id = message.first.flatMap(ConnectionID.init(routingID:)) else {
          // A peer that chose its own routing id could take over another's. It gets no answer, as
          // any answer would be addressed by that id.
          return
        }
        onMessage(id, Message(Array(message.dropFirst())))
      }
    }
  }

  public func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult {
    guard let socket else { return .unreachable }
    let result = try? socket.trySend(Message([connection.routingID] + message.frames))
    switch result {
    case .sent: return .sent
    case .hostUnreachable, nil: return .unreachable
    case .wouldBlock: return .full
    }
  }

  public func close() {
    socket?.close()
    socket = nil
  }
}

extension ConnectionID {
  /// libzmq's own routing ids: a zero byte, then four bytes. Ids that peers set cannot begin with
  /// zero (zmq_setsockopt(3), ZMQ_ROUTING_ID), so any other form was chosen by the peer.
  init?(routingID frame: Frame) {
    guard frame.count == 5 else { return nil }
    let bytes = frame.bytes
    guard bytes[0] == 0 else { return nil }
    // A bit above the five bytes keeps it apart from the parent's id, whatever the four bytes are.
    self.init(rawValue: bytes.reduce(1) { $0 << 8 | UInt64($1) })
  }

  var routingID: Frame {
    Frame((0..<5).map { UInt8(truncatingIfNeeded: rawValue >> UInt64(32 - 8 * $0)) })
  }
}

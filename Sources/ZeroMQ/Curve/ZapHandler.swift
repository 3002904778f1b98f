/// Decides which peers may connect to the sockets of a context: the server side of ZAP (ZeroMQ RFC
/// 27).
///
/// Must be opened before any socket is bound. libzmq calls it during each handshake; without a
/// handler, it admits every peer unless the socket has `zapEnforceDomain`.
public final class ZapHandler {
  /// The endpoint at which libzmq expects the handler of a context.
  public static let endpoint = "inproc://zeromq.zap.01"

  /// A request of a peer to connect.
  public struct Request: Sendable, Hashable {
    /// The `zapDomain` of the socket.
    public let domain: String
    /// The peer's IP address; may be empty.
    public let address: String
    /// The security mechanism, such as `CURVE`.
    public let mechanism: String
    /// With CURVE: the peer's public key. The peer has already proven that it holds the secret key.
    public let key: CurvePublicKey?
  }

  /// The result of a request.
  public enum Decision: Sendable, Hashable {
    /// The peer is admitted; `MessageProperty.userID` of each of its frames returns this id.
    case accept(userID: String)
    /// The peer is rejected with status 400. The reason is for a log; libzmq sends only the status
    /// to the peer.
    case refuse(String)
  }

  private let socket: Socket

  /// Opens the handler. Must be called on the loop.
  /// - Parameter decide: called on the loop for each handshake.
  /// - Throws: `addressInUse` if the context already has a handler; the errors of opening a socket.
  public init(
    in context: Context, on loop: SocketLoop, decide: @escaping (Request) -> Decision
  ) throws(ZeroMQError) {
    let socket = try Socket(.rep, in: context, on: loop)
    self.socket = socket
    do throws(ZeroMQError) {
      try socket.set(.linger, to: 0)
      try socket.bind(Self.endpoint)
    } catch {
      socket.close()
      throw error
    }
    loop.watch(socket) { Self.answer(on: socket, decide) }
  }

  /// Closes the handler, after the sockets that it decides for. Further calls do nothing. Must be
  /// called on the loop.
  public func close() { socket.close() }

  /// Answers all pending requests. libzmq delivers the next request only after the previous one was
  /// answered.
  private static func answer(on socket: Socket, _ decide: (Request) -> Decision) {
    while !socket.isClosed, let message = try? socket.receive() {
      // Frames: version, id, domain, address, routing id, mechanism, credentials.
      let id = message.count > 1 ? message[1] : Frame()
      let reply: Message
      if message.count >= 6, message[0].string == "1.0" {
        switch decide(Request(message)) {
        case .accept(let userID):
          reply = ["1.0", id, "200", "OK", Frame(Array(userID.utf8)), Frame()]
        case .refuse(let reason):
          reply = ["1.0", id, "400", Frame(Array(reason.utf8)), Frame(), Frame()]
        }
      } else {
        reply = ["1.0", id, "500", "not a ZAP 1.0 request", Frame(), Frame()]
      }
      _ = try? socket.trySend(reply)
    }
  }
}

extension ZapHandler.Request {
  fileprivate init(_ message: Message) {
    domain = message[2].string ?? ""
    address = message[3].string ?? ""
    mechanism = message[5].string ?? ""
    key = message.count > 6 ? CurvePublicKey(bytes: message[6].bytes) : nil
  }
}

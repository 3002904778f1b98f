/// Decides who may connect to the sockets of a context: the server's end of ZAP (ZeroMQ RFC 27).
///
/// To be opened before any socket is bound: libzmq asks it within each handshake, and lets everybody in
/// while there is none, unless the socket has `zapEnforceDomain`.
public final class ZapHandler {
  /// Where libzmq looks for the handler of a context.
  public static let endpoint = "inproc://zeromq.zap.01"

  /// Somebody who wants to connect.
  public struct Request: Sendable, Hashable {
    /// The socket's `zapDomain`.
    public let domain: String
    /// Where the peer comes from: an IP address, or empty.
    public let address: String
    /// Such as `CURVE`.
    public let mechanism: String
    /// With CURVE: who it is. That it has the secret key is proven by then.
    public let key: CurvePublicKey?
  }

  /// What becomes of it.
  public enum Decision: Sendable, Hashable {
    /// Let in; each of its frames tells this as `MessageProperty.userID`.
    case accept(userID: String)
    /// Turned away with status 400; the reason is for a log, libzmq tells the peer the status alone.
    case refuse(String)
  }

  private let socket: Socket

  /// Opens the handler. On the loop only.
  /// - Parameter decide: called on the loop for each handshake.
  /// - Throws: `addressInUse` when the context has a handler; what opening a socket throws.
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

  /// Ends it, after the sockets it decides for. Further calls do nothing. On the loop only.
  public func close() { socket.close() }

  /// Answers what is there. Each question must have its answer before the next one can be read.
  private static func answer(on socket: Socket, _ decide: (Request) -> Decision) {
    while !socket.isClosed, let message = try? socket.receive() {
      // version, id, domain, address, routing id, mechanism, credentials
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

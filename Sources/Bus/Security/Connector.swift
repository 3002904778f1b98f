import ZeroMQ

/// Keeps a socket connected to the router, or to each of several routers, and reports failures.
///
/// libzmq reconnects automatically after a lost connection, but not after a handshake that was
/// refused. The connector does so, because the key may have been added or replaced in the meantime.
/// Used on the socket's loop.
final class Connector {
  /// A change of the connection.
  enum Change {
    /// The handshake succeeded.
    case connected
    case lost
    /// No process listens at the address, or it does not answer.
    case unanswered
    case refused(ConnectionRefusal)
  }

  private let socket: Socket
  private let endpoints: [String]
  private let source: KeySource?
  private var keys: ClientKeys?
  private let tell: (Change) -> Void
  private var retry: TimerToken?
  /// Number of consecutive handshakes that failed without a stated reason.
  private var brokenOff = 0

  /// Time between attempts after a refusal, in milliseconds.
  private static let patienceMs = 500...1000
  /// Number of consecutive handshakes that failed without a stated reason, after which the router's
  /// key is considered wrong.
  private static let suspicious = 3

  init(
    _ socket: Socket, to endpoints: [String], keys: KeySource?, tell: @escaping (Change) -> Void
  ) throws(ZeroMQError) {
    self.socket = socket
    self.endpoints = endpoints
    source = keys
    self.keys = keys?.keys
    self.tell = tell
    if let keys { try socket.setCurveClient(keys.keys.pair, server: keys.keys.router) }
    let events: SocketEventKind = [
      .handshakeSucceeded, .disconnected, .handshakeFailed, .handshakeFailedProtocol,
      .handshakeFailedAuth, .connectRetried,
    ]
    _ = try SocketMonitor(socket, events: events) { [weak self] in self?.hear($0) }
  }

  func connect() throws(ZeroMQError) {
    for endpoint in endpoints { try socket.connect(endpoint) }
  }

  /// The router's addresses, for messages.
  private var endpoint: String { endpoints.joined(separator: ",") }

  func close() {
    if let retry { socket.loop.cancel(retry) }
    retry = nil
  }

  private func hear(_ event: SocketEvent) {
    switch event.kind {
    case .handshakeSucceeded:
      brokenOff = 0
      tell(.connected)
    case .disconnected:
      tell(.lost)
    case .connectRetried:
      tell(.unanswered)
    case .handshakeFailed:
      brokenOff += 1
      if brokenOff >= Self.suspicious {
        tell(.refused(ConnectionRefusal(error: brokenOffError, isFinal: false)))
      }
    case .handshakeFailedProtocol, .handshakeFailedAuth:
      tell(.refused(ConnectionRefusal(error: error(event), isFinal: true)))
      tryAgain(endpoints.filter { $0 == event.endpoint })
    default: break
    }
  }

  /// Schedules another attempt to connect.
  ///
  /// - Parameter refusing: the endpoint that refused; empty if it is unknown.
  private func tryAgain(_ refusing: [String]) {
    guard retry == nil else { return }
    let refusing = refusing.isEmpty ? endpoints : refusing
    // Replaced keys are tried immediately.
    let fresh = source?.readAgain()
    let isReplaced = fresh != nil && fresh != keys
    if let fresh { keys = fresh }
    let waitMs = isReplaced ? 1 : Int.random(in: Self.patienceMs)
    retry = socket.loop.schedule(after: .milliseconds(waitMs)) { [weak self] in
      guard let self, !socket.isClosed else { return }
      retry = nil
      // libzmq may already have given up the endpoint, so disconnecting may fail. Any other problem
      // is reported when connecting.
      for endpoint in refusing { try? socket.disconnect(endpoint) }
      do {
        if let keys { try socket.setCurveClient(keys.pair, server: keys.router) }
        for endpoint in refusing { try socket.connect(endpoint) }
      } catch {
        tryAgain(refusing)
      }
    }
  }

  // MARK: Error messages

  private func error(_ event: SocketEvent) -> BusError {
    guard event.kind == .handshakeFailedAuth else {
      guard event.isMechanismMismatch else {
        return BusError(
          .version, "The peer at \(endpoint) is not a Standups router; check the address.")
      }
      return BusError(
        .denied,
        keys == nil
          ? "The router at \(endpoint) requires a key: set STANDUPS_KEY and STANDUPS_ROUTER_KEY, or use"
            + " --key and --router-key."
          : "The router at \(endpoint) uses no keys, so the connection would not be encrypted: give the"
            + " router keys (STANDUPS_KEYS), or set STANDUPS_KEY=none here.")
    }
    if event.value == 400, let keys {
      return BusError(
        .denied,
        "The router at \(endpoint) does not know this key (\(keys.pair.publicKey.fingerprint)), or does not"
          + " accept it for this socket: add it with “standups keys add”.")
    }
    return BusError(
      .denied, "The router at \(endpoint) refused the connection with status \(event.value).")
  }

  private var brokenOffError: BusError {
    BusError(
      .unavailable,
      keys.map {
        "The peer at \(endpoint) is aborting every handshake: it may still be starting, or the router's key is"
          + " not \($0.router.fingerprint) (STANDUPS_ROUTER_KEY, --router-key)."
      }
        ?? "The peer at \(endpoint) is aborting every handshake: it may still be starting, or it is not a"
        + " router.")
  }
}

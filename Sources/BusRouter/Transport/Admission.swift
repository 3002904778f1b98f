import Bus
import ZeroMQ

/// Hears who connects to a socket of the router, and ends connections where there are too many.
///
/// Everything on the socket's loop.
final class Admission {
  private var monitor: SocketMonitor?
  private var book: ConnectionBook
  private let onEnded: (String) -> Void

  /// Begins to count. Before the socket is bound.
  ///
  /// - Parameters:
  ///   - door: what the socket is for.
  ///   - access: who may connect; nil for everybody.
  ///   - limits: shared by the router's sockets.
  ///   - onLost: told of each connection that is gone, by its descriptor.
  ///   - onEnded: told why connections are ended.
  init(
    _ socket: Socket, as door: AccessControl.Door, _ access: AccessControl?,
    _ limits: ConnectionLimits, onLost: @escaping (Int32) -> Void = { _ in },
    onEnded: @escaping (String) -> Void = { _ in }
  ) throws(ZeroMQError) {
    self.onEnded = onEnded
    let hasKeys = access != nil
    book = ConnectionBook(limits) { Connections.isWelcomed($0, hasKeys: hasKeys) }
    try socket.set(.handshakeIvl, to: ConnectionBook.handshakeMs)
    try access?.guardSocket(socket, as: door)
    monitor = try SocketMonitor(
      socket, events: [.accepted, .disconnected, .handshakeFailed, .handshakeFailedProtocol]
    ) { [weak self] event in
      access?.hear(event, at: door)
      self?.hear(event, onLost)
    }
  }

  private func hear(_ event: SocketEvent, _ onLost: (Int32) -> Void) {
    let descriptor = Int32(bitPattern: event.value)
    switch event.kind {
    case .accepted:
      let nowMs = Int64(MonotonicInstant.now.nanoseconds / 1_000_000)
      guard let ended = book.accepted(descriptor, nowMs: nowMs) else { return }
      Connections.end(ended)
      onEnded(
        "There are more connections than the router takes; one that had shown nothing was ended.")
    case .disconnected:
      book.lost(descriptor)
      onLost(descriptor)
    default: break
    }
  }

  /// A message came over a connection.
  func heard(_ descriptor: Int32) { book.heard(descriptor) }

  /// Hears at once of connections that are gone, before anything else is done.
  func hearNow() { monitor?.tellNow() }

  /// After the socket is closed.
  func close() {
    book.close()
    monitor = nil
  }
}

import AccessRights
import Bus
import RouterConnections
import ZeroMQ

/// Watches the connections of a router's socket, and closes some if there are too many or if they
/// hold too much data.
///
/// Everything runs on the socket's loop.
final class Admission {
  private var monitor: SocketMonitor?
  private var book: ConnectionBook
  private var heldBytes: HeldBytes
  private let loop: SocketLoop
  private var nextLook: TimerToken?
  private let onEnded: (String) -> Void

  /// Starts counting the connections. Must be called before the socket is bound.
  ///
  /// - Parameters:
  ///   - socket: the socket to watch.
  ///   - door: the purpose of the socket.
  ///   - access: admits only known keys; nil admits every connection.
  ///   - limits: shared by the router's sockets.
  ///   - loop: the socket's loop.
  ///   - onLost: receives the descriptor of each connection that is gone.
  ///   - onEnded: receives the reason when a connection is closed.
  init(
    _ socket: Socket, as door: AccessControl.Door, _ access: AccessControl?,
    _ limits: ConnectionLimits, loop: SocketLoop, onLost: @escaping (Int32) -> Void = { _ in },
    onEnded: @escaping (String) -> Void = { _ in }
  ) throws(ZeroMQError) {
    self.onEnded = onEnded
    self.loop = loop
    // Only services publish at the ingest socket, and their events are too frequent to be counted
    // by connection.
    let isCounted = door != .ingest
    heldBytes = HeldBytes { isCounted ? Connections.receivedBytes($0) : nil }
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
      let nowMs = BusTime.now.steadyMs
      heldBytes.accepted(descriptor, nowMs: nowMs)
      scheduleLook()
      guard let ended = book.accepted(descriptor, nowMs: nowMs) else { return }
      Connections.end(ended)
      onEnded(
        "Too many connections; closed one that had not sent anything.")
    case .disconnected:
      book.lost(descriptor)
      heldBytes.lost(descriptor)
      onLost(descriptor)
    default: break
    }
  }

  /// Records that a message arrived on a connection.
  func heard(_ descriptor: Int32) { book.heard(descriptor) }

  /// Counts a message that was received on a connection.
  func received(_ bytes: Int, frames: Int, over descriptor: Int32) {
    heldBytes.received(bytes, frames: frames, over: descriptor)
  }

  /// Time between two checks of the bytes that connections hold, in milliseconds; the second value
  /// applies while a connection exceeds a limit.
  private static let pausesMs = (usual: 100, urgent: 10)

  private func scheduleLook(afterMs pauseMs: Int = pausesMs.usual) {
    guard nextLook == nil, monitor != nil, !heldBytes.isEmpty else { return }
    nextLook = loop.schedule(after: .milliseconds(pauseMs)) { [weak self] in self?.look() }
  }

  private func look() {
    nextLook = nil
    monitor?.tellNow()
    let findings = heldBytes.look(nowMs: BusTime.now.steadyMs)
    for (descriptor, bytes) in findings.ended {
      Connections.end(descriptor)
      onEnded(
        "Closed a connection with \(bytes) bytes that were not received as complete messages. A message can have"
          + " at most \(Limits.frames) frames and \(Limits.bytes) bytes.")
    }
    scheduleLook(afterMs: findings.isUrgent ? Self.pausesMs.urgent : Self.pausesMs.usual)
  }

  /// Handles pending events of closed connections at once, before anything else.
  func hearNow() { monitor?.tellNow() }

  /// Must be called after the socket is closed.
  func close() {
    book.close()
    monitor = nil
    if let nextLook { loop.cancel(nextLook) }
    nextLook = nil
  }
}

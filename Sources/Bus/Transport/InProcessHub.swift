public import ZeroMQ
import Synchronization

/// A bus within one process, for tests: the same messages and the same order, without sockets.
///
/// As over ZeroMQ, a message is delivered later and not within `send`, a peer that is gone is
/// `unreachable`, and a connection gets a fresh id each time.
///
/// `@unchecked Sendable`: `state` is guarded by its lock; handlers run on their own loops only.
public final class InProcessHub: RouterTransport, @unchecked Sendable {
  public let loop: SocketLoop
  private let state = Mutex(State())

  private struct State {
    var next: UInt64 = 1
    var peers: [ConnectionID: InProcessPeer] = [:]
    var isOpen = false
  }

  private var onMessage: ((ConnectionID, Message) -> Void)?

  public init(loop: SocketLoop) {
    self.loop = loop
  }

  public func open(onMessage: @escaping (ConnectionID, Message) -> Void) throws {
    self.onMessage = onMessage
    let peers = state.withLock { state in
      state.isOpen = true
      return Array(state.peers.values)
    }
    for peer in peers { peer.becameWritable() }
  }

  public func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult {
    guard let peer = state.withLock({ $0.peers[connection] }) else { return .unreachable }
    peer.deliver(message)
    return .sent
  }

  /// The router goes away: its peers cannot send until it is opened again.
  public func close() {
    onMessage = nil
    state.withLock { $0.isOpen = false }
  }

  /// A new connection, on a loop of its own or the same.
  public func connect(on loop: SocketLoop) -> InProcessPeer {
    InProcessPeer(hub: self, loop: loop)
  }

  func register(_ peer: InProcessPeer) -> ConnectionID {
    state.withLock { state in
      let id = ConnectionID(rawValue: state.next)
      state.next += 1
      state.peers[id] = peer
      return id
    }
  }

  func unregister(_ id: ConnectionID) {
    state.withLock { _ = $0.peers.removeValue(forKey: id) }
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func deliver(_ message: Message, from id: ConnectionID) {
    loop.async { self.onMessage?(id, message) }
  }
}

/// A peer's end of an in-process bus.
///
/// `@unchecked Sendable`: its variables are touched on its loop only.
public final class InProcessPeer: PeerTransport, @unchecked Sendable {
  public let loop: SocketLoop
  private let hub: InProcessHub
  private var id: ConnectionID?
  private var onMessage: ((Message) -> Void)?
  private var waiting: (() -> Void)?

  init(hub: InProcessHub, loop: SocketLoop) {
    self.hub = hub
    self.loop = loop
  }

  public func open(onMessage: @escaping (Message) -> Void) throws {
    self.onMessage = onMessage
    id = hub.register(self)
  }

  public func send(_ message: Message) -> Bool {
    guard let id, hub.isOpen else { return false }
    hub.deliver(message, from: id)
    return true
  }

  public func whenWritable(_ body: @escaping () -> Void) {
    if hub.isOpen { body() } else { waiting = body }
  }

  /// Ends the connection as a killed process does: at once.
  public func close() {
    onMessage = nil
    waiting = nil
    if let id { hub.unregister(id) }
    id = nil
  }

  func deliver(_ message: Message) {
    loop.async { self.onMessage?(message) }
  }

  func becameWritable() {
    loop.async {
      let waiting = self.waiting
      self.waiting = nil
      waiting?()
    }
  }
}

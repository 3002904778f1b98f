public import Bus
public import BusRouter
public import RouterConnections
import Threads
public import ZeroMQ

/// A bus within one process, for tests: the same messages in the same order, without sockets.
///
/// As with ZeroMQ, a message is delivered after `send` has returned, a peer that has disconnected
/// is `unreachable`, and each connection gets a new id.
///
/// `@unchecked Sendable`: a lock guards `state`; handlers run only on their own loops.
public final class InProcessHub: RouterTransport, @unchecked Sendable {
  /// The router's loop, on which its messages arrive.
  public let loop: SocketLoop
  private let state = Locked(State())

  private struct State {
    var next: UInt64 = 1
    var peers: [UInt64: InProcessPeer] = [:]
    /// Number of times that the router was opened; its connections get new ids each time.
    var generation: UInt64 = 0
    var isOpen = false

    func id(_ number: UInt64) -> ConnectionID { ConnectionID(rawValue: number << 24 | generation) }

    func number(_ id: ConnectionID) -> UInt64? {
      id == self.id(id.rawValue >> 24) && isOpen ? id.rawValue >> 24 : nil
    }
  }

  private var onReadable: (() -> Void)?
  /// The message that `take` will deliver.
  private var arrived: (from: ConnectionID, message: Message)?

  /// Creates a hub whose router is not open yet: peers may connect, but not send.
  public init(loop: SocketLoop) {
    self.loop = loop
  }

  /// Opens the router: waiting peers may send, and disconnected ones are notified.
  ///
  /// - Parameter onReadable: called on the loop for each message, which `take` then delivers.
  public func open(onReadable: @escaping () -> Void) throws {
    self.onReadable = onReadable
    let peers = state.withLock { state in
      state.isOpen = true
      state.generation += 1
      return Array(state.peers.values)
    }
    for peer in peers { peer.becameOpen() }
  }

  /// Delivers the message that has arrived, if any, to `receive`.
  ///
  /// - Parameters:
  ///   - route: never called here.
  ///   - receive: receives the message and the connection that sent it.
  ///   - undelivered: never called here, because no message is forwarded unread.
  public func take(
    route: (_ from: ConnectionID, _ head: UnsafeRawBufferPointer, _ size: Int) -> Passage?,
    receive: (_ from: ConnectionID, Message) -> Void,
    undelivered: (_ to: ConnectionID, Message, RouterSendResult) -> Void
  ) {
    guard let (from, message) = arrived else { return }
    arrived = nil
    receive(from, message)
  }

  /// Delivers a message to a peer, later and on that peer's loop.
  ///
  /// - Returns: `unreachable` for a peer that has disconnected, and for an id from before the
  ///   router was last opened.
  public func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult {
    let peer = state.withLock { state in state.number(connection).flatMap { state.peers[$0] } }
    guard let peer else { return .unreachable }
    peer.deliver(message)
    return .sent
  }

  /// Closes the router: its peers cannot send until it is opened again.
  public func close() {
    onReadable = nil
    state.withLock { $0.isOpen = false }
  }

  /// Creates a connection, on the router's loop or on another one.
  public func connect(on loop: SocketLoop) -> InProcessPeer {
    InProcessPeer(hub: self, loop: loop)
  }

  func register(_ peer: InProcessPeer) -> UInt64 {
    state.withLock { state in
      let number = state.next
      state.next += 1
      state.peers[number] = peer
      return number
    }
  }

  func unregister(_ number: UInt64) {
    state.withLock { _ = $0.peers.removeValue(forKey: number) }
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Delivers a message to the router.
  ///
  /// - Returns: false if the router is closed.
  func deliver(_ message: Message, from number: UInt64) -> Bool {
    let id = state.withLock { $0.isOpen ? $0.id(number) : nil }
    guard let id else { return false }
    loop.async {
      // Messages in transit are lost when the router closes.
      guard self.state.withLock({ $0.isOpen && $0.id(number) == id }) else { return }
      self.arrived = (id, message)
      self.onReadable?()
    }
    return true
  }
}

/// A peer's end of an in-process bus.
///
/// `@unchecked Sendable`: its variables are used only on its loop.
public final class InProcessPeer: PeerTransport, @unchecked Sendable {
  /// Loop on which this peer receives its messages.
  public let loop: SocketLoop
  private let hub: InProcessHub
  private var number: UInt64?
  private var onMessage: ((Message) -> Void)?
  private var reconnected: (() -> Void)?
  private var wasConnected = false
  private var waiting: (() -> Void)?

  init(hub: InProcessHub, loop: SocketLoop) {
    self.hub = hub
    self.loop = loop
  }

  /// Joins the hub, whether or not the router is open; messages are then delivered on the loop, in
  /// order.
  public func open(onMessage: @escaping (Message) -> Void) throws {
    self.onMessage = onMessage
    number = hub.register(self)
    wasConnected = hub.isOpen
  }

  /// Sends a message to the router.
  ///
  /// - Returns: false before `open`, after `close`, and while the router is closed.
  public func send(_ message: Message) -> Bool {
    guard let number else { return false }
    return hub.deliver(message, from: number)
  }

  /// Sets a closure that is called on the loop each time the router is opened again.
  public func onReconnect(_ body: @escaping () -> Void) { reconnected = body }

  /// Calls `body` immediately if the router is open, or else on the loop once it is. Only the last
  /// closure is kept.
  public func whenWritable(_ body: @escaping () -> Void) {
    if hub.isOpen { body() } else { waiting = body }
  }

  /// Closes the connection immediately, as if the process were killed.
  public func close() {
    onMessage = nil
    waiting = nil
    reconnected = nil
    if let number { hub.unregister(number) }
    number = nil
  }

  func deliver(_ message: Message) {
    loop.async { self.onMessage?(message) }
  }

  func becameOpen() {
    loop.async {
      if self.wasConnected { self.reconnected?() }
      self.wasConnected = true
      let waiting = self.waiting
      self.waiting = nil
      waiting?()
    }
  }
}

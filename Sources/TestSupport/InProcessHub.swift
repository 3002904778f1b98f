public import Bus
public import BusRouter
import Threads
public import ZeroMQ

/// A bus within one process, for tests: the same messages and the same order, without sockets.
///
/// As over ZeroMQ, a message is delivered later and not within `send`, a peer that is gone is
/// `unreachable`, and a connection gets a fresh id each time.
///
/// `@unchecked Sendable`: `state` is guarded by its lock; handlers run on their own loops only.
public final class InProcessHub: RouterTransport, @unchecked Sendable {
  /// The router's thread, on which what was sent to it arrives.
  public let loop: SocketLoop
  private let state = Locked(State())

  private struct State {
    var next: UInt64 = 1
    var peers: [UInt64: InProcessPeer] = [:]
    /// How often the router was opened: its connections have other ids each time.
    var generation: UInt64 = 0
    var isOpen = false

    func id(_ number: UInt64) -> ConnectionID { ConnectionID(rawValue: number << 24 | generation) }

    func number(_ id: ConnectionID) -> UInt64? {
      id == self.id(id.rawValue >> 24) && isOpen ? id.rawValue >> 24 : nil
    }
  }

  private var onReadable: (() -> Void)?
  /// What is to be taken at this moment.
  private var arrived: (from: ConnectionID, message: Message)?

  /// A hub whose router is not open yet: peers may connect, but nothing can be sent.
  public init(loop: SocketLoop) {
    self.loop = loop
  }

  /// Opens the router: peers that waited may send, and those that lost it learn that it is back.
  ///
  /// - Parameter onReadable: called on the loop for each message, which `take` then gives out.
  public func open(onReadable: @escaping () -> Void) throws {
    self.onReadable = onReadable
    let peers = state.withLock { state in
      state.isOpen = true
      state.generation += 1
      return Array(state.peers.values)
    }
    for peer in peers { peer.becameOpen() }
  }

  /// Gives out the one message that arrived, if any, to `receive`.
  ///
  /// - Parameters:
  ///   - route: never asked here.
  ///   - receive: takes the message and the connection from which it came.
  ///   - undelivered: never told here, as nothing is passed on unread.
  public func take(
    route: (_ from: ConnectionID, _ head: UnsafeRawBufferPointer) -> ConnectionID?,
    receive: (_ from: ConnectionID, Message) -> Void,
    undelivered: (_ to: ConnectionID, Message, RouterSendResult) -> Void
  ) {
    guard let (from, message) = arrived else { return }
    arrived = nil
    receive(from, message)
  }

  /// Delivers a message to a peer, later and on that peer's loop.
  ///
  /// - Returns: `unreachable` for a peer that is gone and for an id of an earlier opening.
  public func send(_ message: Message, to connection: ConnectionID) -> RouterSendResult {
    let peer = state.withLock { state in state.number(connection).flatMap { state.peers[$0] } }
    guard let peer else { return .unreachable }
    peer.deliver(message)
    return .sent
  }

  /// The router goes away: its peers cannot send until it is opened again.
  public func close() {
    onReadable = nil
    state.withLock { $0.isOpen = false }
  }

  /// A new connection, on a loop of its own or the same.
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

  /// - Returns: false if there is no router.
  func deliver(_ message: Message, from number: UInt64) -> Bool {
    let id = state.withLock { $0.isOpen ? $0.id(number) : nil }
    guard let id else { return false }
    loop.async {
      // What was on its way when the router went away is lost with it.
      guard self.state.withLock({ $0.isOpen && $0.id(number) == id }) else { return }
      self.arrived = (id, message)
      self.onReadable?()
    }
    return true
  }
}

/// A peer's end of an in-process bus.
///
/// `@unchecked Sendable`: its variables are touched on its loop only.
public final class InProcessPeer: PeerTransport, @unchecked Sendable {
  /// The thread on which this peer gets its messages.
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

  /// Joins the hub, whether or not the router is open; messages then come on the loop, in order.
  public func open(onMessage: @escaping (Message) -> Void) throws {
    self.onMessage = onMessage
    number = hub.register(self)
    wasConnected = hub.isOpen
  }

  /// Sends a message to the router.
  ///
  /// - Returns: false before `open`, after `close`, and while the router is away.
  public func send(_ message: Message) -> Bool {
    guard let number else { return false }
    return hub.deliver(message, from: number)
  }

  /// Calls, on the loop, each time the router is opened again.
  public func onReconnect(_ body: @escaping () -> Void) { reconnected = body }

  /// Calls at once if the router is open, else on the loop as soon as it is. Only the last body
  /// that has to wait is kept.
  public func whenWritable(_ body: @escaping () -> Void) {
    if hub.isOpen { body() } else { waiting = body }
  }

  /// Ends the connection as a killed process does: at once.
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

public import ZeroMQ

/// A DEALER that connects to the router.
///
/// `@unchecked Sendable`: the socket is created, used and closed on its loop, which libzmq's
/// wrapper checks.
public final class ZeroMQTransport: PeerTransport, @unchecked Sendable {
  /// The thread that creates, uses and closes the socket.
  public let loop: SocketLoop
  private let context: Context
  private let endpoints: [String]
  private var current = 0
  private var socket: Socket?
  private let keys: KeySource?
  private var connector: Connector?
  private var connections = 0
  private var isConnected = false
  private var received: ((Message) -> Void)?
  /// Timer after which the next router is tried if this one has not answered.
  private var nextTurn: TimerToken?
  /// Number of consecutive routers that did not answer.
  private var turns = 0
  private var reconnected: (() -> Void)?
  private var refused: ((ConnectionRefusal?) -> Void)?
  /// Called when the connection is restored.
  private var waiting: (() -> Void)?
  /// Called when the socket is writable again.
  private var writable: (() -> Void)?

  /// Creates a transport; `open` connects it.
  ///
  /// - Parameters:
  ///   - endpoint: the router's commands endpoint, such as `tcp://router:5550`. For routers in
  ///     failover, all their endpoints, separated by commas; the transport connects to one at a
  ///     time, and to the next one when the connection is lost.
  ///   - keys: this client's keys; nil if keys are not in use.
  public init(_ endpoint: String, context: Context, loop: SocketLoop, keys: KeySource? = nil) {
    self.keys = keys
    endpoints = endpoint.routerAddresses
    self.context = context
    self.loop = loop
  }

  /// Creates the socket and starts to connect; returns before the connection is established. Must
  /// be called on the loop.
  ///
  /// - Parameter onMessage: called on the loop. A message beyond the `Limits` arrives truncated,
  ///   with too many frames, so that `Envelope` rejects it.
  /// - Throws: `ZeroMQError` if the endpoint or the keys are unusable.
  public func open(onMessage: @escaping (Message) -> Void) throws {
    received = onMessage
    try openSocket()
  }

  private func openSocket() throws {
    let socket = try Socket(.dealer, in: context, on: loop)
    do {
      try socket.set(.linger, to: 1000)
      try socket.set(.sndhwm, to: 20_000)
      try socket.set(.rcvhwm, to: 20_000)
      try socket.set(.maxMsgSize, to: Limits.bytes)
      try socket.setReconnection()
      socket.limits = MessageLimits(frames: Limits.frames, bytes: Limits.bytes)
      let address = endpoints.isEmpty ? "" : endpoints[current % endpoints.count]
      let connector = try Connector(socket, to: [address], keys: keys) { [weak self, weak socket] in
        // Events of an earlier socket no longer matter.
        if let self, let socket, socket === self.socket { changed($0) }
      }
      self.connector = connector
      try connector.connect()
    } catch {
      connector = nil
      socket.close()
      throw error
    }
    self.socket = socket
    if let received { loop.watch(socket) { socket.drain(onMessage: received) } }
    if hasAlternatives { turn(afterMs: answerMs) }
  }

  /// Sends a message over the current connection. Without a connection, rejects it, so that no
  /// outdated message is sent over the next one.
  ///
  /// libzmq has an option for this (ZMQ_IMMEDIATE). However, with this option, losing a connection
  /// between two frames of a received message ends the process: “Assertion failed: !_more
  /// (src/fq.cpp)”, observed with libzmq 4.3.4. The transport therefore watches the connection
  /// itself.
  public func send(_ message: Message) -> Bool {
    guard let socket, isConnected else { return false }
    return (try? socket.trySend(message)) == .sent
  }

  /// Calls `body` once, when the queue is no longer full or, without a connection, when a
  /// connection is established. In the second case, only the last of several closures is called.
  public func whenWritable(_ body: @escaping () -> Void) {
    guard let socket else { return }
    guard isConnected else { return waiting = body }
    writable = body
    loop.notifyWhenWritable(socket) { [weak self] in
      guard let self, let body = writable else { return }
      writable = nil
      body()
    }
  }

  /// Calls `body` at each handshake after the first one; replaces the earlier callback.
  public func onReconnect(_ body: @escaping () -> Void) { reconnected = body }

  /// Calls `body` at each refusal, and with nil at each successful handshake; replaces the earlier
  /// callback.
  public func onRefusal(_ body: @escaping (ConnectionRefusal?) -> Void) { refused = body }

  private func changed(_ change: Connector.Change) {
    switch change {
    case .connected: connected()
    case .lost:
      isConnected = false
      if hasAlternatives { turn(afterMs: pauseMs) }
    case .unanswered:
      if hasAlternatives { turn(afterMs: pauseMs) }
    case .refused(let refusal): refused?(refusal)
    }
  }

  private func connected() {
    isConnected = true
    turns = 0
    cancelTurn()
    refused?(nil)
    connections += 1
    if let body = waiting {
      waiting = nil
      whenWritable(body)
    }
    if connections > 1 { reconnected?() }
  }

  // MARK: Several routers

  /// Time within which a router must answer, in milliseconds. A suspended router never answers, and
  /// a distant one gets more time in each round.
  private var answerMs: Int { 500 << min(turns / max(endpoints.count, 1), 2) }

  /// Wait before the next router is tried, in milliseconds. If all routers are unavailable, the
  /// wait keeps peers from trying them too often and all at the same time.
  private var pauseMs: Int {
    let base = min(400, 50 << min(turns / max(endpoints.count, 1), 3))
    var random = PooledRandom()
    return base + Int.random(in: 0...base / 2, using: &random)
  }

  /// True if more than one router was given.
  public var hasAlternatives: Bool { endpoints.count > 1 }

  /// Gives up the current router and connects to the next one.
  public func turn() {
    guard hasAlternatives, socket != nil else { return }
    cancelTurn()
    turns += 1
    current = (current + 1) % endpoints.count
    isConnected = false
    // A caller that was waiting for a full queue now waits for a connection.
    waiting = writable ?? waiting
    writable = nil
    connector?.close()
    connector = nil
    socket?.close()
    socket = nil
    openAgain()
  }

  private func openAgain() {
    nextTurn = nil
    guard received != nil, socket == nil else { return }
    do {
      try openSocket()
    } catch {
      // Opening may fail, for example because the system has run out of descriptors. Without a
      // socket, no event will trigger another attempt.
      nextTurn = loop.schedule(after: .milliseconds(answerMs)) { [weak self] in
        self?.openAgain()
      }
    }
  }

  private func turn(afterMs waitMs: Int) {
    cancelTurn()
    nextTurn = loop.schedule(after: .milliseconds(waitMs)) { [weak self] in
      guard let self else { return }
      nextTurn = nil
      if !isConnected { turn() }
    }
  }

  private func cancelTurn() {
    if let nextTurn { loop.cancel(nextTurn) }
    nextTurn = nil
  }

  /// Closes the socket and forgets the callbacks. Queued messages are still sent, for at most one
  /// second.
  public func close() {
    reconnected = nil
    refused = nil
    waiting = nil
    writable = nil
    received = nil
    cancelTurn()
    isConnected = false
    connector?.close()
    connector = nil
    socket?.close()
    socket = nil
  }
}

extension Socket {
  /// Maximum number of messages that one turn of the loop reads from a socket before it serves
  /// others.
  private static var batch: Int { 64 }

  /// Reads the available messages, up to a batch. The loop calls it again while there are more.
  package func drain(onMessage: (Message) -> Void) {
    for _ in 0..<Self.batch {
      guard !isClosed else { return }
      do {
        guard let message = try receive() else { return }
        onMessage(message)
      } catch let error where error.truncated != nil {
        // A message beyond the limits: the reader rejects its truncated form.
        if let truncated = error.truncated { onMessage(truncated.oversized) }
      } catch {
        return
      }
    }
  }

  /// Sets short reconnection intervals, randomised so that processes that lost the same router do
  /// not all reconnect at the same time.
  func setReconnection() throws(ZeroMQError) {
    try set(.reconnectIvl, to: Int.random(in: 20...80))
    try set(.reconnectIvlMax, to: 1000)
    // A machine without memory drops the first packet of a connection. The kernel sends that packet
    // again after 1, 3, 7, 15, 31, 63 and 127 seconds, so a new attempt is sooner than the kernel's.
    try set(.connectTimeout, to: 2000)
    try set(.handshakeIvl, to: 2000)
    // A router whose machine has failed does not answer at all; TCP alone would take minutes to
    // detect that.
    try set(.heartbeatIvl, to: 3000)
    try set(.heartbeatTimeout, to: 10_000)
  }
}

extension Message {
  /// The message, truncated on receipt, padded with empty frames beyond the limit, so that it is
  /// rejected as too large and its beginning is not executed.
  package var oversized: Message {
    var message = self
    // Two additional frames are needed, because a ROUTER removes the first one.
    while message.count <= Limits.frames + 1 { message.append(Frame()) }
    return message
  }
}

public import ZeroMQ

/// A DEALER that connects to the router.
///
/// `@unchecked Sendable`: the socket is created, used and closed on its loop, which libzmq's wrapper
/// checks.
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
  /// When the next router is tried, if this one has not answered by then.
  private var nextTurn: TimerToken?
  /// How many routers in a row did not answer.
  private var turns = 0
  private var reconnected: (() -> Void)?
  private var refused: ((ConnectionRefusal?) -> Void)?
  /// Called when there is a connection again.
  private var waiting: (() -> Void)?
  /// Called when the socket has room.
  private var writable: (() -> Void)?

  /// A transport that is not connected yet: `open` does that.
  ///
  /// - Parameters:
  ///   - endpoint: the router's commands endpoint, such as `tcp://router:5550`. Of several routers that take turns,
  ///     all of them, with commas: there is a connection to one at a time, and to the next when that one is gone.
  ///   - keys: who this end is; nil where no keys are used.
  public init(_ endpoint: String, context: Context, loop: SocketLoop, keys: KeySource? = nil) {
    self.keys = keys
    endpoints = endpoint.routerAddresses
    self.context = context
    self.loop = loop
  }

  /// Makes the socket and begins to connect; it returns before there is a connection. On the loop.
  ///
  /// - Parameter onMessage: called on the loop. A message beyond the `Limits` comes cut, with too
  ///   many frames, so that `Envelope` refuses it.
  /// - Throws: `ZeroMQError` if the endpoint or the keys cannot be used.
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
        // What an earlier socket still has to say is of no interest.
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

  /// Without a connection nothing is taken, so that nothing old goes out when there is one again.
  ///
  /// libzmq has an option for that (ZMQ_IMMEDIATE). But with it a connection that is lost while a
  /// message is being received, between two of its frames, ends the process: “Assertion failed: !_more
  /// (src/fq.cpp)”, seen with libzmq 4.3.4. So the connection is watched here.
  public func send(_ message: Message) -> Bool {
    guard let socket, isConnected else { return false }
    return (try? socket.trySend(message)) == .sent
  }

  /// Calls once when the queue has room or, without a connection, when there is one; then only the
  /// last of several calls counts.
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

  /// Calls at each handshake after the first one, in place of what was given before.
  public func onReconnect(_ body: @escaping () -> Void) { reconnected = body }

  /// Calls at each refusal, and with nil at each handshake that succeeds, in place of what was
  /// given before.
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

  /// How long a router may take to answer, in milliseconds. One that is suspended never does, and one that is far away
  /// has more time in each round.
  private var answerMs: Int { 500 << min(turns / max(endpoints.count, 1), 2) }

  /// How long to wait before the next router is tried, in milliseconds, so that those that all are away are not asked
  /// too often, and not by all peers in step.
  private var pauseMs: Int {
    let base = min(400, 50 << min(turns / max(endpoints.count, 1), 3))
    var random = PooledRandom()
    return base + Int.random(in: 0...base / 2, using: &random)
  }

  /// Whether more than one router was given.
  public var hasAlternatives: Bool { endpoints.count > 1 }

  /// Gives the present router up and connects to the next one.
  public func turn() {
    guard hasAlternatives, socket != nil else { return }
    cancelTurn()
    turns += 1
    current = (current + 1) % endpoints.count
    isConnected = false
    // Whoever waits for room waits for a connection from now on.
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
      // The system is out of descriptors, say; there is no socket to hear of a change.
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

  /// Closes the socket and forgets whom to call. What is in its queue still goes out, for one
  /// second at most.
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
  /// How many messages a turn of the loop takes from one socket before others have theirs.
  private static var batch: Int { 64 }

  /// Takes what is there, up to a batch; the loop calls again while there is more.
  package func drain(onMessage: (Message) -> Void) {
    for _ in 0..<Self.batch {
      guard !isClosed else { return }
      do {
        guard let message = try receive() else { return }
        onMessage(message)
      } catch let error where error.truncated != nil {
        // More frames or bytes than allowed: the reader refuses what is left of it.
        if let truncated = error.truncated { onMessage(truncated.oversized) }
      } catch {
        return
      }
    }
  }

  /// Reconnects quickly, and not in step with the other processes that lost the same router.
  func setReconnection() throws(ZeroMQError) {
    try set(.reconnectIvl, to: Int.random(in: 20...80))
    try set(.reconnectIvlMax, to: 1000)
    try set(.handshakeIvl, to: 2000)
    // A router whose machine is gone answers nothing at all; TCP alone would wait for minutes.
    try set(.heartbeatIvl, to: 3000)
    try set(.heartbeatTimeout, to: 10_000)
  }
}

extension Message {
  /// A message that was cut when it was received, with one frame too many, so that it is refused as
  /// too large and nothing is done with its beginning.
  package var oversized: Message {
    var message = self
    // Two too many, as a ROUTER takes one frame off the front.
    while message.count <= Limits.frames + 1 { message.append(Frame()) }
    return message
  }
}

public import Foundation
public import ZeroMQ

/// One connection to the router: commands and delegate calls go out, answers and, for a service,
/// commands come in.
///
/// The actor runs on the thread that owns the socket.
public actor Peer {
  public nonisolated let loop: SocketLoop
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// A call that waits for its answer.
  struct Waiting {
    var message: Message
    var continuation: CheckedContinuation<Envelope, any Error>
    var timeout: TimerToken
    var onPart: (@Sendable (Data) -> Void)?
  }

  let transport: any PeerTransport
  let configuration: PeerConfiguration
  /// What is offered to the router; nil for a tool.
  private(set) var service: ServiceDefinition?
  /// This run of this peer.
  public nonisolated let instance: UUID
  let onNotice: @Sendable (PeerNotice) -> Void

  var waiting: [UUID: Waiting] = [:]
  var outbox: [Message] = []
  var isFlushing = false
  /// The run of the router that was heard last.
  var router: UUID?
  var isWelcome = false
  var isClosed = false
  /// Commands that the service has under way.
  var inFlight = 0
  var idleWaiters: [CheckedContinuation<Void, Never>] = []
  var welcomeWaiters: [UUID: CheckedContinuation<Void, any Error>] = [:]
  var isSayingHello = false
  var pulse: (@Sendable () async -> Void)?

  /// - Parameters:
  ///   - transport: the way to the router.
  ///   - configuration: how it behaves.
  ///   - onNotice: told what happens to the connection; called on the loop.
  public init(
    transport: any PeerTransport, configuration: PeerConfiguration = PeerConfiguration(),
    instance: UUID = UUID(),
    onNotice: @escaping @Sendable (PeerNotice) -> Void = { _ in }
  ) {
    self.transport = transport
    self.loop = transport.loop
    self.configuration = configuration
    self.instance = instance
    self.onNotice = onNotice
  }

  /// Opens the connection; a service says hello.
  ///
  /// - Parameters:
  ///   - service: what is offered to the router; nil for a tool.
  ///   - pulse: called before each heartbeat on the thread that does the work: while that one hangs,
  ///     no heartbeat goes out.
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
  public func open(
    as service: ServiceDefinition? = nil, pulse: (@Sendable () async -> Void)? = nil
  ) throws {
    self.service = service
    self.pulse = pulse
    try transport.open { [weak self] message in
      self?.assumeIsolated { $0.receive(message) }
    }
    if service != nil { sayHello() }
    scheduleHeartbeat()
  }

  /// Ends the connection. Calls that still wait fail as `unavailable`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    let error = BusError(.unavailable, "The connection to the router was closed.")
    for id in waiting.keys { finish(id, .failure(error)) }
    for waiter in welcomeWaiters.values { waiter.resume(throwing: error) }
    welcomeWaiters = [:]
    transport.close()
  }

  /// Returns when the router has taken the hello.
  ///
  /// - Throws: `BusError` when the connection is closed first, `CancellationError` when the task is
  ///   cancelled first.
  public func waitUntilWelcome() async throws {
    if isWelcome { return }
    if isClosed { throw BusError(.unavailable, "The connection to the router was closed.") }
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          welcomeWaiters[id] = continuation
        }
      }
    } onCancel: {
      Task { await self.stopWaiting(id) }
    }
  }

  private func stopWaiting(_ id: UUID) {
    welcomeWaiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
  }

  // MARK: Sending

  /// Sends at once, or as soon as there is a connection.
  func post(_ message: Message) {
    guard !isClosed else { return }
    if outbox.isEmpty, transport.send(message) { return }
    guard outbox.count < configuration.outbox else {
      onNotice(.unexpected("The queue to the router is full; a message was dropped."))
      return
    }
    outbox.append(message)
    flushWhenWritable()
  }

  func post(_ envelope: Envelope) {
    do {
      post(try envelope.message())
    } catch {
      onNotice(.unexpected("A message was not sent: \(error.message)"))
    }
  }

  private func flushWhenWritable() {
    guard !isFlushing else { return }
    isFlushing = true
    transport.whenWritable { [weak self] in
      self?.assumeIsolated { $0.flush() }
    }
  }

  private func flush() {
    isFlushing = false
    guard !isClosed else { return }
    var sent = 0
    while sent < outbox.count, transport.send(outbox[sent]) { sent += 1 }
    outbox.removeFirst(sent)
    if !outbox.isEmpty { flushWhenWritable() }
  }

  // MARK: Receiving

  private func receive(_ message: Message) {
    let envelope: Envelope
    do {
      envelope = try Envelope(message)
    } catch {
      onNotice(.unexpected("A message from the router cannot be read: \(error.message)"))
      return
    }
    let header = envelope.head.header
    switch envelope.head.kind {
    case .command: serve(envelope)
    case .final, .error, .ok: answer(envelope)
    case .part:
      if let cause = header.cause { waiting[cause]?.onPart?(envelope.body) }
    case .heartbeat: heard(envelope)
    case .rehello:
      heard(envelope)
      isWelcome = false
      sayHello()
    case .bye: break
    case .hello, .delegate:
      onNotice(.unexpected("The router sent \(envelope.head.kind.rawValue)."))
    }
  }

  /// A heartbeat or a REHELLO tells which run of the router speaks.
  private func heard(_ envelope: Envelope) {
    guard let pulse = try? BusJSON.decode(Pulse.self, from: envelope.body) else { return }
    let previous = router
    router = pulse.router
    guard let previous, previous != pulse.router else { return }
    onNotice(.routerChanged(router: pulse.router))
    if service == nil { sendAgain() }
  }

  /// A router that was started anew has forgotten what was under way.
  func sendAgain() {
    for call in waiting.values { post(call.message) }
  }

  private func answer(_ envelope: Envelope) {
    guard let cause = envelope.head.header.cause, waiting[cause] != nil else { return }
    if envelope.head.kind == .error {
      finish(cause, .failure(envelope.busError))
    } else {
      finish(cause, .success(envelope))
    }
  }

  func finish(_ id: UUID, _ result: Result<Envelope, any Error>) {
    guard let call = waiting.removeValue(forKey: id) else { return }
    loop.cancel(call.timeout)
    call.continuation.resume(with: result)
  }

  // MARK: Heartbeats

  private func scheduleHeartbeat() {
    guard !isClosed else { return }
    loop.schedule(after: .milliseconds(configuration.heartbeatMs)) { [weak self] in
      self?.assumeIsolated { $0.beat() }
    }
  }

  private func beat() {
    scheduleHeartbeat()
    guard let service else {
      // A tool only wants to know whether the router is still the one that has its calls.
      if !waiting.isEmpty { sendHeartbeat("-") }
      return
    }
    Task {
      await pulse?()
      sendHeartbeat(service.name)
    }
  }

  private func sendHeartbeat(_ target: String) {
    // Never queued: an old heartbeat says nothing.
    guard !isClosed, outbox.isEmpty else { return }
    let envelope = Envelope(.heartbeat, target: target, header: Header())
    if let message = try? envelope.message() { _ = transport.send(message) }
  }
}

import FastJSON
public import Foundation
public import ZeroMQ

/// A connection to the router. It sends commands and delegate calls, and receives replies and, for
/// a service, commands.
///
/// The actor runs on the thread that owns the socket.
///
/// ```swift
/// let transport = ZeroMQTransport("tcp://localhost:5550", context: context, loop: loop)
/// let peer = Peer(transport: transport)
/// try await peer.open()
/// let reply = try await peer.request("router.health", body: Data("{}".utf8))
/// ```
public actor Peer {
  /// The transport's thread, which owns the socket and runs the actor.
  public nonisolated let loop: SocketLoop
  /// The loop as the actor's executor, so that messages from the socket need no thread switch.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// A call that waits for its reply.
  struct Waiting {
    /// The receiver of the reply.
    enum Answer {
      case envelope((Result<Envelope, any Error>) -> Void)
      case notice(Notice)
    }

    let kind: Kind
    let target: String
    /// True if the call has an idempotency key and may therefore be sent twice.
    let isIdempotent: Bool
    let message: Message
    let answer: Answer
    /// Position among all calls: calls are sent again in their original order.
    var order = 0
    var wasSent = false
    var timeout: TimerToken?
  }

  /// Moments that a caller can wait for.
  enum Moment { case welcome, succession }

  /// A message that waits for a connection.
  struct Outgoing {
    /// The call that the message belongs to; nil for a reply.
    var call: UUID?
    var message: Message
  }

  let transport: any PeerTransport
  let configuration: PeerConfiguration
  /// The service that is registered with the router; nil for a tool.
  private(set) var service: ServiceDefinition?
  /// Identifies this run of this peer.
  public nonisolated let instance: UUID
  let onNotice: @Sendable (PeerNotice) -> Void

  var waiting: [UUID: Waiting] = [:]
  var calls = 0
  /// Number of waiting calls that are notices.
  var notices = 0
  /// Reused buffer for outgoing messages.
  var scratch = JSONWriter()
  var outbox: [Outgoing] = []
  var isFlushing = false
  /// Id of the router run that sent the last message.
  var router: UUID?
  /// Time of the last message from the router.
  var lastHeard: MonotonicInstant?
  var isWelcome = false
  /// True once the router has accepted a registration: from then on, another active instance is a
  /// successor of this one.
  var wasWelcome = false
  var isSuperseded = false
  var isDraining = false
  /// True after the `BYE`: commands that still arrive are rejected.
  var isDrained = false
  var hasLeft = false
  var isOpen = false
  var isClosed = false
  /// Number of commands that the service is executing.
  var inFlight = 0
  var idleWaiters: [CheckedContinuation<Void, Never>] = []
  var waiters: [UUID: (moment: Moment, continuation: CheckedContinuation<Void, any Error>)] = [:]
  var isSayingHello = false
  /// The registration in progress.
  var hello: UUID?
  var isForgotten = false
  var heartbeatMs: Int
  var nextBeat: TimerToken?
  /// Time since which a reply of the router has been outstanding; nil if none is.
  var owedSince: MonotonicInstant?
  var isPulsing = false
  /// Id of the heartbeat that a tool sent ahead of its calls on a new connection. The reply
  /// identifies the router that has received the calls, so that they are not sent to that router
  /// twice.
  var leadingBeat: UUID?
  var pulse: (@Sendable () async -> [String])?
  /// The instances with which the service shares its work, according to the router.
  public internal(set) var share: Share?
  private var onShare: (@Sendable (Share) -> Void)?
  private var epoch: String?
  private var onEpoch: (@Sendable () -> Void)?
  private var onReturn: (@Sendable () -> Void)?
  private var onRouter: (@Sendable () -> Void)?
  private var isReturning = false
  /// The router that accepted the last registration.
  private var welcomedBy: UUID?
  /// The reason why the router refuses this peer; nil while it accepts it or is unavailable.
  var refusal: ConnectionRefusal?

  /// Creates a peer; `open` connects it.
  ///
  /// - Parameters:
  ///   - transport: the connection to the router.
  ///   - configuration: timeouts and limits of the peer.
  ///   - instance: identifies this run of the peer.
  ///   - onNotice: receives events of the connection; called on the loop.
  public init(
    transport: any PeerTransport, configuration: PeerConfiguration = PeerConfiguration(),
    instance: UUID = UUID(),
    onNotice: @escaping @Sendable (PeerNotice) -> Void = { _ in }
  ) {
    self.transport = transport
    self.loop = transport.loop
    self.configuration = configuration
    self.instance = instance
    self.heartbeatMs = configuration.heartbeatMs
    self.onNotice = onNotice
  }

  /// Opens the connection, and registers the service if there is one. The loop keeps this object
  /// alive until it is closed. Weak references would avoid that, but would make each use more
  /// expensive.
  ///
  /// - Parameters:
  ///   - service: the service to register; nil for a tool.
  ///   - pulse: called before each heartbeat on the thread that does the work: while that thread
  ///     hangs, no heartbeat is sent. The heartbeat carries the result: see `Vitals`.
  ///   - onShare: called on the loop when the set of instances that share the service's work
  ///     changes.
  ///   - onEpoch: called on the loop when the epoch of the journal changes.
  ///   - onReturn: called on the loop when the same router accepts the service again after having
  ///     given it up.
  ///   - onRouter: called on the loop when a different router has accepted the registration.
  /// - Throws: `ZeroMQError` if the endpoint is unusable.
  public func open(
    as service: ServiceDefinition? = nil, pulse: (@Sendable () async -> [String])? = nil,
    onShare: (@Sendable (Share) -> Void)? = nil, onEpoch: (@Sendable () -> Void)? = nil,
    onReturn: (@Sendable () -> Void)? = nil, onRouter: (@Sendable () -> Void)? = nil
  ) throws {
    self.onShare = onShare
    self.onEpoch = onEpoch
    self.onReturn = onReturn
    self.onRouter = onRouter
    self.service = service
    self.pulse = pulse
    try transport.open { message in
      self.assumeIsolated { $0.receive(message) }
    }
    isOpen = true
    transport.onReconnect {
      self.assumeIsolated { $0.reconnected() }
    }
    transport.onRefusal { refusal in
      self.assumeIsolated { $0.refused(refusal) }
    }
    loop.onStop {
      self.assumeIsolated { $0.close() }
    }
    if service != nil { sayHello() }
    if !outbox.isEmpty { flushWhenWritable() }
    scheduleHeartbeat()
    if transport.hasAlternatives { watchRouter() }
  }

  /// Closes the connection. Waiting calls fail as `unavailable`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    let error = BusError(.unavailable, "The connection to the router was closed.")
    for id in waiting.keys { finish(id, .failure(error)) }
    for waiter in waiters.values { waiter.continuation.resume(throwing: error) }
    waiters = [:]
    resumeIdleWaiters()
    outbox = []
    if let nextBeat { loop.cancel(nextBeat) }
    transport.close()
  }

  /// Returns when the router has accepted the registration.
  ///
  /// - Throws: `BusError` if the connection is closed first, or `CancellationError`.
  public func waitUntilWelcome() async throws {
    if !isWelcome { try await wait(for: .welcome) }
  }

  /// Returns when another instance has replaced this service; see `PeerNotice.superseded`.
  ///
  /// - Throws: `BusError` if the connection is closed first, or `CancellationError`.
  public func waitUntilSuperseded() async throws {
    if !isSuperseded { try await wait(for: .succession) }
  }

  private func wait(for moment: Moment) async throws {
    if isClosed { throw BusError(.unavailable, "The connection to the router was closed.") }
    try Task.checkCancellation()
    let id = Header.freshID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiters[id] = (moment, $0) }
    } onCancel: {
      Task { await self.cancelWait(id) }
    }
  }

  /// Resumes the callers that wait for a moment.
  func resumeWaiters(for moment: Moment) {
    for (id, waiter) in waiters where waiter.moment == moment {
      waiters[id] = nil
      waiter.continuation.resume()
    }
  }

  private func cancelWait(_ id: UUID) {
    waiters.removeValue(forKey: id)?.continuation.resume(throwing: CancellationError())
  }

  // MARK: Receiving

  private func receive(_ message: Message) {
    lastHeard = loop.now
    if takeNotice(message) { return }
    let envelope: Envelope
    do {
      envelope = try Envelope(message)
    } catch {
      onNotice(.unexpected("A message from the router cannot be read: \(error.message)"))
      return
    }
    switch envelope.head.kind {
    case .command: serve(envelope)
    case .final, .error, .ok: answer(envelope)
    case .heartbeat: heard(envelope)
    case .rehello:
      let (knew, wasThere) = (router, isWelcome)
      heard(envelope)
      // The same router may have made decisions about this service while it was disconnected.
      if wasThere, knew == router { isReturning = true }
      isWelcome = false
      // The router accepted the registration, but forgot it again before the caller resumed.
      if let hello, waiting[hello] == nil { isForgotten = true }
      sayHello()
    case .bye: break
    case .hello, .delegate:
      onNotice(.unexpected("Unexpected \(envelope.head.kind.rawValue) message from the router."))
    }
  }

  /// Handles a heartbeat or a `REHELLO`, which identify the run of the router.
  private func heard(_ envelope: Envelope) {
    guard let pulse = try? BusJSON.decode(Pulse.self, from: envelope.body) else { return }
    let previous = router
    router = pulse.router
    noteShare(pulse.router, pulse.instances?.map(\.wrappedValue), owners: share?.owners)
    noteEpoch(pulse.epoch)
    if let previous {
      guard previous != pulse.router else { return }
      onNotice(.routerChanged(router: pulse.router))
    }
    if service == nil, envelope.head.header.cause != leadingBeat { sendAgain() }
  }

  func noteShare(_ router: UUID, _ instances: [UUID]?, owners: [String]?) {
    guard let instances else { return }
    let share = Share(router: router, instance: instance, instances: instances, owners: owners)
    guard share != self.share else { return }
    self.share = share
    onShare?(share)
  }

  /// Records which router accepted the registration.
  func noteRouter(_ router: UUID) {
    if let welcomedBy, welcomedBy != router { onRouter?() }
    welcomedBy = router
  }

  /// Reports a return after the registration was accepted.
  func noteReturn() {
    if isReturning { onReturn?() }
    isReturning = false
  }

  func noteEpoch(_ epoch: String?) {
    guard let epoch, epoch != self.epoch else { return }
    if self.epoch != nil { onEpoch?() }
    self.epoch = epoch
  }

  /// Resends messages after a lost connection was restored: messages sent over the old one, and
  /// replies to them, may be lost.
  private func reconnected() {
    guard !isClosed else { return }
    if let service {
      // The router does not know the new connection, so it will request a registration.
      if isWelcome { sendHeartbeat(service.name) }
    } else {
      sendLeadingHeartbeat()
      sendAgain()
    }
  }

  /// Sends a heartbeat ahead of the calls on a new connection.
  func sendLeadingHeartbeat() {
    let beat = Header()
    leadingBeat = beat.id
    post(Envelope(.heartbeat, header: beat))
  }

  /// Resends, in the order of the calls, all messages that a router may have forgotten or never
  /// received.
  func sendAgain() {
    let queued = Set(outbox.compactMap(\.call))
    for (id, call) in waiting.sorted(by: { $0.value.order < $1.value.order }) {
      guard call.kind == .command || call.kind == .delegate, !queued.contains(id) else { continue }
      if call.wasSent, !call.isIdempotent {
        let error = BusError(
          .unavailable,
          "The connection to the router was lost while “\(call.target)” was in progress."
            + " \(BusError.outcomeUnknown)", retryable: false)
        finish(id, .failure(error))
      } else {
        post(call.message, for: id)
      }
    }
  }

  private func answer(_ envelope: Envelope) {
    guard let cause = envelope.head.header.cause, waiting[cause] != nil else {
      // No caller waits for the reply to a heartbeat, but this error explains why no other reply
      // will arrive.
      if envelope.head.kind == .error, envelope.busError.code == .denied {
        onNotice(.refused(envelope.busError))
      }
      return
    }
    if envelope.head.kind == .error {
      finish(cause, .failure(envelope.busError))
    } else {
      finish(cause, .success(envelope))
    }
  }

  func finish(_ id: UUID, _ result: Result<Envelope, any Error>) {
    guard let call = waiting.removeValue(forKey: id) else { return }
    ended(id, call)
    switch (call.answer, result) {
    case (.envelope(let completion), _): completion(result)
    case (.notice(let notice), .success): notice.completion(nil)
    case (.notice(let notice), .failure(let error)): failed(notice, id, call, error)
    }
  }

  /// Cleans up after a call that has ended.
  func ended(_ id: UUID, _ call: Waiting) {
    if case .notice = call.answer { notices -= 1 }
    // A message that was not sent before its call ended must not be sent later.
    if !call.wasSent { outbox.removeAll { $0.call == id } }
    if let timeout = call.timeout { loop.cancel(timeout) }
  }

  // MARK: Heartbeats

  func scheduleHeartbeat() {
    guard !isClosed else { return }
    if let nextBeat { loop.cancel(nextBeat) }
    nextBeat = loop.schedule(after: .milliseconds(heartbeatMs)) {
      self.assumeIsolated { $0.beat() }
    }
  }

  private func beat() {
    scheduleHeartbeat()
    guard let service else {
      // A tool only needs to know whether the router that received its calls is still the active
      // one.
      if !waiting.isEmpty { sendHeartbeat("-") }
      return
    }
    // Only one pulse at a time: heartbeats must not pile up while the work hangs.
    guard !isPulsing else { return }
    isPulsing = true
    Task {
      let problems = await pulse?() ?? []
      isPulsing = false
      sendHeartbeat(service.name, problems)
    }
  }

  private func sendHeartbeat(_ target: String, _ problems: [String] = []) {
    // Heartbeats are never queued, because an old one proves nothing.
    guard !isClosed, !hasLeft, outbox.isEmpty else { return }
    var envelope = Envelope(.heartbeat, target: target, header: Header())
    if !problems.isEmpty, let body = try? BusJSON.encode(Vitals(problems: problems)) {
      envelope.body = body
    }
    if let message = try? envelope.message() { _ = transport.send(message) }
  }
}

import FastJSON
public import Foundation
public import ZeroMQ

/// One connection to the router: commands and delegate calls go out, answers and, for a service,
/// commands come in.
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
  /// The transport's thread, which owns the socket and on which the actor runs.
  public nonisolated let loop: SocketLoop
  /// The loop as the actor's executor: what the socket delivers needs no hop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// A call that waits for its answer.
  struct Waiting {
    /// Who wants to know.
    enum Answer {
      case envelope((Result<Envelope, any Error>) -> Void)
      case notice(Notice)
    }

    let kind: Kind
    let target: String
    /// Whether it has an idempotency key, so that it may be sent twice.
    let isIdempotent: Bool
    let message: Message
    let answer: Answer
    /// The position among all calls: they are sent again in the order in which they were made.
    var order = 0
    var wasSent = false
    var timeout: TimerToken?
  }

  /// What somebody may wait for.
  enum Moment { case welcome, succession }

  /// A message that waits for a connection.
  struct Outgoing {
    /// The call that it belongs to; nil for an answer.
    var call: UUID?
    var message: Message
  }

  let transport: any PeerTransport
  let configuration: PeerConfiguration
  /// What is offered to the router; nil for a tool.
  private(set) var service: ServiceDefinition?
  /// This run of this peer.
  public nonisolated let instance: UUID
  let onNotice: @Sendable (PeerNotice) -> Void

  var waiting: [UUID: Waiting] = [:]
  var calls = 0
  /// How many of those that wait are notices.
  var notices = 0
  /// Memory to write messages in.
  var scratch = JSONWriter()
  var outbox: [Outgoing] = []
  var isFlushing = false
  /// The run of the router that was heard last.
  var router: UUID?
  /// When anything came from the router.
  var lastHeard: MonotonicInstant?
  var isWelcome = false
  /// Whether the router ever took the hello: from then on, another instance in its place is a successor.
  var wasWelcome = false
  var isSuperseded = false
  var isDraining = false
  /// After the goodbye: commands that still come are refused.
  var isDrained = false
  var hasLeft = false
  var isOpen = false
  var isClosed = false
  /// Commands that the service has under way.
  var inFlight = 0
  var idleWaiters: [CheckedContinuation<Void, Never>] = []
  var waiters: [UUID: (moment: Moment, continuation: CheckedContinuation<Void, any Error>)] = [:]
  var isSayingHello = false
  /// The hello that is under way.
  var hello: UUID?
  var isForgotten = false
  var heartbeatMs: Int
  var nextBeat: TimerToken?
  /// Since when the router owes a sign of life; nil while it owes none.
  var owedSince: MonotonicInstant?
  var isPulsing = false
  /// A tool's heartbeat that went ahead of its calls over a new connection: its answer tells which
  /// router has them, so that they need not be sent again to that one.
  var leadingBeat: UUID?
  var pulse: (@Sendable () async -> [String])?
  /// With whom the service shares its work, as far as it was told.
  public internal(set) var share: Share?
  private var onShare: (@Sendable (Share) -> Void)?
  private var epoch: String?
  private var onEpoch: (@Sendable () -> Void)?
  private var onReturn: (@Sendable () -> Void)?
  private var onRouter: (@Sendable () -> Void)?
  private var isReturning = false
  /// The router that took the last hello.
  private var welcomedBy: UUID?
  /// Why the router does not let this peer in; nil while it does, or is not there.
  var refusal: ConnectionRefusal?

  /// A peer that is not connected yet: `open` does that.
  ///
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
    self.heartbeatMs = configuration.heartbeatMs
    self.onNotice = onNotice
  }

  /// Opens the connection; a service says hello. From then on until it is closed, the loop keeps this
  /// object: weak references, which would do without, make each use of it dearer.
  ///
  /// - Parameters:
  ///   - service: what is offered to the router; nil for a tool.
  ///   - pulse: called before each heartbeat on the thread that does the work: while that one hangs,
  ///     no heartbeat goes out. What it returns goes with the heartbeat: see `Vitals`.
  ///   - onShare: called on the loop when other instances that share the service's work come or go.
  ///   - onEpoch: called on the loop when the journal has another epoch than the one before.
  ///   - onReturn: called on the loop when the same router takes the service again after it had lost it.
  ///   - onRouter: called on the loop when another router than before has taken the hello.
  /// - Throws: `ZeroMQError` if the endpoint cannot be used.
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

  /// Ends the connection. Calls that still wait fail as `unavailable`.
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

  /// Returns when the router has taken the hello.
  ///
  /// - Throws: `BusError` if the connection is closed first, or `CancellationError`.
  public func waitUntilWelcome() async throws {
    if !isWelcome { try await wait(for: .welcome) }
  }

  /// Returns when another instance has taken this service's place; see `PeerNotice.superseded`.
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

  /// Lets go of those that wait for something that has come.
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
      // With another router nothing was decided meanwhile.
      if wasThere, knew == router { isReturning = true }
      isWelcome = false
      // The hello was taken, its caller was not yet told so, and the router has already forgotten it.
      if let hello, waiting[hello] == nil { isForgotten = true }
      sayHello()
    case .bye: break
    case .hello, .delegate:
      onNotice(.unexpected("Unexpected \(envelope.head.kind.rawValue) message from the router."))
    }
  }

  /// A heartbeat or a REHELLO tells which run of the router speaks.
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

  /// The hello was taken, by the router that took the one before or by another.
  func noteRouter(_ router: UUID) {
    if let welcomedBy, welcomedBy != router { onRouter?() }
    welcomedBy = router
  }

  /// The hello was taken.
  func noteReturn() {
    if isReturning { onReturn?() }
    isReturning = false
  }

  func noteEpoch(_ epoch: String?) {
    guard let epoch, epoch != self.epoch else { return }
    if self.epoch != nil { onEpoch?() }
    self.epoch = epoch
  }

  /// What was sent over the lost connection, and the answers to it, may have got lost.
  private func reconnected() {
    guard !isClosed else { return }
    if let service {
      // The router does not know the new connection, and asks for a hello.
      if isWelcome { sendHeartbeat(service.name) }
    } else {
      sendLeadingHeartbeat()
      sendAgain()
    }
  }

  /// Goes ahead of calls over a connection that has carried none.
  func sendLeadingHeartbeat() {
    let beat = Header()
    leadingBeat = beat.id
    post(Envelope(.heartbeat, header: beat))
  }

  /// Sends again what a router may have forgotten or never got, in the order of the calls.
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
      // Nobody waits for the answer to a heartbeat, but this one says why there will be no other.
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

  /// Tidies up after a call that waits no more.
  func ended(_ id: UUID, _ call: Waiting) {
    if case .notice = call.answer { notices -= 1 }
    // What never left must not leave later.
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
      // A tool only wants to know whether the router is still the one that has its calls.
      if !waiting.isEmpty { sendHeartbeat("-") }
      return
    }
    // One at a time: while the work hangs, its beats must not pile up.
    guard !isPulsing else { return }
    isPulsing = true
    Task {
      let problems = await pulse?() ?? []
      isPulsing = false
      sendHeartbeat(service.name, problems)
    }
  }

  private func sendHeartbeat(_ target: String, _ problems: [String] = []) {
    // Never queued: an old heartbeat says nothing.
    guard !isClosed, !hasLeft, outbox.isEmpty else { return }
    var envelope = Envelope(.heartbeat, target: target, header: Header())
    if !problems.isEmpty, let body = try? BusJSON.encode(Vitals(problems: problems)) {
      envelope.body = body
    }
    if let message = try? envelope.message() { _ = transport.send(message) }
  }
}

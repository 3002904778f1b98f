public import AccessRights
public import Bus
public import Composition
public import Foundation
import Glibc
public import RouterConnections
public import ZeroMQ

/// The router: its core, a transport, and the integration that composes the services.
///
/// The actor runs on the thread that owns the sockets, so routing a message needs no thread switch.
public actor Router {
  /// The thread that owns the sockets and runs the actor.
  public nonisolated let loop: SocketLoop
  /// Resumes bindings on the router's thread.
  private let tasks: LoopTasks
  /// The loop as the actor's executor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Identifies this run of the router.
  public nonisolated let id: UUID
  /// The services, and the consequences of their delegate messages; fixed for this run.
  public nonisolated let integration: Integration

  var core: RouterCore
  private let transport: any RouterTransport
  /// Permissions of the connections; nil if keys are not in use.
  private let access: AccessControl?
  /// Handlers of the router's own commands, such as `router.*` and `events.*`.
  private let own: CommandTable
  private let publish: @Sendable ([Publication]) async -> Void
  private let onNotice: @Sendable (RouterNotice) -> Void
  /// Commands of bindings that wait for their reply.
  private var waiting: [UUID: CheckedContinuation<Envelope, any Error>] = [:]
  /// Number of delegate calls and of the router's own commands that are in progress.
  private var bindingsUnderWay = 0
  /// The router's own commands that read a lot, such as pages of events.
  private var pages = DeferrableWork()
  /// Twice the maximum number of such commands in progress, because `DeferrableWork` permits half
  /// of its capacity.
  private static let pageCapacity = 64
  private var isClosed = false
  /// Writer epoch, sent with each of the router's own commands; nil if this is the only router.
  private var term: Int64?
  /// Number of messages dropped because their receiver reads too slowly.
  public private(set) var dropped = 0

  /// Creates a router; `open` opens its transport.
  ///
  /// - Parameters:
  ///   - transport: the connections to the peers.
  ///   - integration: the services and their bindings.
  ///   - own: the commands that the router answers itself.
  ///   - configure: changes the default configuration.
  ///   - id: identifies this run of the router.
  ///   - access: permissions of the connections, used on the transport's loop; nil if keys are not
  ///     in use.
  ///   - publish: sends events to subscribers.
  ///   - onNotice: receives events of the bus; called on the loop.
  public init(
    transport: any RouterTransport, integration: Integration, own: CommandTable = CommandTable(),
    configure: (inout RouterConfiguration) -> Void = { _ in }, id: UUID = UUID(),
    access: AccessControl? = nil,
    publish: @escaping @Sendable ([Publication]) async -> Void = { _ in },
    onNotice: @escaping @Sendable (RouterNotice) -> Void = { _ in }
  ) {
    self.transport = transport
    self.loop = transport.loop
    tasks = LoopTasks(on: transport.loop)
    self.integration = integration
    self.own = own
    self.access = access
    self.publish = publish
    self.onNotice = onNotice
    self.id = id
    var configuration = RouterConfiguration(
      children: integration.children, bound: Set(integration.senders.keys))
    configuration.senders = integration.senders
    configuration.forwarded = integration.forwarded
    let declarations = own.declarations
    for command in declarations { configuration.ownRules[command.target] = command.rule }
    for child in integration.children.keys {
      let owners = integration.owners(of: child)
      if !owners.isEmpty { configuration.owners[child] = owners }
    }
    configure(&configuration)
    core = RouterCore(id: id, configuration: configuration)
    core.measure(declarations.map(\.target))
  }

  /// Opens the transport and receives messages until `close`.
  ///
  /// - Throws: `ZeroMQError` if the endpoint is unusable.
  public func open() throws {
    try transport.open { [weak self] in
      self?.assumeIsolated { $0.takeMessages() }
    }
    loop.onStop { [weak self] in
      self?.assumeIsolated { $0.close() }
    }
    upkeep()
  }

  /// Stops accepting commands from tools, and returns when those in progress are finished.
  ///
  /// - Parameter limit: maximum time to wait.
  public func drain(within limit: Duration) async {
    core.beginDrain()
    let end = MonotonicInstant.now.advanced(by: limit)
    while !core.isIdle || bindingsUnderWay > 0, MonotonicInstant.now < end {
      // Cancelled only when the loop stops.
      guard (try? await loop.sleep(until: .now.advanced(by: .milliseconds(10)))) != nil else {
        return
      }
    }
  }

  /// Closes the transport. Waiting bindings fail as `unavailable`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    transport.close()
    let error = BusError(.unavailable, "The router stopped.")
    for continuation in waiting.values { continuation.resume(throwing: error) }
    waiting = [:]
  }

  /// The state of the services.
  public var report: RouterReport { core.report }

  /// The open connections, with their identity and traffic.
  public var connections: [RouterConnection] {
    transport.connections.map { connection in
      RouterConnection(
        transport: connection, service: core.service(at: connection.id),
        fingerprint: access?.knownRights(of: connection.id)?.fingerprint)
    }
  }

  private func takeMessages() {
    transport.take(
      route: { from, head, size in
        let rights = access?.knownRights(of: from)
        // The permissions of an unknown connection are determined from the whole message.
        guard access == nil || rights != nil else { return nil }
        return core.pass(head, size: size, from: from, rights: rights, now: .now)
      },
      receive: { receive($1, from: $0) },
      undelivered: { react(to: $2, $1, for: $0) })
  }

  private func receive(_ message: Message, from connection: ConnectionID) {
    let rights = connection == .parent ? nil : access?.rights(of: connection, message)
    perform(core.receive(message, from: connection, rights: rights, now: .now))
  }

  /// Makes this router the active one of several, in this writer epoch. Everything it writes
  /// carries the writer epoch, and is rejected once a later one has written.
  public func begin(term: Int64) { self.term = term }

  /// Sends the epoch of the journal to each service, at once and with each heartbeat.
  public func noteEpoch(_ epoch: String) { perform(core.noteEpoch(epoch)) }

  /// Asks services to register again, because the saved state may have changed: they check it when
  /// they do.
  public func greetAnew(_ services: Set<String>) { perform(core.greetAnew(services)) }

  /// Replaces the known keys; connections of removed keys, and of keys with changed permissions, are
  /// closed.
  public func replaceKeys(_ ring: KeyRing) {
    guard let access else { return }
    perform(core.keysChanged(access.replace(ring, persons: core.people.directory)))
  }

  /// Identifies the loading of the people service whose roles are known; nil if they have to be
  /// loaded.
  public var loadOfPeople: String? { core.people.load }

  /// Returns true if a service is connected that accepts commands.
  public func isConnected(_ service: String) -> Bool { !core.live(service).isEmpty }

  /// Changes the roles of persons; connections of their keys whose permissions changed are closed.
  public func changePeople(_ change: @Sendable (inout PeopleRegister) -> Void) {
    let version = core.people.version
    perform(core.changePeople(change))
    guard let access, core.people.version != version else { return }
    access.use(core.people.directory)
  }

  /// Number of handshakes and messages refused for a missing key or permission, at all sockets.
  public var refusals: (handshakes: Int, denied: Int) {
    (access?.refusedHandshakes ?? 0, core.counters.denied + (access?.denied ?? 0))
  }

  private func upkeep() {
    guard !isClosed else { return }
    perform(core.upkeep(.now))
    loop.schedule(after: .milliseconds(50)) { [weak self] in
      self?.assumeIsolated { $0.upkeep() }
    }
  }

  private func perform(_ effects: [RouterEffect]) {
    for effect in effects {
      switch effect {
      case .send(let connection, let message): send(message, to: connection)
      case .parentReply(let envelope): resume(envelope)
      case .delegate(let call): run(call)
      case .local(let command): run(command)
      case .again(let connection, let message): receive(message, from: connection)
      case .notice(let notice): onNotice(notice)
      }
    }
  }

  private func send(_ message: Message, to connection: ConnectionID) {
    react(to: transport.send(message, to: connection), message, for: connection)
  }

  private func react(
    to result: RouterSendResult, _ message: Message, for connection: ConnectionID
  ) {
    switch result {
    case .sent: break
    case .full:
      dropped += 1
      core.configuration.metrics?.dropped.add()
      perform(core.undelivered(message, to: connection))
    case .unreachable: perform(core.unreachable(connection))
    }
  }

  /// Sends events to subscribers; durable ones only after they are saved.
  public nonisolated func announce(_ events: [Publication]) async {
    await publish(events)
  }

  // MARK: Bindings

  private func run(_ call: DelegateCall) {
    let header = call.envelope.head.header
    let target = call.envelope.head.target
    let binding: Integration.Binding
    do {
      binding = try integration.binding(
        for: target, from: call.service, body: call.envelope.body)
    } catch {
      return perform(core.answerDelegate(call, with: .failure(error), now: .now))
    }
    let parent = Parent(cause: header, caller: self, publisher: publish)
    bindingsUnderWay += 1
    Task(executorPreference: tasks) { await self.run(binding, for: call, parent) }
  }

  private func run(_ binding: Integration.Binding, for call: DelegateCall, _ parent: Parent) async {
    let result = await Self.result { try await binding.run(call.envelope.body, parent) }
    bindingsUnderWay -= 1
    perform(core.answerDelegate(call, with: result, now: .now))
  }

  /// Runs the binding of a dead-letter message again.
  ///
  /// - Parameters:
  ///   - service: the service that sent the message.
  ///   - idempotencyKey: the consequences take effect once for each key.
  /// - Throws: `BusError`; `unbound` if still no binding handles the message.
  public func redeliver(
    _ message: String, from service: String, body: Data, cause: Header, idempotencyKey: String
  ) async throws {
    let binding = try integration.binding(for: message, from: service, body: body)
    var header = cause
    header.idem = idempotencyKey
    let parent = Parent(cause: header, caller: self, publisher: publish)
    _ = try await binding.run(body, parent)
  }

  private func run(_ command: LocalCommand) {
    let envelope = command.envelope
    let call = Call(
      header: envelope.head.header, attachments: envelope.attachments, sender: command.sender)
    let client = own.isDeferrable(envelope.head.target) ? command.from : nil
    if let client, let comeBackMs = pages.take(for: client, capacity: Self.pageCapacity) {
      let error = BusError(
        .busy, "The router is already reading many pages; try again later.",
        retryAfterMs: comeBackMs)
      return perform(core.answer(command, with: .failure(error), now: .now))
    }
    bindingsUnderWay += 1
    let since = core.nowUs
    Task(executorPreference: tasks) {
      await self.run(command, call, since: since, pagesFor: client)
    }
  }

  private func run(
    _ command: LocalCommand, _ call: Call, since: Int64, pagesFor client: ConnectionID?
  ) async {
    let envelope = command.envelope
    let result = await Self.result {
      try await own.run(envelope.head.target, body: envelope.body, call: call)
    }
    bindingsUnderWay -= 1
    let now = BusTime.now
    if let client { pages.give(for: client, nowMs: now.steadyMs) }
    core.count(envelope.head.target, with: result, since: since, now: now)
    perform(core.answer(command, with: result, now: now))
  }

  private static func result(
    _ body: () async throws -> Data
  ) async -> Result<Data, BusError> {
    do {
      return .success(try await body())
    } catch let error as BusError {
      return .failure(error)
    } catch is CancellationError {
      return .failure(BusError(.unavailable, "The router stopped."))
    } catch {
      return .failure(BusError(.internal, "A binding failed: \(error)."))
    }
  }

  private func resume(_ envelope: Envelope) {
    guard let cause = envelope.head.header.cause,
      let continuation = waiting.removeValue(forKey: cause)
    else { return }
    if envelope.head.kind == .error {
      continuation.resume(throwing: envelope.busError)
    } else {
      continuation.resume(returning: envelope)
    }
  }

  private func callAsParent(_ envelope: Envelope) async throws -> Data {
    guard !isClosed else { throw BusError(.unavailable, "The router stopped.") }
    let message = try envelope.message()
    return try await withCheckedThrowingContinuation { continuation in
      waiting[envelope.head.header.id] = continuation
      perform(core.receiveOwn(message, envelope.head, now: .now))
    }.body
  }
}

extension Router: TargetCaller {
  /// Sends a command by name to a service on behalf of the composition root, whose permissions are
  /// not restricted by a key, and returns the JSON of the reply.
  ///
  /// - Throws: `BusError`: the service's error, `unavailable` if it was unavailable until the
  ///   deadline or the router stopped, `expired` if it did not reply in time.
  public func request(
    _ target: String, body: Data, attachments: [Frame], key: String?, options: CallOptions
  ) async throws -> Data {
    let attempts = CommandAttempts(options, key: key)
    let end = MonotonicInstant.now.advanced(by: .milliseconds(options.boundedTimeoutMs))
    return try await Retrying(on: loop, until: end, retries: options.retries).run(
      wait: { error, _ in error.retryAfterMs ?? 50 },
      // A caller that is gone gets no retry: a late command of the old instance must not arrive
      // after those of its successor.
      isWanted: { !isClosed && !(options.cause.map { core.isAbandoned($0.id) } ?? false) }
    ) { number, _ in
      var header = attempts.header(number)
      header.term = term
      return try await callAsParent(
        Envelope(
          .command, target: target, header: header, body: body, attachments: attachments))
    }
  }
}

extension BusTime {
  /// The current time of the machine's clocks.
  public static var now: BusTime {
    let steady = MonotonicInstant.now.nanoseconds
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    return BusTime(
      steadyMs: Int64(steady / 1_000_000),
      wallMs: Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000,
      steadyUs: Int64(steady / 1000))
  }
}

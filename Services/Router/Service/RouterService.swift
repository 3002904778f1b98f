import Bus
import BusRouter
import Composition
import RouterConnections
import TraceReading
import StandupsConfiguration
import Foundation
import StandupsLifecycle
import StandupsLogging
import StandupsMetrics
import Processes
import ServiceCatalog
import ZeroMQ

/// The router, which is the composition root: it routes commands, composes the services, publishes
/// their events, and depends on no other service.
final class RouterService: RunnableService {
  private let environment: BusEnvironment
  private var notifier: SystemdNotifier { SystemdNotifier(environment.notifySocket) }
  private let log: Log
  private let loop: SocketLoop
  /// Loop of the events, with its own thread, so that subscribers cannot delay commands.
  let events: SocketLoop
  private let context: Context
  private let hub: EventHub
  private let journal: BusJournal
  private let router: Router
  private let checks: HealthChecks
  private let keys: RouterKeys?
  /// nil for a single router.
  private let turn: RouterTurn?
  /// nil if no spans are exported.
  private let tracing: TraceExport?
  private let standby: StandbyNote
  /// Signals that persistence has connected; its journal may be a different one.
  private let storeCame: AsyncStream<Void>
  private let shutdown: AsyncStream<Void>
  private let requestShutdown: AsyncStream<Void>.Continuation

  /// Creates the service without opening its sockets.
  ///
  /// - Throws: `ConfigurationError` if the keys are missing or cannot be used; `ZeroMQError` if the
  ///   system provides no thread or descriptor.
  init(_ context: ServiceContext, _ settings: RouterSettings = RouterSettings()) throws {
    environment = context.environment
    try RuntimeDirectory.checkAddresses(environment)
    let turn = settings.lease.map {
      RouterTurn($0, holder: context.instance.lowercaseText, log: context.log)
    }
    self.turn = turn
    standby = StandbyNote(context)
    let log = context.log
    self.log = log
    let loop = try SocketLoop(name: context.name)
    self.loop = loop
    let events = try SocketLoop(name: "\(context.name)-events")
    self.events = events
    self.context = try Context()
    checks = context.checks
    let keys = try RouterKeys.make(environment, log: log, loop: loop)
    self.keys = keys
    let refusals = RefusalLog(log)
    let metrics = context.isObserved ? RouterMetrics(context.metrics) : nil
    let limits = ConnectionLimits(descriptors: OpenFiles.left)
    log.debug("Limiting the number of connections.", ["most": LogValue(limits.most)])
    let hub = EventHub(
      context: self.context, loop: events, access: keys?.access.sibling(on: events),
      limits: limits, metrics: metrics, onEnded: { refusals.note($0) })
    self.hub = hub
    let journal = BusJournal(log: log)
    self.journal = journal
    let commands = RouterCommands(
      since: Date(), cell: settings.cell, metrics: context.metrics, stand: { turn?.stand })
    let deadLetters = context.metrics.counters(
      "standups_dead_letters_total", "Delegate calls added to the dead-letter queue.",
      labels: ["message"])
    let integration = Integration.standups(cell: settings.cell, outside: settings.outside)
    if !integration.problems.isEmpty {
      throw BusError(.internal, integration.problems.joined(separator: " "))
    }
    // Create each series with 0 at the start: if a series appears with 1, its first increase is
    // invisible.
    for binding in integration.bindings { _ = deadLetters.with(binding.message) }
    let remembered = settings.traceMessages
    let (storeCame, noteStore) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.storeCame = storeCame
    router = Router(
      transport: ZeroMQRouterTransport(
        environment.commands, context: self.context, loop: loop, access: keys?.access,
        limits: limits, onEnded: { refusals.note($0) }),
      integration: integration, own: commands.table,
      configure: {
        $0.metrics = metrics
        $0.rememberedMessages = remembered
        $0.forServices = OutsideServices.commands
        $0.actingServices = Set(ServiceCatalog.all.filter(\.actsForPersons).map(\.name))
        $0.unboundRemedy = OutsideServices.remedy
        $0.unlimitedServices = Set(ServiceCatalog.all.map(\.name))
        $0.senderRemedy = OutsideServices.senderRemedy
      }, id: context.instance, access: keys?.access,
      publish: { published in
        await commands.noteRoles(in: published)
        events.enter { hub.publish(published) }
      },
      onNotice: { notice in
        if case .serviceUp("persistence", _) = notice { noteStore.yield() }
        if case .deadLetter(let letter) = notice { deadLetters.with(letter.message).add() }
        if case .denied(let fingerprint, let reason) = notice {
          refusals.note(fingerprint: fingerprint, reason: reason)
        }
        journal.note(notice, log: log)
      })
    commands.router = router
    let made = router
    tracing = try settings.tracing.map {
      try TraceExport($0, router: made, metrics: context.metrics, log: context.log)
    }
    commands.tracing = tracing
    commands.subscribers = { [events, hub] in await events.run { hub.connections } }
    (shutdown, requestShutdown) = AsyncStream.makeStream()
    observe(context)
  }

  private func observe(_ context: ServiceContext) {
    context.observe(loop)
    context.observe(events, as: "events")
    let (router, gauges) = (router, RouterGauges(context.metrics))
    context.metrics.onRead {
      gauges.show(
        await router.report, refusals: await router.refusals,
        expecting: router.integration.children.keys)
    }
  }

  func run() async throws {
    try RuntimeDirectory.prepare(environment)
    guard try await standBy() else { return await close() }
    do {
      let (hub, environment, keys, context) = (hub, environment, keys, context)
      let router = router
      // Access control opens before any client can connect.
      try await loop.run {
        keys?.watch { ring in router.assumeIsolated { $0.replaceKeys(ring) } }
        try keys?.access.open(in: context)
      }
      try await router.open()
      try await events.run { try hub.open(events: environment.events, ingest: environment.ingest) }
    } catch {
      await close()
      await turn?.release()
      throw error
    }
    log.info(
      "Listening.",
      [
        "commands": LogValue(environment.commands), "events": LogValue(environment.events),
        "ingest": LogValue(environment.ingest),
      ])
    tracing?.start()
    checks.add("listening", .ready) { nil }
    notifier.ready("Listening on \(environment.commands).")
    let head = JournalHeadReader(router: router, hub: hub, loop: loop, events: events)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.journal.run(self.router) { await self.router.announce($0) } }
      group.addTask { for await _ in self.storeCame { await head.read() } }
      group.addTask { await head.keepReading() }
      let roles = RolesReader(router: self.router, loop: self.loop, log: self.log)
      group.addTask { await roles.run() }
      for await _ in shutdown { break }
      await router.drain(within: .seconds(3))
      await tracing?.stop()
      journal.finish()
      group.cancelAll()
      // Calls that are still waiting for a reply end with the router, not at their deadline.
      await router.close()
    }
    await close()
    await turn?.release()
  }

  /// Waits until this router is the active one.
  ///
  /// - Returns: false if it should stop.
  private func standBy() async throws -> Bool {
    guard let turn else { return true }
    checks.add("active", .ready) { turn.obstacle }
    notifier.ready("Standing by; waiting for the lease.")
    do {
      let term = try await standby.held { try await turn.wait() }
      await turn.guardEachTurn(of: loop)
      await turn.guardEachTurn(of: events)
      await router.begin(term: term)
      return true
    } catch is CancellationError {
      return false
    }
  }

  func beginGracefulShutdown() async {
    checks.beginDrain()
    notifier.stopping()
    requestShutdown.yield()
    requestShutdown.finish()
    // A waiting router releases its claim at once; the active one keeps the lease until everything
    // is closed.
    if turn?.isWaiting == true { await turn?.release() }
  }

  private func close() async {
    await tracing?.stop()
    await router.close()
    await events.run { self.hub.close() }
    await loop.run { self.keys?.access.close() }
    await events.stop()
    await loop.stop()
    // Fails only on a timeout; the process ends anyway.
    try? await context.close()
  }
}

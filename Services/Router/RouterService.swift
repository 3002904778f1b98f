import Bus
import BusRouter
import Configuration
import Foundation
import Lifecycle
import Logging
import Metrics
import PersistenceAPI
import Processes
import ZeroMQ

/// The parent: it routes, composes the children, publishes their events, and depends on nothing else.
final class RouterService: RunnableService {
  private let environment: BusEnvironment
  private var notifier: SystemdNotifier { SystemdNotifier(environment.notifySocket) }
  private let log: Log
  private let loop: SocketLoop
  /// Events have a thread of their own: commands wait for nothing that subscribers do.
  let events: SocketLoop
  private let context: Context
  private let hub: EventHub
  private let journal: BusJournal
  private let router: Router
  private let checks: HealthChecks
  private let keys: RouterKeys?
  /// nil where there is no other router.
  private let turn: RouterTurn?
  /// nil where no spans are exported.
  private let tracing: TraceExport?
  private let standby: StandbyNote
  /// A sign each time the store has come (back): its journal may be another one.
  private let storeCame: AsyncStream<Void>
  private let shutdown: AsyncStream<Void>
  private let requestShutdown: AsyncStream<Void>.Continuation

  /// - Throws: `ConfigurationError` if the keys cannot be used, or are missing; `ZeroMQError` if the system refuses a thread or a descriptor.
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
    let integration = Integration.standups(cell: settings.cell)
    if !integration.problems.isEmpty {
      throw BusError(.internal, integration.problems.joined(separator: " "))
    }
    // There from the start: of a series that begins with 1, nobody can tell that it rose.
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
      }, id: context.instance, access: keys?.access,
      publish: { published in events.enter { hub.publish(published) } },
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
    tracing = try settings.tracing.map { try TraceExport($0, router: made, context) }
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
      // Who may connect is decided before anybody can.
      try await loop.run { try keys?.access.open(in: context) }
      try await router.open()
      try await events.run { try hub.open(events: environment.events, ingest: environment.ingest) }
    } catch {
      await close()
      await turn?.release()
      throw error
    }
    let router = router
    await loop.run {
      self.keys?.watch { ring in router.assumeIsolated { $0.replaceKeys(ring) } }
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
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.journal.run(self.router) { await self.router.announce($0) } }
      group.addTask { for await _ in self.storeCame { await self.learnHead() } }
      group.addTask { await self.keepLearningHead() }
      for await _ in shutdown { break }
      await router.drain(within: .seconds(3))
      await tracing?.stop()
      journal.finish()
      group.cancelAll()
      // What still waits for an answer ends with the router, not with its deadline.
      await router.close()
    }
    await close()
    await turn?.release()
  }

  /// Waits until this router is the active one.
  ///
  /// - Returns: false if it is to stop.
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
    // One that waits is not waited for; the active one keeps it until all is closed.
    if turn?.isWaiting == true { await turn?.release() }
  }

  /// Subscribers are told each second how far the journal goes, also before the first new event.
  private func learnHead() async {
    while !Task.isCancelled {
      if let heads = try? await router.send(GetJournalRange()) {
        await router.noteEpoch(heads.epoch)
        await events.run { self.hub.noteHead(JournalHead(epoch: heads.epoch, head: heads.head)) }
        return
      }
      guard (try? await loop.sleep(until: .now.advanced(by: .milliseconds(200)))) != nil else {
        return
      }
    }
  }

  /// The journal may also become another one while its service runs: where a damaged index was mended.
  private func keepLearningHead() async {
    while (try? await loop.sleep(until: .now.advanced(by: .seconds(10)))) != nil {
      await learnHead()
    }
  }

  private func close() async {
    await tracing?.stop()
    await router.close()
    await events.run { self.hub.close() }
    await loop.run { self.keys?.access.close() }
    await events.stop()
    await loop.stop()
    // Fails only if the time is over; the process ends anyway.
    try? await context.close()
  }
}

import Bus
import Dependencies
import Logging
import Metrics
import ServiceShell
import ZeroMQ

/// The webhooks service: `WebhooksReducer` in a shell.
struct WebhooksService: Service {
  let shell: ServiceShell<WebhooksReducer>
  private let sleeper: any Clock<Duration>

  /// How long the drain waits for receivers before it gives them up.
  private static let drainPatience = Duration.milliseconds(700)

  /// - Parameters:
  ///   - loop: the thread on which all of it happens.
  ///   - delegate: the way to the parent.
  ///   - world: the way to the receivers, and what is heard of the journal.
  ///   - sleeper: measures pauses.
  ///   - log: takes lines for the log.
  ///   - printChanges: hears the name of every action, for `--print-changes`; nil for nobody.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, world: World,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil
  ) {
    self.sleeper = sleeper
    shell = ServiceShell(
      WebhooksReducer(world: world, uuid: UUIDGenerator(Header.freshID)), on: loop,
      delegate: delegate, sleeper: sleeper, log: log
    ) { action, _ in
      printChanges?([action.name])
      return nil
    }
  }

  func start() async throws { try await shell.start() }
  /// What waits for this waits for the thread that does the work.
  func pulse() async { _ = await shell.isReady }
  func problems() async -> [String] { await shell.problems }
  var obstacle: String? { get async { await shell.obstacle } }

  func journalChanged() async { await shell.journalChanged() }
  func returned() async { await shell.confirmTerm() }
  func routerChanged() async { await shell.confirmTerm() }
  func drain() async {
    let world = shell.logic.world
    // Ahead of the patience: what is given up then was cut short by us, and is no failure.
    await shell.stop()
    let patience = Task {
      try await sleeper.sleep(for: Self.drainPatience)
      world.cancelPosts()
    }
    await shell.drain()
    patience.cancel()
    await world.close()
  }

  func observe(_ metrics: WebhooksMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

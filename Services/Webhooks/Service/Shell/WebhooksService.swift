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

  /// Time for which draining waits for receivers before it cancels the requests.
  private static let drainPatience = Duration.milliseconds(700)

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - loop: the thread on which everything runs.
  ///   - delegate: connection to the composition root.
  ///   - world: requests to receivers, and news about the journal.
  ///   - sleeper: clock for delays.
  ///   - log: receives log entries.
  ///   - printChanges: receives the name of every action, for `--print-changes`; nil for none.
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
  /// Waits for the thread that does the work, so that heartbeats stop if it hangs.
  func pulse() async { _ = await shell.isReady }
  func problems() async -> [String] { await shell.problems }
  var obstacle: String? { get async { await shell.obstacle } }

  func journalChanged() async { await shell.journalChanged() }
  func returned() async { await shell.confirmTerm() }
  func routerChanged() async { await shell.confirmTerm() }
  func drain() async {
    let world = shell.logic.world
    // Stopped first, so that requests that are cancelled afterwards do not count as failures.
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

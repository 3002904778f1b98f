import BridgeAPI
import Bus
import Logging
import Metrics
import ServiceShell
import ZeroMQ

/// The bridge: `BridgeReducer` in a shell.
struct BridgeService: Service {
  let shell: ServiceShell<BridgeReducer>
  private let commands: NATSCommands?

  /// - Parameters:
  ///   - loop: the thread on which all of it happens.
  ///   - delegate: the way to the parent.
  ///   - reducer: what decides, with the way to NATS.
  ///   - inbox: what comes of NATS.
  ///   - commands: takes commands from NATS; nil where none may come.
  ///   - sleeper: measures pauses.
  ///   - log: takes lines for the log.
  ///   - printChanges: hears the name of every action, for `--print-changes`; nil for nobody.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, commands: NATSCommands? = nil,
    reducer: BridgeReducer, inbox: NATSInbox,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil
  ) {
    let shell = ServiceShell(reducer, on: loop, delegate: delegate, sleeper: sleeper, log: log) {
      action, _ in
      printChanges?([action.name])
      return nil
    }
    self.shell = shell
    self.commands = commands
    inbox.attach(loop) { shell.bring(.nats($0)) }
  }

  /// What the service answers and calls.
  var definition: ServiceDefinition {
    var table = CommandTable()
    table.on(GetBridge.self, shell) { _ in .status }
    table.on(RebuildBridge.self, shell) { _ in .rebuild }
    table.on(RemoveBridgeStream.self, shell) { .remove($0.name) }
    return ServiceDefinition(
      name: "bridge", commands: table,
      delegates: [BridgeEventsRequested.self, BridgeJournalRequested.self])
  }

  func start() async throws {
    try await shell.start()
    commands?.start()
  }

  /// How long the drain waits for NATS, and for commands that came from there.
  private var drainPatience: Duration { .seconds(commands == nil ? 1 : 5) }

  func drain() async {
    await shell.drain()
    let world = shell.logic.world
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Task { [commands] in
      await commands?.drain()
      await world.close()
      end.yield()
    }
    // A server that hangs is not waited for: the connection ends with the process.
    let patience = Task {
      try await Task.sleep(for: drainPatience)
      end.yield()
    }
    for await _ in ends { break }
    patience.cancel()
  }

  /// What waits for this waits for the thread that does the work.
  func pulse() async { _ = await shell.isReady }
  func problems() async -> [String] {
    await shell.problems + [commands?.problem].compactMap { $0 }
  }
  /// NATS being away is no obstacle: everything else goes on, and this waits.
  var obstacle: String? { get async { await shell.obstacle } }

  func observe(_ metrics: BridgeMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell, commands] in
      commands?.show()
      metrics.show(shell.logic.status(await shell.state))
    }
  }
}

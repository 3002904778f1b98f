import BridgeAPI
import Bus
import StandupsLogging
import StandupsMetrics
import ServiceShell
import ZeroMQ

/// The bridge as a service: `BridgeReducer` in a shell.
struct BridgeService: ShellService {
  let shell: ServiceShell<BridgeReducer>
  private let commands: NATSCommands?

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - loop: the loop that runs all of its code.
  ///   - delegate: the connection to the router.
  ///   - reducer: the logic, with the connection to NATS.
  ///   - notices: notices of NATS.
  ///   - commands: receives commands from NATS; nil if none are accepted.
  ///   - sleeper: the clock for delays.
  ///   - log: receives log entries.
  ///   - printChanges: receives the name of each action, for `--print-changes`; nil for none.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, commands: NATSCommands? = nil,
    reducer: BridgeReducer, notices: NoticeQueue,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil
  ) {
    let shell = ServiceShell(
      reducer, on: loop, delegate: delegate, sleeper: sleeper, log: log,
      observe: ServiceShell<BridgeReducer>.names(to: printChanges))
    self.shell = shell
    self.commands = commands
    notices.attach(loop) { shell.bring(.nats($0)) }
  }

  /// Commands that the service answers, and delegate messages that it sends.
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

  /// Maximum time for which a drain waits for NATS and for the commands received over it.
  private var drainTimeout: Duration { .seconds(commands == nil ? 1 : 5) }

  func drain() async {
    await shell.drain()
    let io = shell.logic.io
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Task { [commands] in
      await commands?.drain()
      await io.close()
      end.yield()
    }
    // Do not wait for a server that hangs; the connection ends with the process.
    let timeout = Task {
      try await Task.sleep(for: drainTimeout)
      end.yield()
    }
    for await _ in ends { break }
    timeout.cancel()
  }

  func problems() async -> [String] {
    await shell.problems + [commands?.problem].compactMap { $0 }
  }

  func observe(_ metrics: BridgeMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell, commands] in
      commands?.show()
      metrics.show(shell.logic.status(await shell.state))
    }
  }
}

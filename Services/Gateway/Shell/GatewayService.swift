import Bus
import GatewayAPI
import Logging
import Metrics
import ServiceShell
import ZeroMQ

/// The gateway as a child of the bus: `GatewayReducer` in a shell, and what browsers see of it.
struct GatewayService: Service {
  let shell: ServiceShell<GatewayReducer>
  let gateway: Gateway

  /// - Parameters:
  ///   - gateway: listens already.
  ///   - delegate: the way to the parent.
  ///   - reducer: what decides.
  ///   - sleeper: what is waited on before something is tried again.
  ///   - log: takes lines for the log.
  ///   - printChanges: is told after each action how the state differs; nil for nothing.
  init(
    _ gateway: Gateway, delegate: any DelegateCaller, reducer: GatewayReducer,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil
  ) {
    self.gateway = gateway
    shell = ServiceShell(
      reducer, on: gateway.loop, delegate: delegate, sleeper: sleeper, log: log
    ) { action, state in
      { after in
        printChanges?(StateDifference.lines(for: action, from: state, to: after))
        // Whose session was ended, or is not in what was loaded, loses the stream at once.
        let isLoaded = after.commands.phase == .ready && state.commands.phase != .ready
        guard isLoaded || after.saved.sessions.count < state.saved.sessions.count else { return }
        Task { await gateway.endStrangers() }
      }
    }
  }

  func start() async throws {
    await gateway.begin(shell)
    try await shell.start()
  }

  func drain() async {
    await gateway.stop()
    await shell.drain()
    await gateway.neighbours.close()
  }

  func journalChanged() async { await shell.journalChanged() }
  func returned() async { await shell.confirmTerm() }
  func routerChanged() async { await shell.confirmTerm() }

  /// What waits for this waits for the thread that does the work.
  func pulse() async { _ = await shell.isReady }

  /// What a person has to see to.
  func problems() async -> [String] { await shell.problems }

  /// What was saved has to be loaded first.
  var obstacle: String? { get async { await shell.obstacle } }

  func observe(_ metrics: GatewayMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell, gateway] in
      metrics.show(
        streams: await gateway.streamCount, sessions: await shell.state.saved.sessions.count)
    }
  }

  /// What the service answers and calls.
  var definition: ServiceDefinition {
    ServiceDefinition(
      name: "gateway", commands: commands,
      delegates: [
        GatewayTermBegun.self, GatewayChangesDecided.self, GatewayDocumentsRequested.self,
      ])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(InviteToWeb.self, shell) { .invite(try PersonName($0.name), $0.role) }
    table.on(MakeCalendarLink.self, shell) { .calendar(try PersonName($0.name)) }
    table.on(ListWebSessions.self, shell) { _ in .sessions }
    table.on(RevokeWebSessions.self, shell) { try GatewayCommand($0) }
    return table
  }
}

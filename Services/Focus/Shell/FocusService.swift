import Bus
import Countdown
import Dependencies
import Logging
import Metrics
import ServiceShell
import ZeroMQ

/// The focus service: `FocusReducer` in a shell.
struct FocusService: Service {
  let shell: ServiceShell<FocusReducer>

  /// - Parameters:
  ///   - loop: the thread on which all of it happens.
  ///   - delegate: the way to the parent.
  ///   - reducer: what decides.
  ///   - sleeper: what is waited on before something is tried again.
  ///   - log: takes lines for the log.
  ///   - printChanges: is told after each action how the state differs; nil for nothing.
  ///   - metrics: what is counted; nil for nothing.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, reducer: FocusReducer,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil, metrics: FocusMetrics? = nil
  ) {
    shell = ServiceShell(
      reducer, on: loop, delegate: delegate, sleeper: sleeper, log: log,
      observe: Self.observer(printChanges, metrics))
  }

  private static func observer(
    _ printChanges: (@Sendable ([String]) -> Void)?, _ metrics: FocusMetrics?
  ) -> ServiceShell<FocusReducer>.Observer? {
    guard printChanges != nil || metrics != nil else { return nil }
    return { action, state in
      if let tally = state.tally(of: action) { metrics?.took(tally) }
      guard let printChanges else { return nil }
      return { printChanges(StateDifference.lines(for: action, from: state, to: $0)) }
    }
  }

  func start() async throws { try await shell.start() }
  func drain() async { await shell.drain() }
  func journalChanged() async { await shell.journalChanged() }
  func returned() async { await shell.confirmTerm() }
  func routerChanged() async { await shell.confirmTerm() }
  /// What waits for this waits for the thread that does the work.
  func pulse() async { _ = await shell.isReady }

  /// What a person has to see to.
  func problems() async -> [String] { await shell.problems }

  /// What was saved has to be loaded first.
  var obstacle: String? { get async { await shell.obstacle } }

  func observe(_ metrics: FocusMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension FocusState {
  /// What comes true with an action, to be counted.
  fileprivate func tally(of action: FocusAction) -> Tally? {
    guard case .committed(let id, .success(let outcome)) = action, outcome.repeated == nil
    else { return nil }
    return commands.decision(id)?.note
  }
}

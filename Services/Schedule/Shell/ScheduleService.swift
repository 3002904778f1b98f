import Bus
import Logging
import Metrics
import ServiceShell
import ZeroMQ

/// The schedule service: `ScheduleReducer` in a shell.
struct ScheduleService: Service {
  let shell: ServiceShell<ScheduleReducer>

  /// - Parameters:
  ///   - loop: the thread on which all of it happens.
  ///   - delegate: the way to the parent.
  ///   - reducer: what decides.
  ///   - sleeper: what is waited on until it is time, and before something is tried again.
  ///   - log: takes lines for the log.
  ///   - printChanges: is told after each action how the state differs; nil for nothing.
  ///   - metrics: what is counted; nil for nothing.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller, reducer: ScheduleReducer,
    sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil, metrics: ScheduleMetrics? = nil
  ) {
    shell = ServiceShell(
      reducer, on: loop, delegate: delegate, sleeper: sleeper, log: log,
      observe: Self.observer(printChanges, metrics))
  }

  private static func observer(
    _ printChanges: (@Sendable ([String]) -> Void)?, _ metrics: ScheduleMetrics?
  ) -> ServiceShell<ScheduleReducer>.Observer? {
    guard printChanges != nil || metrics != nil else { return nil }
    return { action, state in
      if let occasion = state.settled(by: action) { metrics?.told(occasion) }
      if case .read(_, .failure) = action { metrics?.couldNotRead() }
      guard let printChanges else { return nil }
      return { printChanges(StateDifference.lines(for: action, from: state, to: $0)) }
    }
  }

  func start() async throws { try await shell.start() }
  func drain() async {
    await shell.stop()
    // What is read for a command is given up, so that nobody waits for it.
    await shell.logic.world.close()
    await shell.drain()
  }
  func journalChanged() async { await shell.journalChanged() }
  func returned() async { await comeBack() }
  func routerChanged() async { await comeBack() }

  /// Another run may have been in charge, and standups may be gone of which nobody told.
  private func comeBack() async {
    await shell.confirmTerm()
    shell.bring(.returned)
  }

  /// What waits for this waits for the thread that does the work.
  func pulse() async { _ = await shell.isReady }

  /// What a person has to see to.
  func problems() async -> [String] { await shell.problems }

  /// What was saved has to be loaded first.
  var obstacle: String? { get async { await shell.obstacle } }

  func observe(_ metrics: ScheduleMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension ScheduleState {
  /// What was told and is written down with an action.
  fileprivate func settled(by action: ScheduleAction) -> Occasion? {
    guard case .committed(let id, .success) = action else { return nil }
    return commands.decision(id)?.note
  }
}

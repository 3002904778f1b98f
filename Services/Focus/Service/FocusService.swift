import Bus
import Documents
import FocusAPI
import StandupsLogging
import StandupsMetrics
import ServiceShell
import ZeroMQ

/// The focus service: `FocusReducer` in a shell.
struct FocusService: ShellService {
  let shell: ServiceShell<FocusReducer>

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - loop: the thread on which everything runs.
  ///   - delegate: connection to the composition root.
  ///   - reducer: the logic.
  ///   - sleeper: clock for delays.
  ///   - log: receives log entries.
  ///   - printChanges: receives the changes of the state after each action; nil to print none.
  ///   - metrics: the metrics to update; nil to record none.
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
      if let tally = state.tally(of: action) { metrics?.count(tally) }
      guard let printChanges else { return nil }
      return { printChanges(PrintedChanges.lines(for: action, from: state, to: $0)) }
    }
  }

  func observe(_ metrics: FocusMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension FocusService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    ServiceDefinition(
      name: "focus", commands: commands,
      delegates: StoreDialogue.messages + [FocusClocksNeeded.self, FocusClockStopped.self])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(SetFocusTitle.self, shell) { try FocusCommand($0) }
    table.on(StartFocus.self, shell) { try FocusCommand($0) }
    table.on(StopFocus.self, shell) { .stop(try Person($0.person)) }
    table.on(GetFocus.self, shell) { .get(try Person($0.person)) }
    table.on(ListFocusItems.self, shell) { try FocusCommand($0) }
    table.on(GetFocusItem.self, shell) { .item($0.id.lowercased()) }
    table.on(DeleteFocusItem.self, shell) { .delete($0.id) }
    table.on(ForgetFocus.self, shell) { FocusCommand($0) }
    table.on(TellFocusTimeUp.self, shell) { .timeUp(try Person($0.person)) }
    table.on(GetRunningFocus.self, shell) { try FocusCommand($0) }
    return table
  }
}

extension FocusState {
  /// The metric to update for the decision whose commit an action confirms.
  fileprivate func tally(of action: FocusAction) -> Tally? {
    guard case .common(.committed(let id, .success(let outcome))) = action, outcome.repeated == nil
    else { return nil }
    return commands.decision(id)?.note
  }
}

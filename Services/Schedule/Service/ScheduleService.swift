import Bus
import Documents
import StandupsLogging
import StandupsMetrics
import ScheduleAPI
import ServiceShell
import ZeroMQ

/// The schedule service: `ScheduleReducer` in a shell.
struct ScheduleService: ShellService {
  let shell: ServiceShell<ScheduleReducer>

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - loop: the thread on which everything runs.
  ///   - delegate: connection to the composition root.
  ///   - reducer: the logic.
  ///   - sleeper: clock for delays until the next time and for retries.
  ///   - log: receives log entries.
  ///   - printChanges: receives the changes of the state after each action; nil to print none.
  ///   - metrics: the metrics to update; nil to record none.
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
      if let report = state.settled(by: action) { metrics?.count(report) }
      if case .read(_, .failure) = action { metrics?.couldNotRead() }
      guard let printChanges else { return nil }
      return { printChanges(PrintedChanges.lines(for: action, from: state, to: $0)) }
    }
  }

  func drain() async {
    await shell.stop()
    // Requests in progress are cancelled, so that no command waits for them.
    await shell.logic.calendars.close()
    await shell.drain()
  }
  func returned() async { await connectionReturned() }
  func routerChanged() async { await connectionReturned() }

  /// Handles a restored connection. Another run may have been active in the meantime, and reports
  /// of deleted standups may have been lost.
  private func connectionReturned() async {
    await shell.confirmTerm()
    shell.bring(.returned)
  }

  func observe(_ metrics: ScheduleMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension ScheduleService {
  /// The commands that the service answers, and its delegate messages.
  var definition: ServiceDefinition {
    ServiceDefinition(
      name: "schedule", commands: commands,
      delegates: StoreDialogue.messages + [
        ScheduleSubjectNamed.self, ScheduleSubjectsKept.self, ScheduleTimeNear.self,
        ScheduleTimeCame.self, ScheduleTimesPassed.self, ScheduleWritingEnded.self,
        ScheduleZonesNamed.self,
        ScheduleZoneCame.self,
      ])
  }

  private var commands: CommandTable {
    var table = CommandTable()
    table.on(SetSchedule.self, shell) { try ScheduleCommand($0) }
    table.on(GetSchedule.self, shell) { .get(try Subject($0.subject)) }
    table.on(ListSchedules.self, shell) { try ScheduleCommand($0) }
    table.on(RemoveSchedule.self, shell) { .remove(Subject(id: $0.subject)) }
    table.on(GetScheduleTimes.self, shell) { try ScheduleCommand($0) }
    table.on(MakeScheduleCalendar.self, shell) { try ScheduleCommand($0) }
    table.on(TellSubjectGone.self, shell) { .gone(try Subject($0.subject)) }
    table.on(TellSubjectMoved.self, shell) { try ScheduleCommand($0) }
    table.on(TellSubjectCame.self, shell) {
      .came(try Subject($0.subject), $0.schedule)
    }
    table.on(CheckSchedules.self) { command, _ in
      command.problems(as: SavedSchedule.self)
    }
    return table
  }
}

extension ScheduleState {
  /// The report whose commit an action confirms; nil for other actions.
  fileprivate func settled(by action: ScheduleAction) -> DueReport? {
    guard case .common(.committed(let id, .success)) = action else { return nil }
    return commands.decision(id)?.note
  }
}

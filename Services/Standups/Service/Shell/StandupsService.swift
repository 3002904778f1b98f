import Bus
import Countdown
import Dependencies
import Logging
import Metrics
import ServiceShell
import Standups
import ZeroMQ

/// The standups service: `StandupsReducer` in a shell.
struct StandupsService: Service {
  let shell: ServiceShell<StandupsReducer>

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - loop: the thread on which everything runs.
  ///   - delegate: connection to the composition root.
  ///   - uuid: generates ids.
  ///   - eventID: generates ids of events.
  ///   - date: current time, for events.
  ///   - clock: clock of the meetings.
  ///   - transcriptDays: retention of transcripts, in days; nil without a limit.
  ///   - sleeper: clock for delays.
  ///   - log: receives log entries.
  ///   - printChanges: receives the changes of the state after each action; nil for none.
  ///   - metrics: the metrics to update; nil for none.
  init(
    on loop: SocketLoop, delegate: any DelegateCaller,
    uuid: UUIDGenerator = UUIDGenerator(Header.freshID),
    eventID: UUIDGenerator = UUIDGenerator(Header.risingID),
    date: DateGenerator = .live, clock: ClockReader = .live,
    transcriptDays: Int? = nil, sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil, metrics: StandupsMetrics? = nil
  ) {
    shell = ServiceShell(
      StandupsReducer(
        uuid: uuid, eventID: eventID, date: date, clock: clock, transcriptDays: transcriptDays),
      on: loop,
      delegate: delegate, sleeper: sleeper, log: log, observe: Self.observer(printChanges, metrics))
  }

  private static func observer(
    _ printChanges: (@Sendable ([String]) -> Void)?, _ metrics: StandupsMetrics?
  ) -> ServiceShell<StandupsReducer>.Observer? {
    guard printChanges != nil || metrics != nil else { return nil }
    return { action, state in
      let before = printChanges == nil ? nil : state
      let expected = metrics.flatMap { metrics in
        state.decision(of: action).map { metrics.expectation(of: $0, state.saved) }
      }
      guard before != nil || expected != nil else { return nil }
      return { after in
        if let expected { metrics?.took(expected, after.saved) }
        if let before {
          printChanges?(StateDifference.lines(for: action, from: before, to: after))
        }
      }
    }
  }

  func start() async throws { try await shell.start() }
  func drain() async { await shell.drain() }
  func journalChanged() async { await shell.journalChanged() }
  func returned() async { await shell.confirmTerm() }
  func routerChanged() async { await shell.confirmTerm() }
  /// Waits for the thread that does the work, so that heartbeats stop if it hangs.
  func pulse() async { _ = await shell.isReady }

  /// Problems that need a person's attention.
  func problems() async -> [String] { await shell.problems }

  /// The reason why commands are not answered yet: the saved state has to be loaded first.
  var obstacle: String? { get async { await shell.obstacle } }

  func observe(_ metrics: StandupsMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension StandupsState {
  /// The decision whose commit an action confirms; nil for other actions.
  fileprivate func decision(of action: StandupsAction) -> Decision? {
    let id: OperationID
    switch action {
    case .committed(let operation, .success): id = operation
    default: return nil
    }
    switch operations[id]?.step {
    case .committing(let decision, _): return decision
    default: return nil
    }
  }
}

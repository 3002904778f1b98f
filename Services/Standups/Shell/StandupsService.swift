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

  /// - Parameters:
  ///   - loop: the thread on which all of it happens.
  ///   - delegate: the way to the parent.
  ///   - uuid: makes ids.
  ///   - eventID: makes the ids of events.
  ///   - date: stamps events.
  ///   - clock: tells meeting time.
  ///   - transcriptDays: how many days what was said is kept; nil without an end.
  ///   - sleeper: what is waited on before something is tried again.
  ///   - log: takes lines for the log.
  ///   - printChanges: is told after each action how the state differs; nil for nothing.
  ///   - metrics: what is counted; nil for nothing.
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
  /// What waits for this waits for the thread that does the work.
  func pulse() async { _ = await shell.isReady }

  /// What a person has to see to.
  func problems() async -> [String] { await shell.problems }

  /// What was saved has to be loaded first.
  var obstacle: String? { get async { await shell.obstacle } }

  func observe(_ metrics: StandupsMetrics, in registry: MetricRegistry) {
    registry.onRead { [shell] in metrics.show(await shell.state) }
  }
}

extension StandupsState {
  /// The decision that an action tells to be durable; nil if it is about something else.
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

import Bus
import Countdown
import Dependencies
import Lifecycle
import Messages
import Standups

/// The standups service: the shell around `StandupsReducer`, which does what its effects say.
actor StandupsService: Service {
  private let reducer: StandupsReducer
  private let delegate: any DelegateCaller
  private let sleeper: any Clock<Duration>
  private let log: @Sendable (LogEntry) -> Void
  private let printChanges: (@Sendable ([String]) -> Void)?
  private let metrics: StandupsMetrics?

  private(set) var state = StandupsState()
  private var callers: [CallerID: CheckedContinuation<StandupsReply, any Error>] = [:]
  private var nextCaller: CallerID = 1
  /// Calls under way, by number; a wait can be cut short.
  private var waits: [Int: Task<Void, Never>] = [:]
  private var nextWait = 1
  private var starting: [CheckedContinuation<Void, any Error>] = []
  private var draining: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - delegate: the way to the parent.
  ///   - uuid: makes ids.
  ///   - date: stamps events.
  ///   - clock: tells meeting time.
  ///   - sleeper: what is waited on before something is tried again.
  ///   - log: takes lines for the log.
  ///   - printChanges: is told after each action how the state differs; nil for nothing.
  ///   - metrics: what is counted; nil for nothing.
  init(
    delegate: any DelegateCaller, uuid: UUIDGenerator = .live, date: DateGenerator = .live,
    clock: ClockReader = .live, sleeper: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in },
    printChanges: (@Sendable ([String]) -> Void)? = nil, metrics: StandupsMetrics? = nil
  ) {
    reducer = StandupsReducer(uuid: uuid, date: date, clock: clock)
    self.delegate = delegate
    self.sleeper = sleeper
    self.log = log
    self.printChanges = printChanges
    self.metrics = metrics
  }

  /// Loads what was saved, however long persistence takes to be there.
  ///
  /// - Throws: `BusError` with code `draining`, if the service is stopped before that.
  func start() async throws {
    send(.start)
    guard state.phase != .ready else { return }
    try await withCheckedThrowingContinuation { starting.append($0) }
  }

  func drain() async {
    send(.drain)
    for wait in waits.values { wait.cancel() }
    let stopped = BusError(.draining, "The service was stopped while it loaded what was saved.")
    for continuation in starting { continuation.resume(throwing: stopped) }
    starting = []
    guard !state.isIdle else { return }
    await withCheckedContinuation { draining.append($0) }
  }

  /// Runs a command.
  func run<Reply: Decodable & Sendable>(
    _ command: StandupsCommand, _ call: Call, as type: Reply.Type = Reply.self
  ) async throws -> Reply {
    let caller = nextCaller
    nextCaller += 1
    // Not ended by cancellation: every command is answered, and its effect may come either way.
    let reply = try await withCheckedThrowingContinuation { continuation in
      callers[caller] = continuation
      send(.received(caller, command, call.header))
    }
    return try reply.value(as: type)
  }

  private func send(_ action: StandupsAction) {
    let before = printChanges == nil ? nil : state
    let expected = metrics.flatMap { metrics in
      decision(of: action).map { metrics.expectation(of: $0, state.saved) }
    }
    let effects = reducer.reduce(&state, action)
    if let expected { metrics?.took(expected, state.saved) }
    if let before, let printChanges {
      printChanges(StateDifference.lines(for: action, from: before, to: state))
    }
    for effect in effects { perform(effect) }
    if state.isIdle, state.isDraining {
      for continuation in draining { continuation.resume() }
      draining = []
    }
  }

  private func perform(_ effect: StandupsEffect) {
    switch effect {
    case .reply(let caller, let result):
      callers.removeValue(forKey: caller)?.resume(with: result)
    case .log(let entry):
      log(entry)
    case .ready:
      for continuation in starting { continuation.resume() }
      starting = []
    case .wait(let ms, let action):
      wait(ms, then: action)
    default:
      guard let call = effect.call else { return }
      let header = effect.operation.flatMap { state.operations[$0]?.header }
      let delegate = delegate
      Task { send(await call(delegate, header)) }
    }
  }

  private func wait(_ ms: Int, then action: StandupsAction) {
    let id = nextWait
    nextWait += 1
    waits[id] = Task {
      // Cut short by drain, the action comes at once; it finds the state draining.
      try? await sleeper.sleep(for: .milliseconds(ms))
      waits[id] = nil
      send(action)
    }
  }
}

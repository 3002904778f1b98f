import CommandLineKit
import ServiceCatalog

/// The supervisor's policy: a state machine that turns events into actions.
///
/// A child that dies is restarted, immediately the first time, and later after increasing delays
/// until it has run for a while. A child whose exit code reports a permanent error, such as an
/// invalid configuration, is not restarted.
struct SupervisorPolicy: Sendable {
  struct Limits: Hashable, Sendable {
    /// Delay before the second consecutive restart, in milliseconds. It doubles with each further
    /// restart.
    var firstPauseMs: Int64 = 200
    var longestPauseMs: Int64 = 5_000
    /// Running time after which earlier deaths are forgotten, in milliseconds.
    var forgivenAfterMs: Int64 = 10_000
    /// Time limit for each stage of the shutdown, in milliseconds. It is longer than the 5 s that
    /// each service allows itself.
    var stopMs: Int64 = 6_000
    /// Number of consecutive temporary failures during startup after which the supervisor gives up.
    var patience = 6
    /// Time since the start after which the supervisor reports the services that are still loading,
    /// in milliseconds.
    var quietMs: Int64 = 3_000
    /// Interval between readiness checks, in milliseconds.
    var healthMs: Int64 = 100
  }

  enum Event: Hashable, Sendable {
    case begin
    case started(String, pid: Int32)
    /// A child exited.
    ///
    /// - Parameter reason: the last problem that it logged.
    case exited(String, ChildExit, reason: String?)
    case timer(Timer)
    /// A health report arrived: whether the router is healthy, the services that are not connected,
    /// and the address of the web page, if known.
    case health(Bool, missing: [String] = [], page: String? = nil)
    /// The user or the system requested the shutdown.
    case stop
  }

  enum Timer: Hashable, Sendable {
    /// The restart delay of a service has elapsed.
    case restart(String)
    /// A stage of the shutdown has exceeded its time limit.
    case stage(Int)
    case health
  }

  enum Action: Hashable, Sendable {
    case start(String)
    case schedule(Timer, afterMs: Int64)
    case terminate(String)
    case kill(String)
    case askHealth
    case say(Status)
    case exit(ExitCode)
  }

  enum Phase: Hashable, Sendable {
    case starting, ready
    case stopping(stage: Int, ExitCode)
    case over
  }

  private enum ChildState: Hashable, Sendable {
    case idle
    case running(sinceMs: Int64)
    case pausing
    case givenUp
  }

  private struct Child: Hashable, Sendable {
    var state = ChildState.idle
    /// Number of consecutive deaths.
    var deaths = 0
  }

  let services: [CatalogedService]
  let limits: Limits
  private(set) var phase = Phase.starting
  private var children: [String: Child] = [:]
  /// Services that were last reported as loading.
  private var said: [String] = []

  init(services: [CatalogedService] = ServiceCatalog.all, limits: Limits = Limits()) {
    self.services = services
    self.limits = limits
    for service in services { children[service.name] = Child() }
  }

  /// Handles an event.
  ///
  /// - Parameter now: time of a monotonic clock, in milliseconds.
  mutating func handle(_ event: Event, now: Int64) -> [Action] {
    switch event {
    case .begin:
      return services.map { .start($0.name) } + [.schedule(.health, afterMs: limits.healthMs)]
    case .started(let name, let pid): return started(name, pid, now)
    case .exited(let name, let exit, let reason): return exited(name, exit, reason, now)
    case .timer(let timer): return fired(timer)
    case .health(let isWell, let missing, let page): return health(isWell, missing, page, now)
    case .stop: return stop()
    }
  }

  private mutating func started(_ name: String, _ pid: Int32, _ now: Int64) -> [Action] {
    guard var child = children[name] else { return [] }
    let again = child.deaths > 0
    child.state = .running(sinceMs: now)
    children[name] = child
    let actions: [Action] = [.say(.started(name, pid: pid, again: again))]
    // The process was still starting when the shutdown began, so terminate it now.
    if case .stopping = phase { return actions + [.terminate(name)] }
    return actions
  }

  private mutating func exited(
    _ name: String, _ exit: ChildExit, _ reason: String?, _ now: Int64
  ) -> [Action] {
    guard var child = children[name] else { return [] }
    defer { children[name] = child }
    if case .stopping(let stage, let code) = phase {
      child.state = .idle
      children[name] = child
      return advance(from: stage, code)
    }
    var lived: Int64 = 0
    if case .running(let since) = child.state { lived = now - since }
    child.deaths = lived >= limits.forgivenAfterMs ? 1 : child.deaths + 1
    if let code = Self.hopeless(exit) ?? impatient(exit, child.deaths) {
      child.state = .givenUp
      children[name] = child
      let said = Action.say(.givenUp(name, exit, reason: reason))
      // During startup, exiting with the reason is better than appearing to run.
      return phase == .starting ? [said] + stop(with: code) : [said]
    }
    let pause = pauseMs(afterDeaths: child.deaths)
    let said = Action.say(.died(name, exit, reason: reason, restartInMs: pause))
    if pause == 0 {
      child.state = .idle
      return [said, .start(name)]
    }
    child.state = .pausing
    return [said, .schedule(.restart(name), afterMs: pause)]
  }

  private mutating func fired(_ timer: Timer) -> [Action] {
    switch timer {
    case .restart(let name):
      guard children[name]?.state == .pausing, !isStopping else { return [] }
      children[name]?.state = .idle
      return [.start(name)]
    case .health:
      return phase == .starting ? [.askHealth] : []
    case .stage(let stage):
      guard case .stopping(stage, _) = phase else { return [] }
      return running(in: stage).flatMap { [.say(.killed($0)), .kill($0)] }
    }
  }

  private mutating func health(
    _ isWell: Bool, _ missing: [String], _ page: String?, _ now: Int64
  ) -> [Action] {
    guard phase == .starting else { return [] }
    guard isWell else {
      let again = Action.schedule(.health, afterMs: limits.healthMs)
      // A service that is running but not connected is loading a large database or a speech engine.
      let loading = missing.filter { isRunning($0, since: now - limits.quietMs) }
      guard !loading.isEmpty, loading != said else { return [again] }
      said = loading
      return [.say(.loading(loading)), again]
    }
    phase = .ready
    return [.say(.ready)] + (page.map { [.say(.page($0))] } ?? [])
  }

  // MARK: Shutdown

  private var isStopping: Bool {
    switch phase {
    case .starting, .ready: false
    case .stopping, .over: true
    }
  }

  private mutating func stop() -> [Action] {
    if case .stopping(let stage, _) = phase {
      // A second request kills all remaining processes immediately.
      return stages.filter { $0 >= stage }.flatMap { running(in: $0) }.map { .kill($0) }
    }
    return phase == .over ? [] : stop(with: .ok)
  }

  private mutating func stop(with code: ExitCode) -> [Action] {
    [.say(.stopping)] + enter(stages[0], code)
  }

  private var stages: [Int] { Set(services.map(\.stopStage)).sorted() }

  /// The running children of a shutdown stage, in start order.
  private func running(in stage: Int) -> [String] {
    services.filter { $0.stopStage == stage }.map(\.name).filter {
      if case .running = children[$0]?.state { true } else { false }
    }
  }

  private mutating func enter(_ stage: Int, _ code: ExitCode) -> [Action] {
    phase = .stopping(stage: stage, code)
    let names = running(in: stage)
    guard !names.isEmpty else { return advance(from: stage, code) }
    return names.map { .terminate($0) } + [.schedule(.stage(stage), afterMs: limits.stopMs)]
  }

  private mutating func advance(from stage: Int, _ code: ExitCode) -> [Action] {
    guard running(in: stage).isEmpty else { return [] }
    if let next = stages.first(where: { $0 > stage }) { return enter(next, code) }
    phase = .over
    return [.say(.stopped), .exit(code)]
  }

  // MARK: Rules

  private func isRunning(_ name: String, since: Int64) -> Bool {
    guard case .running(let began) = children[name]?.state else { return false }
    return began <= since
  }

  /// Exit code with which the supervisor gives up if a temporary failure persists during startup;
  /// nil to keep trying. It gives up because nothing works without the service, and a user is
  /// waiting.
  private func impatient(_ exit: ChildExit, _ deaths: Int) -> ExitCode? {
    guard phase == .starting, deaths >= limits.patience,
      exit == .code(ExitCode.temporary.rawValue)
    else { return nil }
    return .temporary
  }

  /// Delay before the next restart, in milliseconds: none after the first death.
  private func pauseMs(afterDeaths deaths: Int) -> Int64 {
    guard deaths > 1 else { return 0 }
    let doublings = min(deaths - 2, 16)
    return min(limits.longestPauseMs, limits.firstPauseMs << Int64(doublings))
  }

  /// Exit code if it means that a restart would fail in the same way until the user changes
  /// something; nil otherwise.
  static func hopeless(_ exit: ChildExit) -> ExitCode? {
    switch exit {
    case .code(let code):
      let codes: [ExitCode] = [.usage, .cannotCreate, .denied, .configuration]
      return codes.first { $0.rawValue == code }
    case .notStarted: return .configuration
    case .signal: return nil
    }
  }
}

import Threads

/// What has to hold for a service to be alive, and for it to be ready for work.
///
/// Alive: the process is worth keeping. Ready: it is connected and has what it depends on. A service
/// that is not ready for want of something else stays alive.
public final class HealthChecks: Sendable {
  /// What a check is about.
  public enum Kind: String, Sendable {
    case alive, ready
  }

  /// One check: what is wrong, as a sentence; nil if nothing is. It may hang; then that is what is wrong.
  struct Check: Sendable {
    var name: String
    var kind: Kind
    var problem: @Sendable () async -> String?
  }

  private struct State {
    var checks: [Check] = []
    var isDraining = false
  }

  private let state = Locked(State())

  /// No checks yet: the service counts as alive, and as starting rather than ready.
  public init() {}

  /// Adds a check. Before the first one of kind `ready` a service is starting.
  ///
  /// - Parameters:
  ///   - name: a word for programs.
  ///   - problem: says what is wrong, in a sentence with what to do; nil if nothing is.
  public func add(
    _ name: String, _ kind: Kind, problem: @escaping @Sendable () async -> String?
  ) {
    state.withLock { $0.checks.append(Check(name: name, kind: kind, problem: problem)) }
  }

  /// From now on it is not ready: no new work shall come.
  public func beginDrain() {
    state.withLock { $0.isDraining = true }
  }

  /// Looks at all checks of a kind, side by side, on a thread that may block.
  ///
  /// - Parameter limit: how long they may take; who has not answered then, hangs.
  func report(_ kind: Kind, within limit: Duration) -> HealthReport {
    let (all, isDraining) = state.withLock { ($0.checks, $0.isDraining) }
    let checks = all.filter { $0.kind == kind }
    if kind == .ready {
      if isDraining {
        return HealthReport([.init(name: "drain", problem: "Stopping; not accepting new work.")])
      }
      if checks.isEmpty {
        return HealthReport([.init(name: "start", problem: "Starting; not ready yet.")])
      }
    }
    let questions = checks.map { check in Question { await check.problem() } }
    let end = ContinuousClock.now.advanced(by: limit)
    return HealthReport(
      zip(checks, questions).map { check, question in
        guard let problem = question.answer(before: end) else {
          return .init(
            name: check.name, problem: "No response within \(limit.components.seconds) s.")
        }
        return .init(name: check.name, problem: problem)
      })
  }
}

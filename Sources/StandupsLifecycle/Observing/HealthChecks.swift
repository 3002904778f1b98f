import Threads

/// The conditions for a service to be alive, and for it to be ready for work.
///
/// Alive: the process need not be restarted. Ready: it is connected and has everything that it
/// depends on. A service that is not ready because of a dependency is still alive.
public final class HealthChecks: Sendable {
  /// The condition that a check contributes to.
  public enum Kind: String, Sendable {
    case alive, ready
  }

  /// One check. `problem` returns the problem as a sentence, or nil; a check that hangs counts as a
  /// problem.
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

  /// Creates an empty set of checks: the service counts as alive, and as starting rather than
  /// ready.
  public init() {}

  /// Adds a check. Until the first one of kind `ready` is added, the service counts as starting.
  ///
  /// - Parameters:
  ///   - name: machine-readable name of the check.
  ///   - kind: the condition that the check contributes to.
  ///   - problem: returns the problem as a sentence with the remedy; nil for none.
  public func add(
    _ name: String, _ kind: Kind, problem: @escaping @Sendable () async -> String?
  ) {
    state.withLock { $0.checks.append(Check(name: name, kind: kind, problem: problem)) }
  }

  /// Marks the service as not ready from now on, so that it receives no new work.
  public func beginDrain() {
    state.withLock { $0.isDraining = true }
  }

  /// Runs all checks of a kind concurrently, from a thread that may block.
  ///
  /// - Parameter limit: time limit of the checks; a check that has not finished by then counts as
  ///   hanging.
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

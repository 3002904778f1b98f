public import CommandLineKit

/// The lifecycle of a program as a value: it runs, drains and is cancelled, with a time limit for
/// each phase.
public struct Lifetime: Sendable {
  /// An input of the lifecycle.
  public enum Event: Sendable {
    /// A signal: the first one starts the drain, the second one ends the program.
    case signal(Int32)
    /// `run` returned, or threw.
    case ended((any Error)?)
    /// The time limit of the phase has passed.
    case timeIsUp(Phase)
  }

  /// An action that the shell must perform.
  public enum Action: Sendable {
    case beginDrain
    /// Send `timeIsUp(phase)` after the time limit of that phase.
    case startTimer(Phase)
    case cancel
    /// End the program, with the error if it failed.
    case exit(ExitCode, (any Error)?)
  }

  /// A phase of the lifecycle.
  public enum Phase: Hashable, Sendable {
    case running, draining, cancelled, over
  }

  /// The current phase; begins as `running` and ends as `over`.
  public private(set) var phase = Phase.running
  /// Exit code after the work has stopped because of a cancellation.
  private var codeAfterCancel = ExitCode.software

  /// Creates the lifecycle of a program that has just started.
  public init() {}

  /// Handles one event. After the end, returns no actions.
  public mutating func handle(_ event: Event) -> [Action] {
    switch (phase, event) {
    case (.running, .signal):
      phase = .draining
      return [.beginDrain, .startTimer(.draining)]
    case (.draining, .signal(let number)):
      return cancel(ExitCode(rawValue: 128 + number) ?? .terminated)
    case (.draining, .timeIsUp(.draining)):
      return cancel(.software)
    case (.cancelled, .signal), (.cancelled, .timeIsUp(.cancelled)):
      phase = .over
      return [.exit(codeAfterCancel, LifetimeError.stuck)]
    case (.cancelled, .ended(let error)):
      phase = .over
      return [.exit(codeAfterCancel, error.flatMap { $0 is CancellationError ? nil : $0 })]
    case (.running, .ended(let error)), (.draining, .ended(let error)):
      phase = .over
      guard let error else { return [.exit(.ok, nil)] }
      return [.exit(ExitCode(error), error)]
    case (_, .timeIsUp), (.over, _):
      return []
    }
  }

  private mutating func cancel(_ code: ExitCode) -> [Action] {
    phase = .cancelled
    codeAfterCancel = code
    return [.cancel, .startTimer(.cancelled)]
  }
}

/// The reason why a program could not end normally.
public enum LifetimeError: Error, CustomStringConvertible {
  /// The work continued after it was cancelled.
  case stuck

  /// A sentence for the log.
  public var description: String {
    "The service did not stop in time and is exiting now; acknowledged changes are safe."
  }
}

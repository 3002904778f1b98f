public import CommandLineKit

/// The life of a program as a value: it runs, it drains, it is cancelled, and each ends in time.
public struct Lifetime: Sendable {
  /// What happened.
  public enum Event: Sendable {
    /// The first one asks for a drain, the second for the end.
    case signal(Int32)
    /// `run` returned, or threw.
    case ended((any Error)?)
    /// The time of the phase is over.
    case timeIsUp(Phase)
  }

  /// What the shell has to do.
  public enum Action: Sendable {
    case beginDrain
    /// Send `timeIsUp(phase)` after the limit of that phase.
    case startTimer(Phase)
    case cancel
    /// The end, and why if it is not a good one.
    case exit(ExitCode, (any Error)?)
  }

  /// Where it stands.
  public enum Phase: Hashable, Sendable {
    case running, draining, cancelled, over
  }

  /// The present phase; it begins as `running` and ends as `over`.
  public private(set) var phase = Phase.running
  /// How it ends when the work has stopped after a cancellation.
  private var codeAfterCancel = ExitCode.software

  /// A program that has just begun to run.
  public init() {}

  /// Takes one event. After the end there is nothing more to do.
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

/// Why a program could not end well.
public enum LifetimeError: Error, CustomStringConvertible {
  /// The work went on after it was cancelled.
  case stuck

  /// A sentence for the log.
  public var description: String {
    "The service did not stop in time and exits now; acknowledged changes are safe."
  }
}

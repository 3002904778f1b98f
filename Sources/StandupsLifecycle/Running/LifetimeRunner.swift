public import CommandLineKit
public import StandupsLogging

/// The shell around ``Lifetime``: runs a service in a task and performs the actions.
public struct LifetimeRunner: Sendable {
  private let limits: LifetimeLimits
  private let clock: any Clock<Duration>
  private let log: Log

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - limits: time limits of the drain and of the cancellation.
  ///   - clock: measures the limits; tests pass their own.
  ///   - log: receives an entry for each phase.
  public init(
    limits: LifetimeLimits = LifetimeLimits(), clock: any Clock<Duration> = ContinuousClock(),
    log: Log = .discarded
  ) {
    self.limits = limits
    self.clock = clock
    self.log = log
  }

  /// Runs a service to its end. A service that does not stop even when it is cancelled is
  /// abandoned: the caller ends the process.
  ///
  /// - Parameters:
  ///   - service: the service to run.
  ///   - signals: the first one starts the drain, the second one cancels.
  /// - Returns: the exit code of the program.
  public func run(_ service: any RunnableService, signals: AsyncStream<Int32>) async -> ExitCode {
    let (events, sender) = AsyncStream<Lifetime.Event>.makeStream()
    let work = Task {
      do {
        try await service.run()
        sender.yield(.ended(nil))
      } catch {
        sender.yield(.ended(error))
      }
    }
    var helpers = [
      Task { for await signal in signals { sender.yield(.signal(signal)) } }
    ]
    defer { for helper in helpers { helper.cancel() } }

    var lifetime = Lifetime()
    for await event in events {
      for action in lifetime.handle(event) {
        switch action {
        case .beginDrain:
          log.info("Stopping; finishing work in progress.")
          helpers.append(Task { await service.beginGracefulShutdown() })
        case .startTimer(let phase):
          helpers.append(timer(phase, sender))
        case .cancel:
          log.warning("Stopping immediately.")
          work.cancel()
        case .exit(let code, let error):
          if let error {
            log.error(ErrorSentence.of(error), ["exit": LogValue(code.rawValue)])
          }
          return code
        }
      }
    }
    // The stream of events ends early only if the caller is cancelled.
    work.cancel()
    return .software
  }

  private func timer(
    _ phase: Lifetime.Phase, _ sender: AsyncStream<Lifetime.Event>.Continuation
  ) -> Task<Void, Never> {
    let limit = phase == .draining ? limits.drain : limits.cancel
    return Task {
      do {
        try await clock.sleep(for: limit)
        sender.yield(.timeIsUp(phase))
      } catch {
        // Cancelled: the phase ended in time.
      }
    }
  }
}

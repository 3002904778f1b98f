extension SocketLoop {
  /// Start of the current turn: one reading of the clock for everything in the turn.
  public var now: MonotonicInstant {
    preconditionOnLoop("now")
    return core.turn
  }

  /// Calls `body` on the loop as soon as `deadline` has passed, never before.
  ///
  /// Timers that are due together fire in the order of their deadlines, then in the order in which
  /// they were scheduled. Those that are not due when the loop stops are dropped; use
  /// ``sleep(until:)`` if a task waits. Must be called on the loop.
  @discardableResult
  public func schedule(at deadline: MonotonicInstant, _ body: @escaping () -> Void) -> TimerToken {
    schedule(at: deadline, LoopCore.Timer(fire: body, abandon: nil))
  }

  /// Calls `body` on the loop `delay` after the start of this turn. Must be called on the loop.
  @discardableResult
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerToken {
    schedule(at: now.advanced(by: delay), body)
  }

  /// Cancels a timer; returns false if it fired or was cancelled before. Must be called on the
  /// loop.
  @discardableResult
  public func cancel(_ token: TimerToken) -> Bool {
    preconditionOnLoop("A timer")
    return core.timers.remove(token) != nil
  }

  /// Returns as soon as `deadline` has passed, never before.
  /// - Throws: `CancellationError` if the task is cancelled or the loop stops first.
  public func sleep(until deadline: MonotonicInstant) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        self.async {
          sleeper.begin(continuation, until: deadline, on: self)
        }
      }
    } onCancel: {
      self.async { sleeper.cancel(on: self) }
    }
  }

  private func schedule(at deadline: MonotonicInstant, _ timer: LoopCore.Timer) -> TimerToken {
    preconditionOnLoop("A timer")
    if core.isOver {
      timer.abandon?()
      return TimerToken(slot: -1, generation: 0)
    }
    return core.timers.insert(timer, at: deadline.nanoseconds)
  }

  /// `@unchecked Sendable`: all methods run on the loop's thread.
  private final class Sleeper: @unchecked Sendable {
    private var continuation: CheckedContinuation<Void, any Error>?
    private var token: TimerToken?
    private var isCancelled = false

    func begin(
      _ continuation: CheckedContinuation<Void, any Error>, until deadline: MonotonicInstant,
      on loop: SocketLoop
    ) {
      self.continuation = continuation
      if isCancelled { return finish(throwing: true) }
      token = loop.schedule(
        at: deadline,
        LoopCore.Timer(
          fire: { self.finish(throwing: false) }, abandon: { self.finish(throwing: true) }))
    }

    func cancel(on loop: SocketLoop) {
      isCancelled = true
      if let token { loop.cancel(token) }
      finish(throwing: true)
    }

    private func finish(throwing: Bool) {
      let waiting = continuation
      continuation = nil
      if throwing {
        waiting?.resume(throwing: CancellationError())
      } else {
        waiting?.resume()
      }
    }
  }
}

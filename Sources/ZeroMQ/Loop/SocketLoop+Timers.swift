extension SocketLoop {
  /// The time at which the current turn began: one reading for all that is done in it.
  public var now: MonotonicInstant {
    preconditionOnLoop("now")
    return core.turn
  }

  /// Calls `body` on the loop as soon as `deadline` has come, never before.
  ///
  /// Timers that are due together fire in the order of their deadlines, then in the order they were
  /// scheduled. Those that are not due when the loop stops are dropped; use ``sleep(until:)`` where
  /// somebody waits. On the loop only.
  @discardableResult
  public func schedule(at deadline: MonotonicInstant, _ body: @escaping () -> Void) -> TimerToken {
    schedule(at: deadline, LoopCore.Timer(fire: body, abandon: nil))
  }

  /// Calls `body` on the loop `delay` after the beginning of this turn. On the loop only.
  @discardableResult
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerToken {
    schedule(at: now.advanced(by: delay), body)
  }

  /// Takes back what was scheduled; false when it fired or was cancelled before. On the loop only.
  @discardableResult
  public func cancel(_ token: TimerToken) -> Bool {
    preconditionOnLoop("A timer")
    return core.timers.remove(token) != nil
  }

  /// Returns as soon as `deadline` has come, never before.
  /// - Throws: `CancellationError` when the task is cancelled or the loop stops first.
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

  /// `@unchecked Sendable`: all it does, it does on the loop's thread.
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

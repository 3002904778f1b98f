import Threads

/// Calls `start` and waits, for at most `limit`, until the operation calls `done`. Returns true if
/// it did so in time.
func finishes(
  within limit: Duration, _ start: (_ done: @escaping @Sendable () -> Void) -> Void
) async -> Bool {
  await withCheckedContinuation { continuation in
    let waiter = OnceWaiter(continuation)
    let timer = Task.detached {
      do {
        try await Task.sleep(for: limit)
        waiter.resume(false)
      } catch {
        // The sleep was cancelled, because the operation finished in time.
      }
    }
    start {
      waiter.resume(true)
      timer.cancel()
    }
  }
}

/// A continuation that is resumed by the first of two callers.
private final class OnceWaiter: Sendable {
  private let continuation: Locked<CheckedContinuation<Bool, Never>?>

  init(_ continuation: CheckedContinuation<Bool, Never>) {
    self.continuation = Locked(continuation)
  }

  func resume(_ value: Bool) {
    let waiting = continuation.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    waiting?.resume(returning: value)
  }
}

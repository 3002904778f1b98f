import Threads

/// Waits, for at most `limit`, until the operation that `start` begins calls `done`; returns true
/// if it did.
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
        // Cancelled: the operation finished in time.
      }
    }
    start {
      waiter.resume(true)
      timer.cancel()
    }
  }
}

/// A continuation that the first of two callers resumes.
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

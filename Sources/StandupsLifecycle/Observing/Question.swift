import Dispatch
import Threads

/// An asynchronous operation whose result a blocking thread can wait for, for a limited time.
///
/// An operation that takes longer is abandoned; it ends when the call that it hangs in returns.
final class Question<Answer: Sendable>: Sendable {
  private let found = Locked<Answer?>(nil)
  private let arrival = DispatchSemaphore(value: 0)

  init(_ ask: @escaping @Sendable () async -> Answer) {
    Task.detached { [found, arrival] in
      let answer = await ask()
      found.withLock { $0 = answer }
      arrival.signal()
    }
  }

  /// Waits for the answer until `end`; returns nil if it has not arrived by then. May be called
  /// only once.
  func answer(before end: ContinuousClock.Instant) -> Answer? {
    let rest = ContinuousClock.now.duration(to: end).components
    let ms = max(0, rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000)
    guard arrival.wait(timeout: .now() + .milliseconds(Int(ms))) == .success else { return nil }
    return found.withLock { $0 }
  }
}

import Dispatch
import Threads

/// Something asynchronous that a thread which may block waits for, but not for ever.
///
/// What takes longer is left behind: it ends when what it hangs on does.
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

  /// The answer; nil if it has not come by then. To be called once.
  func answer(before end: ContinuousClock.Instant) -> Answer? {
    let rest = ContinuousClock.now.duration(to: end).components
    let ms = max(0, rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000)
    guard arrival.wait(timeout: .now() + .milliseconds(Int(ms))) == .success else { return nil }
    return found.withLock { $0 }
  }
}

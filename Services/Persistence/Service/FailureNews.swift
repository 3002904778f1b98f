import Threads

/// Which failures of the store are worth a line: a disk that is full or away fails every commit, and is
/// said once a while.
final class FailureNews: Sendable {
  private static let pause = Duration.seconds(10)

  private let last = Locked<(code: StoreError.Code, at: ContinuousClock.Instant)?>(nil)

  /// Whether a failure is another one than the last, or that was a while ago.
  func isNews(_ code: StoreError.Code, at now: ContinuousClock.Instant = .now) -> Bool {
    last.withLock { last in
      if let last, last.code == code, now - last.at < Self.pause { return false }
      last = (code, now)
      return true
    }
  }
}

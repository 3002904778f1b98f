import Threads

/// Counts from 1.
final class Counter: Sendable {
  private let count = Locked(0)
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

import Dispatch
import Threads
import ZeroMQ

/// Holds the database's thread before a COMMIT until the test releases it.
final class Gate: Sendable {
  private let opened = DispatchSemaphore(value: 0)
  private let state = Locked<(holdsNext: Bool, sizes: [Int])>((false, []))

  /// Sizes of the batches so far.
  var sizes: [Int] { state.withLock { $0.sizes } }

  /// True if this number of batches has arrived, including a held one.
  func hasSeen(_ count: Int) -> Bool { sizes.count >= count }

  /// Makes the next batch wait for `open()`.
  func hold() { state.withLock { $0.holdsNext = true } }

  func open() { opened.signal() }

  /// For use as `StoreConfiguration.willCommit`.
  func pass(_ size: Int) {
    let waits = state.withLock { state in
      state.sizes.append(size)
      defer { state.holdsNext = false }
      return state.holdsNext
    }
    if waits { opened.wait() }
  }
}

/// Returns when `condition` is true; other tasks run meanwhile.
func until(_ condition: () async throws -> Bool) async throws {
  while try await !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}

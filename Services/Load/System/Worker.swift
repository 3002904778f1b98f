import Foundation
import Threads

/// A thread of the tester that owns a socket. It runs until `stop` is called or an error ends it.
final class Worker: Sendable {
  private struct State {
    var isStopped = false
    var failure: LoadFailure?
  }

  private let state = Locked(State())
  private let running = DispatchGroup()

  /// Starts the thread. Call it once.
  /// - Parameter body: returns soon after ``isStopped`` is true.
  func start(_ body: @escaping @Sendable () throws -> Void) {
    running.enter()
    Thread.detachNewThread { [state, running] in
      defer { running.leave() }
      do {
        try body()
      } catch {
        state.withLock { $0.failure = LoadFailure(error) }
      }
    }
  }

  /// True once `stop` has been called.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Requests the end of the thread, and waits for it. Does nothing if no thread was started.
  func stop() {
    state.withLock { $0.isStopped = true }
    running.wait()
  }

  /// Checks that the thread is running.
  ///
  /// - Throws: the error that ended the thread.
  func check() throws(LoadFailure) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}

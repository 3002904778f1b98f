import Foundation
import Threads

/// A thread of the tester that owns a socket. It works until it is asked to stop or an error ends it.
final class Worker: Sendable {
  private struct State {
    var isStopped = false
    var failure: LoadFailure?
  }

  private let state = Locked(State())
  private let running = DispatchGroup()

  /// Starts the thread; once.
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

  /// Whether the thread was asked to end.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Asks the thread to end, and waits until it has. Does nothing where none was started.
  func stop() {
    state.withLock { $0.isStopped = true }
    running.wait()
  }

  /// - Throws: the error that ended the thread.
  func check() throws(LoadFailure) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}

/// Runs loops that have no thread of their own, such as a simulation under virtual time.
///
/// All that is done on such a loop is done in its turns, and a turn comes when the driver says so. It has no
/// sockets: those wait in the kernel.
package protocol LoopDriver: Sendable {
  /// A loop that had nothing to do has something now.
  func wake(_ loop: SocketLoop)
}

extension SocketLoop {
  /// One turn of a driven loop, on the calling thread: timers that are due, then all jobs that wait.
  ///
  /// - Returns: whether jobs are left; then the next turn should come soon.
  package func driveTurn() -> Bool {
    precondition(driver != nil, "The socket loop \"\(name)\" has its own thread.")
    var isBusy = false
    own {
      switch inbox.withLock({ $0.phase }) {
      case .running:
        core.turn = .now
        core.turns += 1
        fireTimers()
        runJobs()
        isBusy = inbox.withLock { !$0.fallAsleep() && $0.phase != .stopped }
      case .stopping: finish()
      case .stopped: runTail()
      }
    }
    return isBusy
  }

  /// When the first timer is due; nil while there is none. For the driver, between turns.
  package var nextDeadline: MonotonicInstant? {
    core.timers.first.map { MonotonicInstant(nanoseconds: $0) }
  }

  /// Has a driven loop end in its next turns, as ``stop(within:)`` does.
  package func requestDrivenStop() {
    if case (.wake, past: false) = inbox.withLock({ $0.requestStop {} }) { wake() }
  }
}

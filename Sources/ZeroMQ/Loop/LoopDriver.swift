/// Drives loops without their own threads, such as those of a simulation in virtual time.
///
/// All work of such a loop is done in its turns, which the driver starts. The loop has no sockets,
/// because they would wait in the kernel.
package protocol LoopDriver: Sendable {
  /// Notifies the driver that an idle loop has work.
  func wake(_ loop: SocketLoop)
}

extension SocketLoop {
  /// Runs one turn of a driven loop on the calling thread: due timers, then all waiting jobs, then
  /// what waited for the end of the turn.
  ///
  /// - Returns: true if jobs are left, so the next turn should follow soon.
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
        endTurn()
        let isDone = core.atEnd.isEmpty
        isBusy = inbox.withLock { (!isDone || !$0.fallAsleep()) && $0.phase != .stopped }
      case .stopping: finish()
      case .stopped: runTail()
      }
    }
    return isBusy
  }

  /// Deadline of the first timer; nil if no timer is scheduled. The driver reads it between turns.
  package var nextDeadline: MonotonicInstant? {
    core.timers.first.map { MonotonicInstant(nanoseconds: $0) }
  }

  /// Requests the end of a driven loop, which ends in its next turns as with ``stop(within:)``.
  package func requestDrivenStop() {
    if case (.wake, past: false) = inbox.withLock({ $0.requestStop {} }) { wake() }
  }
}

/// An executor with a thread of its own, for an actor whose calls block: files, pipes, a database, a
/// model.
///
/// On Swift's cooperative pool, which has a thread per core, a few such waits would stop everything
/// else. Jobs run one at a time in the order they were enqueued, whatever their priority: the store's
/// group commit relies on that.
package final class BlockingExecutor: SerialExecutor {
  private let queue = JobQueue()

  /// - Parameter label: the thread's name, as a debugger shows it; 15 bytes of it.
  /// - Throws: `NoThreadError` when the system refuses another thread.
  package init(label: String) throws(NoThreadError) {
    let queue = queue
    guard WorkerThread.start(name: label, { queue.run() }) else {
      throw NoThreadError(label: label)
    }
  }

  deinit { queue.stop() }

  /// Jobs that wait for the one that runs.
  package var waiting: Int { queue.count }

  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(JobQueue.Entry(job: UnownedJob(job), executor: self))
  }

  package func checkIsolated() {
    precondition(queue.isRunning, "not on this executor's thread")
  }
}

/// The system gave the process no more threads.
package struct NoThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  package var label: String

  package var description: String {
    "The system could not create a thread for “\(label)”; raise the thread limit (ulimit -u)."
  }
}

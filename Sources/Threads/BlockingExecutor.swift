/// An executor with its own thread, for an actor whose calls block on files, pipes, a database or a
/// model.
///
/// On Swift's cooperative pool, which has one thread per core, a few such calls would stop
/// everything else. Jobs run one at a time in the order in which they were enqueued, regardless of
/// their priority: the store's group commit relies on that.
package final class BlockingExecutor: SerialExecutor {
  private let queue = JobQueue()

  /// Creates an executor and starts its thread.
  ///
  /// - Parameter label: the thread's name, of which a debugger shows 15 bytes.
  /// - Throws: `NoThreadError` if the system cannot create another thread.
  package init(label: String) throws(NoThreadError) {
    let queue = queue
    guard WorkerThread.start(name: label, { queue.run() }) else {
      throw NoThreadError(label: label)
    }
  }

  deinit { queue.stop() }

  /// Number of jobs that wait for the running one.
  package var waiting: Int { queue.count }

  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(JobQueue.Entry(job: UnownedJob(job), executor: self))
  }

  package func checkIsolated() {
    precondition(queue.isRunning, "not on this executor's thread")
  }
}

/// The error of a process that cannot create more threads.
package struct NoThreadError: Error, Hashable, Sendable, CustomStringConvertible {
  package var label: String

  package var description: String {
    "The system could not create a thread for “\(label)”; raise the thread limit (ulimit -u)."
  }
}

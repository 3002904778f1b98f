import Glibc

/// An executor with a thread of its own, for an actor whose calls block.
///
/// A database waits for locks and for the disk. On Swift's cooperative pool, which has a thread per
/// core, a few such waits would stop everything else. Jobs run in the order they were enqueued,
/// whatever their priority: group commit relies on that.
final class DatabaseExecutor: SerialExecutor {
  private let queue: JobQueue
  private let thread: pthread_t

  /// - Throws: `StoreError` when the system refuses another thread.
  init() throws {
    let queue = JobQueue()
    var thread = pthread_t()
    let context = Unmanaged.passRetained(queue).toOpaque()
    let result = DatabaseExecutor.withSignalsBlocked {
      pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context)
    }
    guard result == 0 else {
      Unmanaged<JobQueue>.fromOpaque(context).release()
      throw StoreError(
        .internal, "The system gave the database no thread; raise its limit of threads.",
        cause: SystemError(code: result, operation: "create a thread"))
    }
    pthread_detach(thread)
    self.queue = queue
    self.thread = thread
  }

  deinit { queue.stop() }

  /// Jobs that wait for the one that runs.
  var waiting: Int { queue.count }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.append(JobQueue.Entry(job: UnownedJob(job), executor: self))
  }

  func checkIsolated() {
    precondition(pthread_equal(pthread_self(), thread) != 0, "not on the database's thread")
  }

  /// The new thread inherits the mask, so that signals go to the threads that handle them.
  private static func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}

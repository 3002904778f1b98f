import Glibc

/// The queue of a `BlockingExecutor`'s jobs.
///
/// `@unchecked Sendable`: `entries`, `isStopped` and `thread` are accessed only while `mutex` is
/// held.
final class JobQueue: @unchecked Sendable {
  /// A job and its executor, which is kept alive until the job has run.
  struct Entry {
    var job: UnownedJob
    var executor: BlockingExecutor
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var entries: [Entry] = []
  private var isStopped = false
  /// The thread that runs the jobs.
  private var thread: pthread_t?

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Number of waiting jobs, without the running one.
  var count: Int { locked { entries.count } }

  /// True if the caller is running in one of the queue's jobs.
  var isRunning: Bool {
    locked { thread.map { pthread_equal(pthread_self(), $0) != 0 } ?? false }
  }

  func append(_ entry: Entry) {
    locked {
      entries.append(entry)
      pthread_cond_signal(changed)
    }
  }

  /// Makes `run()` return once no jobs are waiting.
  func stop() {
    locked {
      isStopped = true
      pthread_cond_signal(changed)
    }
  }

  /// The main function of the thread: runs jobs in order until stopped.
  func run() {
    locked { thread = pthread_self() }
    while let batch = next() {
      for entry in batch {
        entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
      }
    }
  }

  private func next() -> [Entry]? {
    locked {
      while entries.isEmpty {
        if isStopped { return nil }
        pthread_cond_wait(changed, mutex)
      }
      defer { entries = [] }
      return entries
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

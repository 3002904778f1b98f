import Glibc

/// The jobs of a `BlockingExecutor` that wait for its thread.
///
/// `@unchecked Sendable`: `entries`, `isStopped` and `thread` are only touched with `mutex` held.
final class JobQueue: @unchecked Sendable {
  /// A job, and the executor it runs on, kept alive until the job has run.
  struct Entry {
    var job: UnownedJob
    var executor: BlockingExecutor
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var entries: [Entry] = []
  private var isStopped = false
  /// The one that runs the jobs.
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

  /// Jobs that wait, without the one that runs.
  var count: Int { locked { entries.count } }

  /// Whether the caller is one of the jobs.
  var isRunning: Bool {
    locked { thread.map { pthread_equal(pthread_self(), $0) != 0 } ?? false }
  }

  func append(_ entry: Entry) {
    locked {
      entries.append(entry)
      pthread_cond_signal(changed)
    }
  }

  /// Lets `run()` return once no job waits.
  func stop() {
    locked {
      isStopped = true
      pthread_cond_signal(changed)
    }
  }

  /// Runs jobs in the order they came, until stopped. The thread's whole work.
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

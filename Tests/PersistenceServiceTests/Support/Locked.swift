import Glibc

/// A value behind a lock that the thread sanitizer understands: it can't see the standard library's
/// `Mutex` hand over to a waiter, and reports a race where there is none.
///
/// `@unchecked Sendable`: `value` is only touched with `mutex` held.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

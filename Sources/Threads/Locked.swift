import Glibc

/// A value that only one thread at a time can access.
///
/// Uses a pthread mutex instead of `Synchronization.Mutex`. On Linux, the kernel hands over a
/// contended `Mutex`. The thread sanitizer does not see this, and reports false races in everything
/// that passes through a loop. For the same reason, the value must not be empty: a `Void` has no
/// memory except the object's header, which is read without the lock.
///
/// `@unchecked Sendable`: the value is accessed only between lock and unlock.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let failure = pthread_mutex_init(mutex, nil)
    precondition(failure == 0, "pthread_mutex_init: errno \(failure)")
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

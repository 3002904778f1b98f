import CZeroMQ
import Glibc

/// The descriptors that a loop waits on in addition to its sockets: an eventfd that wakes it, and a
/// timerfd for the deadline.
struct LoopDescriptors: ~Copyable, Sendable {
  let wake: Int32
  let timer: Int32

  init() throws(ZeroMQError) {
    let wake = czmq_eventfd()
    guard wake >= 0 else { throw ZeroMQError(errno: errno, during: .createLoop) }
    let timer = czmq_timerfd()
    guard timer >= 0 else {
      let number = errno
      close(wake)
      throw ZeroMQError(errno: number, during: .createLoop)
    }
    self.wake = wake
    self.timer = timer
  }

  /// The descriptors of a loop that never waits in the kernel.
  static var none: LoopDescriptors { LoopDescriptors(wake: -1, timer: -1) }

  private init(wake: Int32, timer: Int32) {
    self.wake = wake
    self.timer = timer
  }

  deinit {
    guard wake >= 0 else { return }
    close(wake)
    close(timer)
  }

  /// Makes the wake descriptor readable. If the counter is full, it is readable already, so errors
  /// are ignored.
  func signal() {
    var one: UInt64 = 1
    while write(wake, &one, 8) < 0 && errno == EINTR {}
  }

  func clearSignal() {
    var count: UInt64 = 0
    while read(wake, &count, 8) < 0 && errno == EINTR {}
  }

  /// Reads the timer's expiry, so that its descriptor is no longer readable.
  func clearTimer() {
    var count: UInt64 = 0
    while read(timer, &count, 8) < 0 && errno == EINTR {}
  }

  /// Arms the timer for an absolute time, in nanoseconds of CLOCK_MONOTONIC; 0 disarms it.
  func arm(_ nanoseconds: UInt64) {
    let failed = czmq_timerfd_arm(timer, nanoseconds) != 0
    precondition(!failed, "timerfd_settime refused \(nanoseconds) ns: errno \(errno)")
  }
}

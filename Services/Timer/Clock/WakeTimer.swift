import Countdown
import Glibc
import ZeroMQ

/// Calls back at one moment to come; a dependency, so that tests decide when that is.
struct WakeTimer: Sendable {
  /// Sets the moment, in nanoseconds of the timer's clock, in place of the one before; nil for none.
  /// Called, and calls back, on the service's executor only.
  let set: @Sendable (_ ns: Int64?, _ wake: @escaping @Sendable () -> Void) -> Void

  /// The timer of a socket loop.
  static func live(_ loop: SocketLoop) -> WakeTimer {
    let pending = PendingWake(loop)
    return WakeTimer { ns, wake in pending.set(ns, wake) }
  }
}

/// `@unchecked Sendable`: it is used on the loop's thread only, which the loop checks.
private final class PendingWake: @unchecked Sendable {
  private let loop: SocketLoop
  private var token: TimerToken?

  init(_ loop: SocketLoop) { self.loop = loop }

  func set(_ ns: Int64?, _ wake: @escaping @Sendable () -> Void) {
    loop.preconditionOnLoop("A timer's wake-up")
    if let token { loop.cancel(token) }
    token = nil
    guard let ns else { return }
    // The loop counts on a clock that stands still in suspend; from now on, both run alike.
    let rest = max(0, ns - ClockReader.nanoseconds(CLOCK_BOOTTIME))
    let deadline = MonotonicInstant.now.advanced(by: .nanoseconds(rest))
    token = loop.schedule(at: deadline) { [weak self] in
      self?.token = nil
      wake()
    }
  }
}

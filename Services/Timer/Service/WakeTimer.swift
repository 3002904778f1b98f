import Countdown
import Glibc
import ZeroMQ

/// A callback at one future moment. It is injected, so that tests control the time.
struct WakeTimer: Sendable {
  /// Sets the moment, in nanoseconds of the timer's clock, and replaces the previous one; nil for
  /// none. It must be called on the service's executor, on which it also calls back.
  let set: @Sendable (_ ns: Int64?, _ wake: @escaping @Sendable () -> Void) -> Void

  /// A wake-up timer on a socket loop.
  static func live(_ loop: SocketLoop) -> WakeTimer {
    let pending = PendingWake(loop)
    return WakeTimer { ns, wake in pending.set(ns, wake) }
  }
}

/// `@unchecked Sendable`: used only on the loop's thread, which the loop verifies.
private final class PendingWake: @unchecked Sendable {
  private let loop: SocketLoop
  private var token: TimerToken?

  init(_ loop: SocketLoop) { self.loop = loop }

  func set(_ ns: Int64?, _ wake: @escaping @Sendable () -> Void) {
    loop.preconditionOnLoop("A timer's wake-up")
    if let token { loop.cancel(token) }
    token = nil
    guard let ns else { return }
    // The loop's clock stops during suspend. From now on, both clocks run at the same rate.
    let rest = max(0, ns - ClockReader.nanoseconds(CLOCK_BOOTTIME))
    let deadline = MonotonicInstant.now.advanced(by: .nanoseconds(rest))
    token = loop.schedule(at: deadline) { [weak self] in
      self?.token = nil
      wake()
    }
  }
}

import Countdown
import Glibc

/// Moment on the timer's clocks: nanoseconds on a clock that cannot be set, and the time of the
/// wall clock.
struct TimerMoment: Hashable, Sendable {
  /// Nanoseconds since boot, including time in suspend (`CLOCK_BOOTTIME`). All deadlines use this
  /// clock.
  var ns: Int64
  /// Milliseconds since 1970-01-01 UTC, only for use by other programs.
  var wallMs: Int64
}

/// Clock of the timer, and the boot to which its nanoseconds refer.
struct TimerClock: Sendable {
  /// Identifies the boot of the machine; empty if unknown.
  let boot: String
  private let read: @Sendable () -> TimerMoment

  init(boot: String, _ read: @escaping @Sendable () -> TimerMoment) {
    self.boot = boot
    self.read = read
  }

  /// The current moment.
  func callAsFunction() -> TimerMoment { read() }

  /// The clocks of the machine.
  static let live = TimerClock(boot: ClockReader.boot) {
    TimerMoment(
      ns: ClockReader.nanoseconds(CLOCK_BOOTTIME),
      wallMs: ClockReader.nanoseconds(CLOCK_REALTIME) / 1_000_000)
  }
}

import Countdown
import Glibc

/// A moment on the timer's clocks: nanoseconds on a clock that cannot be set, and the wall clock.
struct TimerMoment: Hashable, Sendable {
  /// Nanoseconds since boot, including time in suspend (`CLOCK_BOOTTIME`). All deadlines are on
  /// this clock.
  var ns: Int64
  /// Milliseconds since 1970-01-01 UTC; only for other programs to read.
  var wallMs: Int64
}

/// The clock of the timer, and the boot in which its nanoseconds count.
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

import Countdown
import Glibc

/// A moment as the timer reckons: nanoseconds on a clock that nobody can set, and the wall clock.
struct TimerMoment: Hashable, Sendable {
  /// Nanoseconds since boot, time in suspend included (`CLOCK_BOOTTIME`). All deadlines are in it.
  var ns: Int64
  /// Milliseconds since 1970-01-01 UTC; only for others to read.
  var wallMs: Int64
}

/// The timer's one dependency: the clock, and the boot in which its nanoseconds count.
struct TimerClock: Sendable {
  /// Names the boot of the machine; empty if unknown.
  let boot: String
  private let read: @Sendable () -> TimerMoment

  init(boot: String, _ read: @escaping @Sendable () -> TimerMoment) {
    self.boot = boot
    self.read = read
  }

  /// The moment now.
  func callAsFunction() -> TimerMoment { read() }

  /// The machine's own clocks.
  static let live = TimerClock(boot: ClockReader.boot) {
    TimerMoment(
      ns: ClockReader.nanoseconds(CLOCK_BOOTTIME),
      wallMs: ClockReader.nanoseconds(CLOCK_REALTIME) / 1_000_000)
  }
}

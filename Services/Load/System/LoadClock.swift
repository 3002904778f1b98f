import Countdown
import Glibc
import ZeroMQ

/// The tester's clocks.
enum LoadClock {
  /// Nanoseconds since boot, on the clock by which the timer reckons.
  static var now: Int64 { ClockReader.nanoseconds(CLOCK_BOOTTIME) }

  static var wallMs: Int64 { ClockReader.nanoseconds(CLOCK_REALTIME) / 1_000_000 }

  /// By how much the wall clock is ahead of the other one: the reading with the least time between
  /// of a few.
  static func wallOffset() -> Int64 {
    var best: (width: Int64, offset: Int64) = (.max, 0)
    for _ in 0..<9 {
      let before = now
      let wall = ClockReader.nanoseconds(CLOCK_REALTIME)
      let after = now
      if after - before < best.width { best = (after - before, wall - (before + after) / 2) }
    }
    return best.offset
  }

  /// The CPU time of the calling thread, in nanoseconds.
  static var threadCPU: Int64 { ClockReader.nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The CPU time of this process, in nanoseconds.
  static var processCPU: Int64 { ClockReader.nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// A moment of that clock, for waiting.
  static func instant(_ moment: Int64) -> MonotonicInstant {
    .now.advanced(by: .nanoseconds(max(0, moment - now)))
  }
}

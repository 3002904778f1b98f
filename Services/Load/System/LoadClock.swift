import Countdown
import Glibc
import ZeroMQ

/// The tester's clocks.
enum LoadClock {
  /// Nanoseconds since boot, on the clock that the timer uses.
  static var now: Int64 { ClockReader.nanoseconds(CLOCK_BOOTTIME) }

  static var wallMs: Int64 { ClockReader.nanoseconds(CLOCK_REALTIME) / 1_000_000 }

  /// Offset of the wall clock from `now`, in nanoseconds. It comes from the quickest of
  /// several readings.
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

  /// CPU time of the calling thread, in nanoseconds.
  static var threadCPU: Int64 { ClockReader.nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// CPU time of this process, in nanoseconds.
  static var processCPU: Int64 { ClockReader.nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Converts a time from `now` to an instant on which a thread can wait.
  static func instant(_ moment: Int64) -> MonotonicInstant {
    .now.advanced(by: .nanoseconds(max(0, moment - now)))
  }
}

/// A received tick.
struct TickArrival: Hashable, Sendable {
  /// Number of the tick in its meeting, from 1.
  var number: Int32
  /// Time of receipt, in nanoseconds of CLOCK_BOOTTIME.
  var received: Int64
  /// Time at which the timer sent the tick, as stated in the tick; in nanoseconds of
  /// CLOCK_BOOTTIME, but truncated to milliseconds of the wall clock.
  var sent: Int64
}

/// Clock of a countdown, as the timer reported it.
struct ReportedClock: Hashable, Sendable {
  /// Elapsed time at `at`, in milliseconds.
  var elapsedMs: Int64
  /// Time of the reading, in nanoseconds of CLOCK_BOOTTIME.
  var at: Int64
  var isRunning: Bool

  /// Time at which elapsed time would have been 0 if the clock had always been running, in
  /// nanoseconds of CLOCK_BOOTTIME.
  var origin: Int64 { at - elapsedMs * 1_000_000 }
}

/// A tick as it was received.
struct TickArrival: Hashable, Sendable {
  /// Which multiple of the tick it is, from 1.
  var number: Int32
  /// When it was received, in nanoseconds of CLOCK_BOOTTIME.
  var received: Int64
  /// When it was sent, as it says itself; in nanoseconds of CLOCK_BOOTTIME, cut to milliseconds of
  /// the wall clock.
  var sent: Int64
}

/// A countdown's clock as the timer reported it.
struct ReportedClock: Hashable, Sendable {
  /// Elapsed time in milliseconds at `at`.
  var elapsedMs: Int64
  /// Nanoseconds of CLOCK_BOOTTIME.
  var at: Int64
  var isRunning: Bool

  /// When elapsed time was 0, had it run all the time.
  var origin: Int64 { at - elapsedMs * 1_000_000 }
}

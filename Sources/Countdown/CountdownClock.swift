public import FastJSON

/// The clock of a meeting or another countdown as a value: the elapsed time at one moment, and
/// whether it runs.
///
/// The elapsed time at a later moment is `elapsedMs`, plus the time since `at` if the clock runs. A
/// meeting therefore continues even if all processes that took part in it end.
///
/// ```swift
/// let start = ClockReader.live()
/// let clock = CountdownClock(elapsedMs: 0, at: start, isRunning: true)
/// let later = start.advanced(byMs: 2500)
/// clock.elapsedMs(at: later)  // 2500
/// let held = clock.held(at: later)
/// ```
public struct CountdownClock: FastCodable, Hashable, Sendable {
  /// Elapsed time at `at`, in milliseconds.
  public var elapsedMs: Int64
  /// The moment at which `elapsedMs` was measured.
  public var at: ClockReading
  /// False while the clock is paused.
  public var isRunning: Bool

  /// Creates a clock with an elapsed time, in milliseconds, at a given moment, from which it runs
  /// or is paused.
  public init(elapsedMs: Int64, at: ClockReading, isRunning: Bool) {
    self.elapsedMs = elapsedMs
    self.at = at
    self.isRunning = isRunning
  }

  /// Returns the elapsed meeting time at another moment, in milliseconds; never less than
  /// `elapsedMs`.
  public func elapsedMs(at moment: ClockReading) -> Int64 {
    isRunning ? elapsedMs.plus(max(0, moment.milliseconds(since: at))) : elapsedMs
  }

  /// Returns the clock as paused at that moment.
  public func held(at moment: ClockReading) -> CountdownClock {
    CountdownClock(elapsedMs: elapsedMs(at: moment), at: moment, isRunning: false)
  }

  /// Returns the clock as resumed at that moment.
  public func released(at moment: ClockReading) -> CountdownClock {
    CountdownClock(elapsedMs: elapsedMs(at: moment), at: moment, isRunning: true)
  }

  /// Returns the clock with another elapsed time at that moment; it runs or is paused as before.
  public func jumped(toMs elapsedMs: Int64, at moment: ClockReading) -> CountdownClock {
    CountdownClock(elapsedMs: elapsedMs, at: moment, isRunning: isRunning)
  }
}

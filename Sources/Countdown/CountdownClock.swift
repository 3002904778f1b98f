/// The clock of one meeting as a value: how much had elapsed at one moment, and whether it runs.
///
/// It is all that has to be kept to know the elapsed time at any later moment, so a meeting survives
/// the death of every process that took part in it.
///
/// ```swift
/// let start = ClockReader.live()
/// let clock = CountdownClock(elapsedMs: 0, at: start, isRunning: true)
/// let later = start.advanced(byMs: 2500)
/// clock.elapsedMs(at: later)  // 2500
/// let held = clock.held(at: later)
/// ```
public struct CountdownClock: Codable, Hashable, Sendable {
  /// Elapsed meeting time at `at`, in milliseconds.
  public var elapsedMs: Int64
  /// The moment that `elapsedMs` speaks of.
  public var at: ClockReading
  /// False while the clock is held.
  public var isRunning: Bool

  /// A clock that shows `elapsedMs`, in milliseconds, at a moment, and then runs or is held.
  public init(elapsedMs: Int64, at: ClockReading, isRunning: Bool) {
    self.elapsedMs = elapsedMs
    self.at = at
    self.isRunning = isRunning
  }

  /// Elapsed meeting time at another moment, in milliseconds; it never runs backwards.
  public func elapsedMs(at moment: ClockReading) -> Int64 {
    isRunning ? elapsedMs.plus(max(0, moment.milliseconds(since: at))) : elapsedMs
  }

  /// The clock, held at that moment.
  public func held(at moment: ClockReading) -> CountdownClock {
    CountdownClock(elapsedMs: elapsedMs(at: moment), at: moment, isRunning: false)
  }

  /// The clock, going on from that moment.
  public func released(at moment: ClockReading) -> CountdownClock {
    CountdownClock(elapsedMs: elapsedMs(at: moment), at: moment, isRunning: true)
  }

  /// The clock, put to another elapsed time at that moment, running or held as it was.
  public func jumped(toMs elapsedMs: Int64, at moment: ClockReading) -> CountdownClock {
    CountdownClock(elapsedMs: elapsedMs, at: moment, isRunning: isRunning)
  }
}

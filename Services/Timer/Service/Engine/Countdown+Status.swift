import Countdown
import TimerAPI

extension Countdown {
  /// The status of the countdown for clients.
  ///
  /// Elapsed time is truncated to whole milliseconds. The reading is moved back by the remainder,
  /// so that a time computed from it is neither a millisecond behind nor ever ahead.
  func status(of id: String, at now: TimerMoment, boot: String) -> CountdownStatus {
    let elapsed = elapsed(at: now.ns)
    let isRunning = if case .running = phase { true } else { false }
    let cut = isRunning ? elapsed % nsPerMs : 0
    let reading = ClockReading(
      wallMs: now.wallMs, boot: boot, uptimeUs: (now.ns - cut + 999) / 1000)
    return CountdownStatus(
      id: id, durationMs: schedule.durationMs, speakers: schedule.speakers, speaker: speaker,
      clock: CountdownClock(elapsedMs: elapsed / nsPerMs, at: reading, isRunning: isRunning))
  }
}

import Countdown
import TimerAPI

extension Countdown {
  /// How it stands, for others.
  ///
  /// Elapsed time is cut to whole milliseconds; the reading is moved back by what was cut, so that
  /// whoever reckons from it is not a millisecond behind; nor is he ever ahead.
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

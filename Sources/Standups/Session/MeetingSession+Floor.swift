public import Countdown

extension MeetingSession {
  /// Begins the meeting: starts its clock and gives the floor to the first speaker.
  public mutating func begin(at moment: ClockReading, isRecording: Bool) {
    startedAt = moment
    clock = CountdownClock(elapsedMs: 0, at: moment, isRunning: true)
    speakerIndex = 0
    floor = [FloorChange(sinceMs: 0, elapsedMs: 0, speakerIndex: 0, isRunning: true)]
    self.isRecording = isRecording
    destination = nil
  }

  /// Sets the clock, and logs the change if it was paused, resumed or moved to another time.
  ///
  /// Turns that begin on schedule are not logged, because the schedule determines them, even before
  /// they are reported.
  public mutating func adopt(_ clock: CountdownClock) {
    self.clock = clock
    guard let startedAt, let last = floor.last else { return }
    let real = clock.at.milliseconds(since: startedAt)
    let since = max(real, last.sinceMs)
    let elapsed = clock.elapsedMs + (clock.isRunning ? since - real : 0)
    let expected = last.elapsedMs + (last.isRunning ? since - last.sinceMs : 0)
    guard elapsed != expected || clock.isRunning != last.isRunning else { return }
    floor.append(
      FloorChange(
        sinceMs: since, elapsedMs: elapsed, speakerIndex: schedule.speaker(at: elapsed),
        isRunning: clock.isRunning))
  }
}

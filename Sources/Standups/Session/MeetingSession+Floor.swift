public import Countdown

extension MeetingSession {
  /// The meeting begins: its clock runs and the first speaker has the floor.
  public mutating func begin(at moment: ClockReading, isRecording: Bool) {
    startedAt = moment
    clock = CountdownClock(elapsedMs: 0, at: moment, isRunning: true)
    speakerIndex = 0
    floor = [FloorChange(sinceMs: 0, elapsedMs: 0, speakerIndex: 0, isRunning: true)]
    self.isRecording = isRecording
    destination = nil
  }

  /// Takes over the clock as it stands now, held, released or jumped, and notes it on the floor.
  ///
  /// Turns that begin by the clock are not noted: the schedule tells them, even if nobody has yet.
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

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
  public mutating func adopt(_ clock: CountdownClock) {
    self.clock = clock
    guard let startedAt, let last = floor.last else { return }
    let real = clock.at.milliseconds(since: startedAt)
    let since = max(real, last.sinceMs)
    let elapsed = clock.elapsedMs + (clock.isRunning ? since - real : 0)
    let expected = last.elapsedMs + (last.isRunning ? since - last.sinceMs : 0)
    let isAsExpected =
      elapsed == expected && clock.isRunning == last.isRunning
      && speakerIndex == last.speakerIndex
    guard !isAsExpected else { return }
    floor.append(
      FloorChange(
        sinceMs: since, elapsedMs: elapsed, speakerIndex: speakerIndex, isRunning: clock.isRunning))
  }

  /// By the clock, a speaker's turn began; noted at the moment of the boundary, however late it is
  /// told.
  public mutating func beginTurn(of index: Int) {
    let boundary = schedule.start(of: index)
    speakerIndex = index
    guard let last = floor.last else { return }
    // A hold may have been noted before the change was told: then the turn began before the hold.
    let piece = floor.last { $0.isRunning && $0.elapsedMs <= boundary } ?? last
    let since = piece.sinceMs + (piece.isRunning ? max(0, boundary - piece.elapsedMs) : 0)
    let position = floor.firstIndex { $0.sinceMs > since } ?? floor.count
    for later in position..<floor.count where floor[later].speakerIndex < index {
      floor[later].speakerIndex = index
    }
    floor.insert(
      FloorChange(
        sinceMs: since, elapsedMs: boundary, speakerIndex: index, isRunning: piece.isRunning),
      at: position)
  }
}

import Countdown
import TimerAPI

/// One countdown: a clock, who speaks, and what is due next. All times in it are nanoseconds.
///
/// It holds no references, so that serving a tick counts none.
struct Countdown {
  /// How its clock stands.
  enum Phase: Hashable {
    /// It runs; elapsed time was 0 at that moment of the timer's clock.
    case running(origin: Int64)
    /// It is held at that elapsed time.
    case held(elapsed: Int64)
    /// The time is up; it stays known until the parent has answered.
    case finished
  }

  /// Tells it from others of the same id, earlier and later.
  let serial: UInt64
  let schedule: SpeakerSchedule
  let tickNs: Int64
  /// Whether anybody ever may want its ticks; else none are reckoned.
  let hasTicks: Bool
  /// Whether anybody may want them now. While nobody does, none are due.
  private(set) var isHeard = true
  private(set) var phase: Phase
  /// Whose turn was announced last.
  private(set) var speaker: Int
  /// The elapsed time of the next tick.
  private(set) var nextTick: Int64
  /// The elapsed time at which the speaker's turn ends.
  private(set) var turnEnd: Int64

  /// - Parameters:
  ///   - elapsed: where it begins, from 0 to the duration.
  ///   - speaker: who was announced last.
  ///   - lastTick: the last tick that went out for this id, which shall not go out again.
  ///   - isMoved: whether it may have ticked elsewhere until now.
  init(
    serial: UInt64, schedule: SpeakerSchedule, tickNs: Int64, hasTicks: Bool, elapsed: Int64,
    isRunning: Bool, speaker: Int, lastTick: Int64?, isMoved: Bool, at now: Int64
  ) {
    self.serial = serial
    self.schedule = schedule
    self.tickNs = tickNs
    self.hasTicks = hasTicks
    self.phase = isRunning ? .running(origin: now - elapsed) : .held(elapsed: elapsed)
    self.speaker = speaker
    self.turnEnd = schedule.start(of: speaker + 1) * nsPerMs
    self.nextTick = .max
    resetTick(after: elapsed)
    if let lastTick, nextTick == lastTick { nextTick += tickNs }
    if isMoved, hasTicks, nextTick - elapsed <= Self.handoverNs { nextTick += tickNs }
  }

  var durationNs: Int64 { schedule.durationMs * nsPerMs }

  /// The last tick that went out, if one could have.
  var lastTick: Int64? { hasTicks ? nextTick - tickNs : nil }

  /// Elapsed time at a moment, from 0 to the duration.
  func elapsed(at now: Int64) -> Int64 {
    switch phase {
    case .running(let origin): min(max(0, now - origin), durationNs)
    case .held(let elapsed): elapsed
    case .finished: durationNs
    }
  }

  /// When something happens next; nil while it is held, and after the end.
  var deadline: Int64? {
    guard case .running(let origin) = phase else { return nil }
    return origin + min(isHeard ? nextTick : .max, turnEnd, durationNs)
  }

  /// Lets all happen that is due. Late ticks are not replayed: of several only the latest goes out.
  ///
  /// A held one that was restored may have speakers to announce; it does not finish while it is held.
  mutating func settle(
    at now: Int64, as source: inout TickSource, into sink: inout some CountdownSink
  ) {
    guard phase != .finished else { return }
    let elapsed = elapsed(at: now)
    if isHeard, nextTick <= elapsed {
      // On time, as nearly always, there is nothing to divide.
      let tick = elapsed - nextTick < tickNs ? nextTick : elapsed / tickNs * tickNs
      announce(upTo: tick, source, into: &sink)
      nextTick = tick + tickNs
      isHeard = sink.tick(
        TickData(
          elapsedMs: tick / nsPerMs, durationMs: schedule.durationMs, speaker: speaker,
          speakers: schedule.speakers, turnEndsMs: turnEnd / nsPerMs),
        from: &source)
    }
    announce(upTo: elapsed, source, into: &sink)
    if case .running = phase, elapsed >= durationNs {
      phase = .finished
      sink.finished(
        CountdownKey(id: source.channel.id, serial: serial), elapsedMs: schedule.durationMs)
    }
  }

  /// Somebody may want its ticks from now on; those that nobody wanted are not made good.
  mutating func listen(at now: Int64) {
    isHeard = true
    guard hasTicks, phase != .finished else { return }
    let elapsed = elapsed(at: now)
    if nextTick < elapsed { nextTick = (elapsed + tickNs - 1) / tickNs * tickNs }
  }

  /// Holds the clock. One that does not run stays as it is.
  mutating func hold(at now: Int64) {
    guard case .running = phase else { return }
    phase = .held(elapsed: elapsed(at: now))
  }

  /// Lets the clock go on. One that is not held stays as it is.
  mutating func release(at now: Int64) {
    guard case .held(let elapsed) = phase else { return }
    phase = .running(origin: now - elapsed)
  }

  /// Jumps to the beginning of the next speaker's turn, whom whoever asked for it knows of: nothing
  /// is announced. Ticks go on at the multiples after it.
  mutating func skip(at now: Int64) {
    let elapsed = turnEnd
    switch phase {
    case .running: phase = .running(origin: now - elapsed)
    case .held: phase = .held(elapsed: elapsed)
    case .finished: return
    }
    speaker += 1
    turnEnd = schedule.start(of: speaker + 1) * nsPerMs
    resetTick(after: elapsed)
  }

  private mutating func announce(
    upTo elapsed: Int64, _ source: TickSource, into sink: inout some CountdownSink
  ) {
    while turnEnd <= elapsed, speaker + 1 < schedule.speakers {
      speaker += 1
      sink.speakerChanged(
        CountdownKey(id: source.channel.id, serial: serial), speaker: speaker,
        elapsedMs: turnEnd / nsPerMs)
      turnEnd = schedule.start(of: speaker + 1) * nsPerMs
    }
  }

  /// A countdown that comes from elsewhere may have ticked there a moment ago, and clocks are kept in
  /// whole milliseconds: a tick this close, in nanoseconds, is left to who had it before.
  static let handoverNs: Int64 = 2 * nsPerMs

  private mutating func resetTick(after elapsed: Int64) {
    if hasTicks { nextTick = (elapsed / tickNs + 1) * tickNs }
  }
}

/// Nanoseconds in a millisecond, the unit of the bus.
let nsPerMs: Int64 = 1_000_000

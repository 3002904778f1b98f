import Countdown
import TimerAPI

/// Countdown: its clock, the current speaker, and the next deadline. All times are in nanoseconds.
///
/// It contains no references, so emitting a tick changes no reference count.
struct Countdown {
  /// The state of the clock.
  enum Phase: Hashable {
    /// Running; elapsed time was 0 at this moment of the timer's clock.
    case running(origin: Int64)
    /// Paused at this elapsed time.
    case held(elapsed: Int64)
    /// The time is up. The countdown is kept until the composition root has replied.
    case finished
  }

  /// Distinguishes it from earlier and later countdowns with the same id.
  let serial: UInt64
  let schedule: SpeakerSchedule
  let tickNs: Int64
  /// True if its ticks can have subscribers. If false, no ticks are computed.
  let hasTicks: Bool
  /// True if its ticks may have subscribers now. If false, no ticks are due.
  private(set) var hasSubscriber = true
  private(set) var phase: Phase
  /// The last speaker that was reported.
  private(set) var speaker: Int
  /// Elapsed time of the next tick.
  private(set) var nextTick: Int64
  /// Elapsed time at which the current turn ends.
  private(set) var turnEnd: Int64

  /// Creates a countdown.
  ///
  /// - Parameters:
  ///   - elapsed: elapsed time at the start, from 0 to the duration.
  ///   - speaker: the last speaker that was reported.
  ///   - lastTick: the last tick that was published for this id, which must not be published again.
  ///   - isMoved: whether another timer may have published ticks until now.
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
    if let lastTick, nextTick <= lastTick, lastTick - nextTick < Self.setBackNs {
      nextTick = lastTick + tickNs
    }
    if isMoved, hasTicks, nextTick - elapsed <= Self.handoverNs { nextTick += tickNs }
  }

  var durationNs: Int64 { schedule.durationMs * nsPerMs }

  /// Elapsed time of the last tick that may have been published; nil if the countdown has no ticks.
  var lastTick: Int64? { hasTicks ? nextTick - tickNs : nil }

  /// Elapsed time at a moment, from 0 to the duration.
  func elapsed(at now: Int64) -> Int64 {
    switch phase {
    case .running(let origin): min(max(0, now - origin), durationNs)
    case .held(let elapsed): elapsed
    case .finished: durationNs
    }
  }

  /// Moment of the next event, on the timer's clock; nil while paused, and after the end.
  var deadline: Int64? {
    guard case .running(let origin) = phase else { return nil }
    return origin + min(hasSubscriber ? nextTick : .max, turnEnd, durationNs)
  }

  /// Emits everything that is due. Late ticks are not replayed; if several ticks are due, only the
  /// latest is published.
  ///
  /// A restored countdown may have speakers to report even while it is paused, but it does not
  /// finish then.
  mutating func settle(
    at now: Int64, as source: inout TickSource, into sink: inout some CountdownSink
  ) {
    guard phase != .finished else { return }
    let elapsed = elapsed(at: now)
    if hasSubscriber, nextTick <= elapsed {
      // Nearly all ticks are on time, and then need no division.
      let tick = elapsed - nextTick < tickNs ? nextTick : elapsed / tickNs * tickNs
      announce(upTo: tick, source, into: &sink)
      nextTick = tick + tickNs
      hasSubscriber = sink.tick(
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

  /// Resumes ticks, because they may have subscribers now. Ticks that were due before that are not
  /// published.
  mutating func resumeTicks(at now: Int64) {
    hasSubscriber = true
    guard hasTicks, phase != .finished else { return }
    let elapsed = elapsed(at: now)
    if nextTick < elapsed { nextTick = (elapsed + tickNs - 1) / tickNs * tickNs }
  }

  /// Pauses the clock. A countdown that is not running stays as it is.
  mutating func hold(at now: Int64) {
    guard case .running = phase else { return }
    phase = .held(elapsed: elapsed(at: now))
  }

  /// Resumes the clock. A countdown that is not paused stays as it is.
  mutating func release(at now: Int64) {
    guard case .held(let elapsed) = phase else { return }
    phase = .running(origin: now - elapsed)
  }

  /// Jumps to the start of the next turn. The speaker is not reported, because the caller knows.
  /// Ticks continue at the multiples of the interval after it.
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

  /// Maximum distance, in nanoseconds, by which a clock is set back without publishing a tick again:
  /// the countdown ran on until the timer received a pause.
  static let setBackNs: Int64 = 60_000 * nsPerMs

  /// Difference of two clocks of a countdown at the same moment, in nanoseconds, up to which neither
  /// has been set back.
  static let jitterNs: Int64 = 500 * nsPerMs

  /// Distance, in nanoseconds, within which a tick is left to the timer that had the countdown
  /// before. That timer may have just published the tick, and clocks are transferred in whole
  /// milliseconds.
  static let handoverNs: Int64 = 2 * nsPerMs

  private mutating func resetTick(after elapsed: Int64) {
    if hasTicks { nextTick = (elapsed / tickNs + 1) * tickNs }
  }
}

/// Nanoseconds in a millisecond, the unit of time on the bus.
let nsPerMs: Int64 = 1_000_000

extension Countdown {
  /// The status of the countdown for clients.
  ///
  /// Elapsed time is truncated to whole milliseconds. The time of the reading is moved back by the
  /// remainder, so that a time computed from it is neither a millisecond behind nor ahead.
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

import Bus
import Countdown
import TimerAPI

extension CountdownEngine {
  /// Starts a countdown, or replaces a running one with a restored one.
  ///
  /// - Parameter idempotencyKey: key of the command; repeating a start with the same key returns
  ///   the status again.
  /// - Throws: `invalid`; `conflict` if the id exists; `busy` if the limit of countdowns is
  ///   reached.
  mutating func start(
    _ command: StartCountdown, idempotencyKey: String?, at now: TimerMoment,
    into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    let schedule = try command.checked()
    let ns = moment(now)
    var lastTick: Int64?
    if let slot = slotOfID[command.id] {
      settle(slot, at: ns, into: &sink)
      guard command.resuming != nil else {
        try checkRepeated(command, schedule, idempotencyKey, slot)
        return status(slot, now)
      }
      lastTick = slots[slot].lastTick
      remove(slot, into: &sink)
    } else if count >= limit {
      throw BusError(
        .busy,
        "This timer has reached its limit of \(limit) countdowns; cancel some or add a timer.",
        retryAfterMs: 1000)
    }
    let tickNs = (command.tickMs ?? CountdownLimits.usualTickMs) * nsPerMs
    let countdown = Countdown(
      serial: nextSerial, schedule: schedule, tickNs: tickNs, hasTicks: command.labels != nil,
      elapsed: elapsed(command, now), isRunning: command.resuming?.clock.isRunning ?? true,
      speaker: command.resuming?.announcedSpeaker ?? 0, lastTick: lastTick,
      isMoved: command.resuming?.clock.isRunning == true && lastTick == nil, at: ns)
    nextSerial += 1
    let slot = insert(
      countdown, TickChannel(id: command.id, labels: command.labels),
      startedBy: Self.hash(idempotencyKey))
    settle(slot, at: ns, into: &sink)
    return status(slot, now)
  }

  /// Pauses the clock of a countdown; one that is not running stays as it is.
  mutating func pause(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    try setClock(id, now, into: &sink) { $0.hold(at: $1) }
  }

  /// Resumes the clock of a countdown; one that is not paused stays as it is.
  mutating func resume(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    try setClock(id, now, into: &sink) { $0.release(at: $1) }
  }

  private mutating func setClock(
    _ id: String, _ now: TimerMoment, into sink: inout some CountdownSink,
    _ change: (inout Countdown, _ ns: Int64) -> Void
  ) throws(BusError) -> CountdownStatus {
    let slot = try settled(id, now, into: &sink)
    change(&slots[slot], latest)
    reschedule(slot)
    return status(slot, now)
  }

  /// Jumps to the start of the next turn.
  ///
  /// - Parameter from: the speaker to skip; if another speaker has the floor, nothing happens.
  /// - Throws: `conflict` for the last speaker.
  mutating func skip(
    _ id: String, from: Int?, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    let slot = try settled(id, now, into: &sink)
    let speaker = slots[slot].speaker
    if from == nil || from == speaker {
      guard speaker + 1 < slots[slot].schedule.speakers else {
        throw BusError(
          .conflict,
          "The last speaker cannot be skipped; end the countdown with timer.cancel instead.",
          detail: ["speaker": String(speaker)])
      }
      slots[slot].skip(at: latest)
      reschedule(slot)
    }
    return status(slot, now)
  }

  /// Ends a countdown without reporting that it finished.
  ///
  /// - Returns: its last status.
  mutating func cancel(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    let slot = try settled(id, now, into: &sink)
    let status = status(slot, now)
    remove(slot, into: &sink)
    return status
  }

  /// Returns the status of a countdown.
  mutating func get(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    // In two steps, because in one expression `status` would be called on the value of `self` from
    // before.
    let slot = try settled(id, now, into: &sink)
    return status(slot, now)
  }

  /// Returns a page of the countdowns, in the order of their ids.
  mutating func list(
    _ command: ListCountdowns, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> ListCountdowns.Reply {
    let limit = command.limit ?? 100
    guard (1...1000).contains(limit) else {
      throw BusError(
        .invalid, "Invalid limit \(limit); expected 1 to 1000.", detail: ["field": "limit"])
    }
    let found = ids.ids(after: command.after, limit: limit + 1)
    var statuses: [CountdownStatus] = []
    for id in found.prefix(limit) { statuses.append(try get(id, at: now, into: &sink)) }
    return ListCountdowns.Reply(
      countdowns: statuses, next: found.count > limit ? statuses.last?.id : nil)
  }

  /// Hash of an idempotency key, saved in place of the key; it differs between processes.
  private static func hash(_ key: String?) -> Int {
    guard let key else { return 0 }
    let hash = key.hashValue
    return hash == 0 ? 1 : hash
  }

  private func checkRepeated(
    _ command: StartCountdown, _ schedule: SpeakerSchedule, _ key: String?, _ slot: Int
  ) throws(BusError) {
    let isRepeated =
      key != nil && Self.hash(key) == startedBy[slot] && slots[slot].schedule == schedule
    if !isRepeated {
      throw BusError(
        .conflict, "Countdown “\(command.id)” already exists; cancel it or use another id.",
        detail: ["id": command.id])
    }
  }

  /// Elapsed time at the start: 0, or the current reading of the clock that the composition root
  /// sent.
  private func elapsed(_ command: StartCountdown, _ now: TimerMoment) -> Int64 {
    guard let clock = command.resuming?.clock else { return 0 }
    let reading = ClockReading(wallMs: now.wallMs, boot: boot, uptimeUs: latest / 1000)
    let most = command.durationMs * 1000
    let before = min(clock.elapsedMs, command.durationMs) * 1000
    let since = clock.isRunning ? min(max(0, reading.microseconds(since: clock.at)), most) : 0
    return min(before + since, most) * 1000
  }
}

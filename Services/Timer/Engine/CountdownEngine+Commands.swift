import Bus
import Countdown
import TimerAPI

extension CountdownEngine {
  /// Starts a countdown, or puts a restored one in the place of the one that runs.
  ///
  /// - Parameter idempotencyKey: of the command; the same start with the same key is answered again.
  /// - Throws: `invalid`, `conflict` if the id is taken, `busy` if there are too many.
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

  /// Holds the clock of a countdown; one that does not run stays as it is.
  mutating func pause(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    try setClock(id, now, into: &sink) { $0.hold(at: $1) }
  }

  /// Lets the clock go on; one that is not held stays as it is.
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

  /// Jumps to the next speaker's beginning.
  ///
  /// - Parameter from: the speaker to skip; if another has the floor, nothing happens.
  /// - Throws: `conflict` on the last speaker.
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

  /// Ends a countdown without a finish.
  ///
  /// - Returns: how it stood.
  mutating func cancel(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    let slot = try settled(id, now, into: &sink)
    let status = status(slot, now)
    remove(slot, into: &sink)
    return status
  }

  /// How a countdown stands.
  mutating func get(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    // First this, then that: `self` as it was before would be asked otherwise.
    let slot = try settled(id, now, into: &sink)
    return status(slot, now)
  }

  /// One page of all countdowns, by id.
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

  /// Of an idempotency key only a hash is kept, which differs from process to process.
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

  /// Where a countdown begins: at 0, or where the clock that the parent kept stands by now.
  private func elapsed(_ command: StartCountdown, _ now: TimerMoment) -> Int64 {
    guard let clock = command.resuming?.clock else { return 0 }
    let reading = ClockReading(wallMs: now.wallMs, boot: boot, uptimeUs: latest / 1000)
    let most = command.durationMs * 1000
    let before = min(clock.elapsedMs, command.durationMs) * 1000
    let since = clock.isRunning ? min(max(0, reading.microseconds(since: clock.at)), most) : 0
    return min(before + since, most) * 1000
  }
}

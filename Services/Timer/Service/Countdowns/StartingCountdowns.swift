import Bus
import Countdown
import TimerAPI

/// Starts countdowns, or continues those that the composition root knows.
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
    let isKnown = slotOfID[command.id] != nil
    if let slot = slotOfID[command.id] {
      settle(slot, at: ns, into: &sink)
      guard command.resuming != nil else {
        try checkRepeated(command, schedule, idempotencyKey, slot)
        return status(slot, now)
      }
      lastTick = isSetBack(slots[slot], command, now) ? nil : slots[slot].lastTick
      remove(slot, into: &sink)
    } else if count >= limit {
      throw BusError(
        .busy,
        "This timer has reached its limit of \(limit) countdowns; cancel some or add a timer.",
        retryAfterMs: 1000)
    }
    let tickNs = (command.tickMs ?? CountdownLimits.defaultTickMs) * nsPerMs
    let countdown = Countdown(
      serial: nextSerial, schedule: schedule, tickNs: tickNs, hasTicks: command.labels != nil,
      elapsed: elapsed(command, now), isRunning: command.resuming?.clock.isRunning ?? true,
      speaker: command.resuming?.announcedSpeaker ?? 0, lastTick: lastTick,
      isMoved: command.resuming?.clock.isRunning == true && !isKnown, at: ns)
    nextSerial += 1
    let slot = insert(
      countdown, TickChannel(id: command.id, labels: command.labels),
      startedBy: Self.hash(idempotencyKey))
    settle(slot, at: ns, into: &sink)
    return status(slot, now)
  }

  /// Hash of an idempotency key, which is saved in place of the key. It differs between processes.
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

  /// Returns whether a command sets back the clock of a countdown, so that ticks which were published
  /// before are due again. A clock that arrives late sets nothing back: it is where the countdown was
  /// when the clock was read, and the countdown has run on since then.
  private func isSetBack(
    _ countdown: Countdown, _ command: StartCountdown, _ now: TimerMoment
  ) -> Bool {
    guard let clock = command.resuming?.clock else { return false }
    let reading = ClockReading(wallMs: now.wallMs, boot: boot, uptimeUs: latest / 1000)
    let agoUs = min(max(0, reading.microseconds(since: clock.at)), countdown.durationNs / 1000)
    let then = countdown.elapsed(at: latest - agoUs * 1000)
    return then - min(clock.elapsedMs, command.durationMs) * nsPerMs > Countdown.jitterNs
  }

  /// Elapsed time at the start: 0, or the current reading of the clock that the composition root
  /// sent.
  private func elapsed(_ command: StartCountdown, _ now: TimerMoment) -> Int64 {
    guard let clock = command.resuming?.clock else { return 0 }
    let reading = ClockReading(wallMs: now.wallMs, boot: boot, uptimeUs: latest / 1000)
    let durationUs = command.durationMs * 1000
    let before = min(clock.elapsedMs, command.durationMs) * 1000
    let since = clock.isRunning ? min(max(0, reading.microseconds(since: clock.at)), durationUs) : 0
    return min(before + since, durationUs) * 1000
  }
}

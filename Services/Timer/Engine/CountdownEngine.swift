import Bus
import Countdown
import Messages

/// All countdowns of one timer, as a value: commands and the time go in, effects come out.
///
/// It never reads a clock. Whoever drives it calls ``advance(to:limit:into:)`` at ``nextDeadline`` or
/// later; what was late is made good then. Every operation takes O(log n).
struct CountdownEngine {
  /// The most countdowns there may be.
  let limit: Int
  /// Names the boot in which the nanoseconds of all moments count.
  let boot: String

  private var slots: [Countdown] = []
  /// Of each slot its name, and the views of its ticks; nil for a free slot.
  private var channels: [TickChannel?] = []
  /// Of each slot the same for the way of its ticks.
  private var sources: [TickSource] = []
  /// Of each slot a hash of the idempotency key that started it; 0 for none.
  private var startedBy: [Int] = []
  private var free: [Int] = []
  private var slotOfID: [String: Int] = [:]
  private var ids = SortedIDs()
  private var heap = DeadlineHeap()
  private var nextSerial: UInt64 = 1
  /// The latest moment so far; an earlier one is taken for it.
  private var latest = Int64.min

  init(limit: Int = 1_000_000, boot: String = "") {
    self.limit = limit
    self.boot = boot
  }

  /// The same without countdowns. Serials go on, so that what is still said about one of them is never
  /// taken for another's.
  func emptied() -> CountdownEngine {
    var new = CountdownEngine(limit: limit, boot: boot)
    new.nextSerial = nextSerial
    return new
  }

  /// How many countdowns there are, finished ones that were not answered yet included.
  var count: Int { slotOfID.count }
  /// How many of them run.
  var running: Int { heap.count }
  /// When something happens next, in nanoseconds of the timer's clock; nil if nothing will.
  var nextDeadline: Int64? { heap.first?.deadline }

  /// Whether anybody wants ticks. While nobody does, none are due.
  private(set) var hasListeners = true

  // MARK: Time

  /// Says whether anybody wants ticks. What was not wanted is not made good later. O(n) if somebody
  /// does after a time when nobody did.
  mutating func setListeners(_ isAny: Bool, at now: TimerMoment) {
    guard isAny != hasListeners else { return }
    hasListeners = isAny
    guard isAny else { return }
    let ns = moment(now)
    for slot in slots.indices { slots[slot].tickAgain(at: ns) }
    heap.resetAll { slots[$0].deadline(withTicks: true) ?? .max }
  }

  /// Lets what is due happen, in the order of its deadlines.
  ///
  /// - Parameters:
  ///   - limit: how many countdowns at most are served, so that a burst does not hold up all else.
  /// - Returns: whether more is due.
  mutating func advance(
    to now: TimerMoment, limit: Int = .max, into sink: inout some CountdownSink
  ) -> Bool {
    let ns = moment(now)
    var rest = limit
    while let node = heap.first, node.deadline <= ns {
      if rest == 0 { return true }
      rest -= 1
      settle(Int(node.slot), at: ns, into: &sink)
    }
    return false
  }

  /// Forgets a finished countdown: the parent has taken `timer.finished`, or wants no more of it.
  mutating func forgetFinished(_ key: CountdownKey, into sink: inout some CountdownSink) {
    guard let slot = slotOfID[key.id], slots[slot].serial == key.serial,
      slots[slot].phase == .finished
    else { return }
    remove(slot, into: &sink)
  }

  /// Lets go of countdowns without a word, as another timer has them from now on. What is due until
  /// now happens first, so that the other one need not make it good.
  ///
  /// - Parameters:
  ///   - first: the slot to begin with; 0 at first.
  ///   - count: how many slots to look at.
  ///   - isOthers: says of an id that it is another's.
  /// - Returns: where to go on; nil at the end.
  mutating func release(
    from first: Int, count: Int, at now: TimerMoment, into sink: inout some CountdownSink,
    where isOthers: (String) -> Bool
  ) -> Int? {
    let ns = moment(now)
    let end = min(first + count, slots.count)
    guard first < end else { return nil }
    for slot in first..<end {
      guard let channel = channels[slot], isOthers(channel.id) else { continue }
      settle(slot, at: ns, into: &sink)
      remove(slot, into: &sink)
    }
    return end < slots.count ? end : nil
  }

  // MARK: Commands

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
        try checkRepeated(command, idempotencyKey, slot)
        return status(slot, now)
      }
      lastTick = slots[slot].lastTick
      remove(slot, into: &sink)
    } else if count >= limit {
      throw BusError(
        .busy,
        "This timer holds \(limit) countdowns and takes no more; cancel some or add a timer.",
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
    let slot = try settled(id, now, into: &sink)
    slots[slot].hold(at: latest)
    reschedule(slot)
    return status(slot, now)
  }

  /// Lets the clock go on; one that is not held stays as it is.
  mutating func resume(
    _ id: String, at now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> CountdownStatus {
    let slot = try settled(id, now, into: &sink)
    slots[slot].release(at: latest)
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
          .conflict, "The last speaker has the floor; end the countdown with timer.cancel instead.",
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
        .invalid, "limit is \(limit); use 1 to 1000.", detail: ["field": "limit"])
    }
    let found = ids.ids(after: command.after, limit: limit + 1)
    var statuses: [CountdownStatus] = []
    for id in found.prefix(limit) { statuses.append(try get(id, at: now, into: &sink)) }
    return ListCountdowns.Reply(
      countdowns: statuses, next: found.count > limit ? statuses.last?.id : nil)
  }

  /// Whether there is a countdown of that id.
  func contains(_ id: String) -> Bool { slotOfID[id] != nil }

  // MARK: Slots

  /// The moment in nanoseconds; time does not run backwards.
  private mutating func moment(_ now: TimerMoment) -> Int64 {
    latest = max(latest, now.ns)
    return latest
  }

  /// The slot of an id, after all that was due has happened.
  private mutating func settled(
    _ id: String, _ now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> Int {
    guard let slot = slotOfID[id] else {
      throw BusError(.notFound, "There is no countdown “\(id)”; timer.start makes one.")
    }
    settle(slot, at: moment(now), into: &sink)
    return slot
  }

  private mutating func settle(_ slot: Int, at ns: Int64, into sink: inout some CountdownSink) {
    slots[slot].settle(at: ns, as: &sources[slot], withTicks: hasListeners, into: &sink)
    reschedule(slot)
  }

  private mutating func reschedule(_ slot: Int) {
    if let deadline = slots[slot].deadline(withTicks: hasListeners) {
      heap.set(slot, to: deadline)
    } else {
      heap.remove(slot)
    }
  }

  private func status(_ slot: Int, _ now: TimerMoment) -> CountdownStatus {
    guard let channel = channels[slot] else { preconditionFailure("Slot \(slot) is free.") }
    let moment = TimerMoment(ns: latest, wallMs: now.wallMs)
    return slots[slot].status(of: channel.id, at: moment, boot: boot)
  }

  private mutating func insert(
    _ countdown: Countdown, _ channel: TickChannel, startedBy key: Int
  ) -> Int {
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
      slots[slot] = countdown
      channels[slot] = channel
      sources[slot] = TickSource(channel)
      startedBy[slot] = key
    } else {
      slot = slots.count
      slots.append(countdown)
      channels.append(channel)
      sources.append(TickSource(channel))
      startedBy.append(key)
    }
    slotOfID[channel.id] = slot
    ids.insert(channel.id)
    return slot
  }

  private mutating func remove(_ slot: Int, into sink: inout some CountdownSink) {
    guard let channel = channels[slot] else { return }
    channels[slot] = nil
    heap.remove(slot)
    slotOfID[channel.id] = nil
    ids.remove(channel.id)
    free.append(slot)
    sink.ended(CountdownKey(id: channel.id, serial: slots[slot].serial))
  }

  /// Of an idempotency key only a hash is kept, which differs from process to process.
  private static func hash(_ key: String?) -> Int {
    guard let key else { return 0 }
    let hash = key.hashValue
    return hash == 0 ? 1 : hash
  }

  private func checkRepeated(
    _ command: StartCountdown, _ key: String?, _ slot: Int
  ) throws(BusError) {
    let schedule = slots[slot].schedule
    let isRepeated =
      key != nil && Self.hash(key) == startedBy[slot]
      && schedule.durationMs == command.durationMs && schedule.speakers == command.speakers
    if !isRepeated {
      throw BusError(
        .conflict, "A countdown “\(command.id)” exists already; cancel it or use another id.",
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

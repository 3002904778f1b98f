import Bus
import CMemory
import Collections
import Countdown
import TimerAPI

/// All countdowns of one timer, as a value: commands and the time go in, effects come out.
///
/// It never reads a clock. Whoever drives it calls ``advance(to:limit:into:)`` at ``nextDeadline`` or
/// later; what was late is made good then. Every operation takes O(log n).
struct CountdownEngine {
  /// The most countdowns there may be.
  let limit: Int
  /// Names the boot in which the nanoseconds of all moments count.
  let boot: String

  var slots: [Countdown] = []
  /// Of each slot its name, and the views of its ticks; nil for a free slot.
  private var channels: [TickChannel?] = []
  /// Of each slot the same for the way of its ticks.
  private var sources: [TickSource] = []
  /// Of each slot a hash of the idempotency key that started it; 0 for none.
  var startedBy: [Int] = []
  private var free: [Int] = []
  var slotOfID: [String: Int] = [:]
  var ids = SortedIDs<String>()
  private var heap = DeadlineHeap()
  var nextSerial: UInt64 = 1
  /// The latest moment so far; an earlier one is taken for it.
  var latest = Int64.min

  init(limit: Int = 1_000_000, boot: String = "") {
    self.limit = limit
    self.boot = boot
  }

  /// How many countdowns there are, finished ones that were not answered yet included.
  var count: Int { slotOfID.count }
  /// How many of them run.
  var running: Int { heap.count }
  /// When something happens next, in nanoseconds of the timer's clock; nil if nothing will.
  var nextDeadline: Int64? { heap.first?.deadline }

  /// How many countdowns there are whose ticks nobody wanted when one was due last.
  private(set) var unheard = 0

  // MARK: Time

  /// Somebody has come who may want ticks: asks those countdowns again that nobody wanted to hear.
  ///
  /// - Parameters:
  ///   - first: the slot to begin with; 0 at first.
  ///   - count: how many slots to look at, so that many countdowns do not hold up all else.
  /// - Returns: where to go on; nil at the end.
  mutating func listen(from first: Int, count: Int, at now: TimerMoment) -> Int? {
    let ns = moment(now)
    let end = min(first + count, slots.count)
    guard first < end, unheard > 0 else { return nil }
    for slot in first..<end where !slots[slot].isHeard && channels[slot] != nil {
      slots[slot].listen(at: ns)
      unheard -= 1
      reschedule(slot)
    }
    return end < slots.count ? end : nil
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
      if let next = heap.second { prefetch(next) }
      settle(Int(node.slot), at: ns, into: &sink)
    }
    return false
  }

  /// With many countdowns no cache has the next one any more: it is on its way while this one is served.
  private func prefetch(_ slot: Int) {
    slots.withUnsafeBufferPointer {
      cmemory_prefetch($0.baseAddress.map { $0 + slot }, MemoryLayout<Countdown>.stride)
    }
    sources[slot].prefetch()
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

  /// Forgets countdowns as they are, without what was due since.
  ///
  /// - Parameter isKept: says of a countdown that it stays.
  mutating func forget(into sink: inout some CountdownSink, unless isKept: (CountdownKey) -> Bool) {
    for slot in slots.indices {
      guard let channel = channels[slot],
        !isKept(CountdownKey(id: channel.id, serial: slots[slot].serial))
      else { continue }
      remove(slot, into: &sink)
    }
  }

  /// The serial of the countdown with that id; nil if there is none. Later ones have larger serials.
  func serial(of id: String) -> UInt64? { slotOfID[id].map { slots[$0].serial } }

  // MARK: Slots

  /// The moment in nanoseconds; time does not run backwards.
  mutating func moment(_ now: TimerMoment) -> Int64 {
    latest = max(latest, now.ns)
    return latest
  }

  /// The slot of an id, after all that was due has happened.
  mutating func settled(
    _ id: String, _ now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> Int {
    guard let slot = slotOfID[id] else {
      throw BusError(.notFound, "Countdown “\(id)” not found; start one with timer.start.")
    }
    settle(slot, at: moment(now), into: &sink)
    return slot
  }

  mutating func settle(_ slot: Int, at ns: Int64, into sink: inout some CountdownSink) {
    let wasHeard = slots[slot].isHeard
    slots[slot].settle(at: ns, as: &sources[slot], into: &sink)
    if wasHeard, !slots[slot].isHeard { unheard += 1 }
    reschedule(slot)
  }

  mutating func reschedule(_ slot: Int) {
    if let deadline = slots[slot].deadline {
      heap.set(slot, to: deadline)
    } else {
      heap.remove(slot)
    }
  }

  func status(_ slot: Int, _ now: TimerMoment) -> CountdownStatus {
    guard let channel = channels[slot] else { preconditionFailure("Slot \(slot) is empty.") }
    let moment = TimerMoment(ns: latest, wallMs: now.wallMs)
    return slots[slot].status(of: channel.id, at: moment, boot: boot)
  }

  mutating func insert(
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

  mutating func remove(_ slot: Int, into sink: inout some CountdownSink) {
    guard let channel = channels[slot] else { return }
    channels[slot] = nil
    if !slots[slot].isHeard { unheard -= 1 }
    heap.remove(slot)
    slotOfID[channel.id] = nil
    ids.remove(channel.id)
    free.append(slot)
    sink.ended(CountdownKey(id: channel.id, serial: slots[slot].serial))
  }
}

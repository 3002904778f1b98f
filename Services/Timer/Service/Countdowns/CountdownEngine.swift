import Bus
import CMemory
import StandupsCollections
import Countdown
import TimerAPI

/// All countdowns of a timer, as a value. Its inputs are commands and times; its outputs are effects.
///
/// It never reads a clock. The caller calls ``advance(to:limit:into:)`` at ``nextDeadline`` or
/// later, and missed events are then emitted. Every operation takes O(log n).
struct CountdownEngine {
  /// Maximum number of countdowns.
  let limit: Int
  /// Identifies the boot to which the nanoseconds of all moments refer.
  let boot: String

  var slots: [Countdown] = []
  /// Name and topics of the countdown in each slot; nil for a free slot.
  var channels: [TickChannel?] = []
  /// Route of the ticks of each slot to their subscribers.
  private var sources: [TickSource] = []
  /// Hash of the idempotency key that started the countdown in each slot; 0 for none.
  var startedBy: [Int] = []
  private var free: [Int] = []
  var slotOfID: [String: Int] = [:]
  var ids = SortedIDs<String>()
  private var heap = DeadlineHeap()
  var nextSerial: UInt64 = 1
  /// The latest moment so far, which replaces any earlier moment.
  var latest = Int64.min

  init(limit: Int = 1_000_000, boot: String = "") {
    self.limit = limit
    self.boot = boot
  }

  /// Number of countdowns, including finished ones that are not acknowledged yet.
  var count: Int { slotOfID.count }
  /// Number of running countdowns.
  var running: Int { heap.count }
  /// Moment of the next event, in nanoseconds of the timer's clock; nil if none is due.
  var nextDeadline: Int64? { heap.first?.deadline }

  /// Number of countdowns whose last tick had no subscriber.
  var unwatched = 0

  // MARK: Time

  /// Emits everything that is due, in the order of deadlines.
  ///
  /// - Parameters:
  ///   - limit: maximum number of countdowns to serve, so that a burst does not delay everything
  ///     else.
  /// - Returns: true if more is due.
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

  /// Prefetches the next countdown while the current one is being processed, because with many
  /// countdowns it is no longer in any cache.
  private func prefetch(_ slot: Int) {
    slots.withUnsafeBufferPointer {
      cmemory_prefetch($0.baseAddress.map { $0 + slot }, MemoryLayout<Countdown>.stride)
    }
    sources[slot].prefetch()
  }

  /// Removes a finished countdown after the composition root has accepted or rejected
  /// `timer.finished`.
  mutating func forgetFinished(_ key: CountdownKey, into sink: inout some CountdownSink) {
    guard let slot = slotOfID[key.id], slots[slot].serial == key.serial,
      slots[slot].phase == .finished
    else { return }
    remove(slot, into: &sink)
  }

  /// Removes countdowns without reporting it, because they now belong to another timer. Events that
  /// are already due are emitted first, so that the other timer does not emit them late.
  ///
  /// - Parameters:
  ///   - first: the slot to begin with; 0 for the first call.
  ///   - count: number of slots to check.
  ///   - isOthers: returns whether an id belongs to another timer.
  /// - Returns: the slot to continue with; nil at the end.
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

  /// Removes countdowns without emitting anything that is due.
  ///
  /// - Parameter isKept: returns whether a countdown stays.
  mutating func forget(into sink: inout some CountdownSink, unless isKept: (CountdownKey) -> Bool) {
    for slot in slots.indices {
      guard let channel = channels[slot],
        !isKept(CountdownKey(id: channel.id, serial: slots[slot].serial))
      else { continue }
      remove(slot, into: &sink)
    }
  }

  /// Serial of the countdown with this id; nil for an unknown id. Later countdowns have larger
  /// serials.
  func serial(of id: String) -> UInt64? { slotOfID[id].map { slots[$0].serial } }

  // MARK: Slots

  /// The moment in nanoseconds; never earlier than the latest one so far.
  mutating func moment(_ now: TimerMoment) -> Int64 {
    latest = max(latest, now.ns)
    return latest
  }

  /// Returns the slot of an id, once everything that is due has been emitted.
  mutating func settled(
    _ id: String, _ now: TimerMoment, into sink: inout some CountdownSink
  ) throws(BusError) -> Int {
    guard let slot = slotOfID[id] else {
      throw Self.missing(id)
    }
    settle(slot, at: moment(now), into: &sink)
    return slot
  }

  static func missing(_ id: String) -> BusError {
    BusError(.notFound, "Countdown “\(id)” not found; start one with timer.start.")
  }

  mutating func settle(_ slot: Int, at ns: Int64, into sink: inout some CountdownSink) {
    let hadSubscriber = slots[slot].hasSubscriber
    slots[slot].settle(at: ns, as: &sources[slot], into: &sink)
    if hadSubscriber, !slots[slot].hasSubscriber { unwatched += 1 }
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
    if !slots[slot].hasSubscriber { unwatched -= 1 }
    heap.remove(slot)
    slotOfID[channel.id] = nil
    ids.remove(channel.id)
    free.append(slot)
    sink.ended(CountdownKey(id: channel.id, serial: slots[slot].serial))
  }
}

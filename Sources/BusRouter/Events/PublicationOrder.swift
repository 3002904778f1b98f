public import Bus

/// Sorts durable events by their sequences before they are published.
///
/// The replies to two commits may be handled concurrently, so the events of the later one may
/// arrive first. They wait for their predecessors, but only for a limited time, because the reply
/// to a commit may be lost. Its events are then in the journal, and subscribers detect the gap. A
/// value type; the time is passed in.
public struct PublicationOrder: Sendable {
  /// Maximum time that events wait for their predecessors, in milliseconds.
  public let patienceMs: Int64
  /// Maximum number of waiting events.
  public let capacity: Int
  /// Maximum total size of all waiting events, in bytes.
  public let capacityBytes: Int
  /// Maximum number of remembered sequences that were given up and may still arrive.
  private static let maxMissing = 10_000

  private var epoch: String?
  /// All events up to this sequence are published or given up; nil until the position of the
  /// journal is known.
  private var last: Int64?
  /// The sequence at which this run began: it cannot know whether an earlier run published the
  /// events up to here.
  private var floor: Int64 = 0
  private var waiting = WaitingPublications()
  /// Sequences that were given up. If their events arrive after all, they are published late rather
  /// than never.
  private var missing: Set<Int64> = []

  /// Creates an order that does not know the position of the journal: durable events wait until
  /// `begin` is called or their time is up.
  ///
  /// - Parameters:
  ///   - patienceMs: maximum time that events wait for their predecessors, in milliseconds.
  ///   - capacity: maximum number of waiting events; beyond it, the oldest gap is given up.
  ///   - capacityBytes: maximum total size of all waiting events, in bytes; beyond it, the oldest
  ///     gap is given up.
  public init(
    patienceMs: Int64 = 500, capacity: Int = 10_000, capacityBytes: Int = 16 << 20
  ) {
    self.patienceMs = patienceMs
    self.capacity = capacity
    self.capacityBytes = capacityBytes
  }

  /// Number of waiting events.
  public var count: Int { waiting.count }
  /// Approximate size of the waiting events, in bytes.
  public var bytes: Int { waiting.bytes }

  /// Time at which `due` has work to do, in milliseconds; nil while no event waits.
  public var nextMs: Int64? {
    waiting.oldestMs.map { $0 + patienceMs }
  }

  /// Sets the position of the journal: the next event is the one after this sequence.
  ///
  /// - Returns: the events to publish now.
  public mutating func begin(after head: Int64, epoch: String) -> [Publication] {
    var out = enter(epoch)
    if last == nil {
      last = head
      floor = head
      // The journal reported its position after the commit of these events.
      while let first = waiting.first, first <= head, let publication = waiting.removeFirst() {
        out.append(publication)
      }
    }
    out += takeNext()
    return out
  }

  /// Adds durable events.
  ///
  /// - Returns: the events to publish now, in order. Events without a sequence do not wait.
  public mutating func add(_ events: [Publication], nowMs: Int64) -> [Publication] {
    var out: [Publication] = []
    for publication in events {
      guard let sequence = publication.event.number,
        let epoch = publication.event.epoch
      else {
        out.append(publication)
        continue
      }
      out += enter(epoch)
      if let last, sequence <= last {
        // The event is already published, unless it was given up or is older than this run. An
        // earlier run has published the events that were written before this one began; otherwise,
        // the last sequence shows subscribers that they missed some.
        let isLate = missing.remove(sequence) != nil
        if isLate || (sequence <= floor && !publication.isRepeated) { out.append(publication) }
      } else {
        waiting.insert(publication, sequence: sequence, nowMs: nowMs)
        out += takeNext()
      }
    }
    while waiting.count > capacity || bytes > capacityBytes { out += skipGap() }
    return out
  }

  /// Gives up events that did not arrive in time.
  ///
  /// - Returns: the events to publish now.
  public mutating func due(nowMs: Int64) -> [Publication] {
    var out: [Publication] = []
    while let nextMs, nextMs <= nowMs { out += skipGap() }
    return out
  }

  /// Changes the epoch, which means a different journal: waiting events of the old one are
  /// published.
  private mutating func enter(_ epoch: String) -> [Publication] {
    guard epoch != self.epoch else { return [] }
    var out: [Publication] = []
    while waiting.count > 0 { out += skipGap() }
    self.epoch = epoch
    last = nil
    missing = []
    return out
  }

  private mutating func takeNext() -> [Publication] {
    var out: [Publication] = []
    while let last, last < .max, waiting.first == last + 1, let next = waiting.removeFirst() {
      out.append(next)
      self.last = last + 1
    }
    return out
  }

  private mutating func skipGap() -> [Publication] {
    guard let first = waiting.first else { return [] }
    if let last {
      missing.formUnion((last + 1..<first).suffix(Self.maxMissing - missing.count))
    }
    if last == nil { floor = first - 1 }
    last = first - 1
    return takeNext()
  }
}

/// Events that wait for their predecessors, by sequence. They leave in the order of their sequences,
/// so that adding and removing one does not search the others.
private struct WaitingPublications: Sendable {
  private struct Entry: Sendable {
    var sequence: Int64
    var publication: Publication?
  }

  /// In ascending order from `start`; the entries before it have left.
  private var entries: [Entry] = []
  private var start = 0
  /// The waiting events in the order in which they arrived, from `oldest`; some of them may have
  /// left.
  private var arrivals: [(sequence: Int64, ms: Int64)] = []
  private var oldest = 0
  /// Approximate size of the events, in bytes.
  private(set) var bytes = 0

  var count: Int { entries.count - start }

  /// Smallest sequence that waits; nil if none does.
  var first: Int64? { start < entries.count ? entries[start].sequence : nil }

  /// Time of the arrival of the event that has waited longest, in milliseconds.
  var oldestMs: Int64? { oldest < arrivals.count ? arrivals[oldest].ms : nil }

  /// Adds an event, unless one with its sequence is waiting.
  mutating func insert(_ publication: Publication, sequence: Int64, nowMs: Int64) {
    var (low, high) = (start, entries.count)
    // Most events arrive after those that are waiting.
    if let last = entries.last, last.sequence < sequence { low = high }
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    guard low == entries.count || entries[low].sequence != sequence else { return }
    entries.insert(Entry(sequence: sequence, publication: publication), at: low)
    arrivals.append((sequence, max(nowMs, arrivals.last?.ms ?? nowMs)))
    bytes += publication.byteCount
  }

  /// Removes the event with the smallest sequence.
  mutating func removeFirst() -> Publication? {
    guard start < entries.count, let publication = entries[start].publication else { return nil }
    entries[start].publication = nil
    start += 1
    bytes -= publication.byteCount
    if start == entries.count {
      (entries, start, arrivals, oldest) = ([], 0, [], 0)
      return publication
    }
    // Events with a smaller sequence than the first one have left.
    while oldest < arrivals.count, arrivals[oldest].sequence < entries[start].sequence {
      oldest += 1
    }
    if start > 1024, start > entries.count / 2 {
      entries.removeFirst(start)
      start = 0
    }
    if oldest > 1024, oldest > arrivals.count / 2 {
      arrivals.removeFirst(oldest)
      oldest = 0
    }
    return publication
  }
}

extension Publication {
  /// Approximate size in memory, in bytes: the data, and an allowance for the rest.
  fileprivate var byteCount: Int { event.data.bytes.count + 1024 }
}

public import Bus

/// Sorts durable events by their sequences before they are published.
///
/// The replies to two commits may be handled concurrently, so the events of the later one may
/// arrive first. They wait for their predecessors, but for a limited time only: the reply to a
/// commit may be lost. Its events are in the journal, and subscribers detect the gap. A value; the
/// time is passed in.
public struct PublicationOrder: Sendable {
  /// Maximum time that events wait for their predecessors, in milliseconds.
  public let patienceMs: Int64
  /// Maximum number of waiting events.
  public let capacity: Int
  /// Maximum size of all waiting events together, in bytes.
  public let capacityBytes: Int
  /// Maximum number of remembered sequences that were given up and may still arrive.
  private static let maxMissing = 10_000

  private struct Waiting: Sendable {
    var publication: Publication
    var sinceMs: Int64
  }

  private var epoch: String?
  /// All events up to this sequence are published or given up; nil until the position of the
  /// journal is known.
  private var last: Int64?
  /// The sequence at which this run began: it cannot know whether an earlier run published the
  /// events up to here.
  private var floor: Int64 = 0
  private var waiting: [Int64: Waiting] = [:]
  /// Sequences that were given up. If their events arrive after all, they are published late rather
  /// than never.
  private var missing: Set<Int64> = []

  /// Creates an order that does not know the position of the journal: durable events wait until
  /// `begin` is called or their time is up.
  ///
  /// - Parameters:
  ///   - patienceMs: maximum time that events wait for their predecessors, in milliseconds.
  ///   - capacity: maximum number of waiting events; beyond it, the oldest gap is given up.
  ///   - capacityBytes: maximum size of all waiting events together, in bytes; beyond it, the
  ///     oldest gap is given up.
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
  public private(set) var bytes = 0

  /// Time at which `due` has work to do, in milliseconds; nil while no event waits.
  public var nextMs: Int64? {
    waiting.values.lazy.map { $0.sinceMs }.min().map { $0 + patienceMs }
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
      for sequence in waiting.keys.filter({ $0 <= head }).sorted() {
        if let publication = take(sequence) { out.append(publication) }
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
        // Published already, unless it was given up or is older than this run. An earlier run has
        // published the events that were written before this one began; otherwise, the last
        // sequence shows subscribers that they missed some.
        let isLate = missing.remove(sequence) != nil
        if isLate || (sequence <= floor && !publication.isRepeated) { out.append(publication) }
      } else {
        if waiting[sequence] == nil {
          waiting[sequence] = Waiting(publication: publication, sinceMs: nowMs)
          bytes += publication.byteCount
        }
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
    while !waiting.isEmpty { out += skipGap() }
    self.epoch = epoch
    last = nil
    missing = []
    return out
  }

  private mutating func takeNext() -> [Publication] {
    guard let last, last < .max else { return [] }
    var next = last + 1
    var out: [Publication] = []
    while let publication = take(next) {
      out.append(publication)
      self.last = next
      guard next < .max else { break }
      next += 1
    }
    return out
  }

  private mutating func take(_ sequence: Int64) -> Publication? {
    guard let entry = waiting.removeValue(forKey: sequence) else { return nil }
    bytes -= entry.publication.byteCount
    return entry.publication
  }

  private mutating func skipGap() -> [Publication] {
    guard let first = waiting.keys.min() else { return [] }
    if let last {
      missing.formUnion((last + 1..<first).suffix(Self.maxMissing - missing.count))
    }
    if last == nil { floor = first - 1 }
    last = first - 1
    return takeNext()
  }
}

extension Publication {
  /// Approximate size in memory, in bytes: the data, and an allowance for the rest.
  fileprivate var byteCount: Int { event.data.bytes.count + 1024 }
}

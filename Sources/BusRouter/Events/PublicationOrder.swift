public import Bus

/// Puts durable events into the order of their sequences before they are published.
///
/// The answers to two commits may be handled side by side, so the later one's events can come first:
/// they wait for those before them, but not for ever. The answer to a commit can get lost; its events
/// are in the journal, and subscribers see the gap. A value; time is given to it.
public struct PublicationOrder: Sendable {
  /// How long events wait for those before them, in milliseconds.
  public let patienceMs: Int64
  /// How many events may wait.
  public let capacity: Int
  /// How many bytes they may have together.
  public let capacityBytes: Int
  /// How many sequences are remembered that were given up and may still come.
  private static let maxMissing = 10_000

  private struct Waiting: Sendable {
    var publication: Publication
    var sinceMs: Int64
  }

  private var epoch: String?
  /// All up to here is published or given up; nil until it is known where the journal stands.
  private var last: Int64?
  /// Where it began: whether events up to here were published, only an earlier run could say.
  private var floor: Int64 = 0
  private var waiting: [Int64: Waiting] = [:]
  /// What was given up. If it comes after all, it goes out late rather than never.
  private var missing: Set<Int64> = []

  /// An order that does not know yet where the journal stands: durable events wait until `begin`
  /// says so, or their time is over.
  ///
  /// - Parameters:
  ///   - patienceMs: how long they wait for those before them, in milliseconds.
  ///   - capacity: how many may wait; one more, and the oldest gap is given up.
  ///   - capacityBytes: how many bytes of them, likewise.
  public init(
    patienceMs: Int64 = 500, capacity: Int = 10_000, capacityBytes: Int = 16 << 20
  ) {
    self.patienceMs = patienceMs
    self.capacity = capacity
    self.capacityBytes = capacityBytes
  }

  /// How many events wait.
  public var count: Int { waiting.count }
  /// How many bytes they have, about.
  public private(set) var bytes = 0

  /// When `due` has something to do; nil while nothing waits.
  public var nextMs: Int64? {
    waiting.values.lazy.map { $0.sinceMs }.min().map { $0 + patienceMs }
  }

  /// The journal stands here: what comes next is the sequence after it.
  ///
  /// - Returns: what can go out now.
  public mutating func begin(after head: Int64, epoch: String) -> [Publication] {
    var out = enter(epoch)
    if last == nil {
      last = head
      floor = head
      // The journal was read after their commit.
      for sequence in waiting.keys.filter({ $0 <= head }).sorted() {
        if let publication = take(sequence) { out.append(publication) }
      }
    }
    out += takeNext()
    return out
  }

  /// Takes events that are durable.
  ///
  /// - Returns: what can go out now, in order. Events without a sequence do not wait.
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
        // Published already, unless it was given up or is from before the beginning. What was written
        // before this run began, an earlier one has published, or its subscribers see from the head that
        // there is more than they heard of.
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

  /// Gives up on what did not come in time.
  ///
  /// - Returns: what can go out now.
  public mutating func due(nowMs: Int64) -> [Publication] {
    var out: [Publication] = []
    while let nextMs, nextMs <= nowMs { out += skipGap() }
    return out
  }

  /// Another epoch is another journal: what waits for the old one goes out.
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
  /// What it takes in memory, about: what it says, and the rest of it.
  fileprivate var byteCount: Int { event.data.bytes.count + 1024 }
}

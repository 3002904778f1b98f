/// A reader's position in the router's trace ring. The reader receives each message once, with its
/// reply. A value type.
///
/// Only the ring buffers messages: nothing else is stored for a slow reader, and entries that were
/// overwritten before they were read are counted.
public struct TraceCursor: Sendable {
  /// The next entry to check.
  private var next: TraceNumber = 0
  /// Selected entries that have no reply yet, in order.
  private var open: [TraceNumber] = []
  /// Number of entries that were overwritten before they were checked or answered.
  public private(set) var forgotten = 0

  /// Creates a cursor at the beginning.
  public init() {}

  /// Number of entries that were not checked yet.
  package func unread(in traceRing: TraceRing) -> Int { traceRing.next - next }

  /// Returns the entries that were answered since the last call: first those that had no reply
  /// then, followed by new ones.
  ///
  /// - Parameters:
  ///   - limit: maximum number of entries to return.
  ///   - looks: maximum number of new entries to check.
  ///   - isWanted: called once for each entry.
  package mutating func take(
    from traceRing: TraceRing, limit: Int, looks: Int, where isWanted: (TraceEntry) -> Bool
  ) -> [TraceEntry] {
    var taken: [TraceEntry] = []
    skip(to: traceRing.oldest)
    open.removeAll { number in
      guard taken.count < limit, let entry = traceRing[number], entry.answer != nil else {
        return false
      }
      taken.append(entry)
      return true
    }
    let end = min(traceRing.next, next + looks)
    while next < end, taken.count < limit {
      if let entry = traceRing[next], isWanted(entry) {
        if entry.answer != nil { taken.append(entry) } else { open.append(next) }
      }
      next += 1
    }
    return taken
  }

  /// Skips the entries that were overwritten.
  private mutating func skip(to oldest: TraceNumber) {
    let gone = open.prefix { $0 < oldest }.count
    open.removeFirst(gone)
    forgotten += gone + max(0, oldest - next)
    next = max(next, oldest)
  }
}

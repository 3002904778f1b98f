import Bus
import Foundation

/// Expiry times of pending commands: their ids, grouped by tenths of a second.
///
/// Ids are not removed when a command is answered; the caller of `takeDue` checks which ids are
/// still pending.
struct Expiries: Sendable {
  private var buckets: [Int64: [UUID]] = [:]
  private var earliest = Int64.max
  /// Number of ids, including those of answered commands that were not removed yet.
  private(set) var count = 0

  init() {}

  init(_ entries: some Sequence<(id: UUID, ms: Int64)>) {
    for entry in entries { add(entry.id, at: entry.ms) }
  }

  mutating func add(_ id: UUID, at ms: Int64) {
    let bucket = ms / 100 + 1
    buckets[bucket, default: []].append(id)
    earliest = min(earliest, bucket)
    count += 1
  }

  /// Removes and returns the ids that are due, earliest first.
  mutating func takeDue(_ nowMs: Int64) -> [UUID] {
    let now = nowMs / 100
    guard now >= earliest else { return [] }
    var ids: [UUID] = []
    for due in buckets.keys.filter({ $0 <= now }).sorted() {
      ids += buckets.removeValue(forKey: due) ?? []
    }
    count -= ids.count
    earliest = buckets.keys.min() ?? .max
    return ids
  }
}

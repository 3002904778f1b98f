import Bus
import Foundation

/// When pending commands expire: their ids by the tenth of a second in which they do.
///
/// Ids are not taken out when a command is answered; whoever takes what is due looks whether it is
/// still pending.
struct Expiries: Sendable {
  private var buckets: [Int64: [UUID]] = [:]
  private var earliest = Int64.max
  /// How many ids are noted.
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

  /// Takes out the ids whose time has come, earliest first.
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

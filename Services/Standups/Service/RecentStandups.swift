import Standups

/// Cache of the standups that were used recently, so that they need not be read again. All of them
/// are on disk.
struct RecentStandups: Sendable {
  /// Maximum estimated size of the standups as JSON, in bytes.
  private static let maxBytes = 8 << 20

  private var records: [Standup.ID: StandupRecord] = [:]
  /// Ids in the order in which they were added, including some that were removed.
  private var order: [Standup.ID] = []
  /// Number of ids in `order` that were evicted or skipped.
  private var passed = 0
  private var bytes = 0

  subscript(id: Standup.ID) -> StandupRecord? { records[id] }

  var count: Int { records.count }

  /// Adds or replaces a standup, and evicts those that were added first if there are too many.
  mutating func put(_ record: StandupRecord) {
    bytes += record.standup.estimatedBytes
    if let before = records.updateValue(record, forKey: record.id) {
      bytes -= before.standup.estimatedBytes
    } else {
      order.append(record.id)
    }
    while bytes > Self.maxBytes, passed < order.count, order[passed] != record.id {
      remove(order[passed])
      passed += 1
    }
    if order.count > 2 * records.count + 64 {
      order = order[passed...].filter { records[$0] != nil }
      passed = 0
    }
  }

  /// Removes some of the standups.
  mutating func remove(where isGone: (Standup.ID) -> Bool) {
    for id in records.keys.filter(isGone) { remove(id) }
  }

  mutating func remove(_ id: Standup.ID) {
    guard let record = records.removeValue(forKey: id) else { return }
    bytes -= record.standup.estimatedBytes
  }
}

/// Two caches with the same standups are equal, even if they evict them in a different order.
extension RecentStandups: Hashable {
  static func == (one: Self, other: Self) -> Bool { one.records == other.records }
  func hash(into hasher: inout Hasher) { hasher.combine(records) }
}

extension RecentStandups: Sequence {
  func makeIterator() -> some IteratorProtocol<StandupRecord> { records.values.makeIterator() }
}

import Bus
import FastJSON
import Standups

/// Standups that were used lately, so that they need not be read again. All of them are on the disk.
struct RecentStandups: Sendable {
  /// How much of them is kept, in bytes of their JSON, about.
  private static let maxBytes = 8 << 20

  private var records: [Standup.ID: StandupRecord] = [:]
  /// In the order in which they came; those that are gone already are passed over.
  private var order: [Standup.ID] = []
  /// How many of `order` were looked at to make room.
  private var passed = 0
  private var bytes = 0

  subscript(id: Standup.ID) -> StandupRecord? { records[id] }

  /// How many there are.
  var count: Int { records.count }

  /// Keeps a standup as it is now; those that came first make room for it.
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

  /// Forgets some of them.
  mutating func remove(where isGone: (Standup.ID) -> Bool) {
    for id in records.keys.filter(isGone) { remove(id) }
  }

  mutating func remove(_ id: Standup.ID) {
    guard let record = records.removeValue(forKey: id) else { return }
    bytes -= record.standup.estimatedBytes
  }
}

/// What is kept counts, not what will be given up first.
extension RecentStandups: Hashable {
  static func == (one: Self, other: Self) -> Bool { one.records == other.records }
  func hash(into hasher: inout Hasher) { hasher.combine(records) }
}

extension RecentStandups: Sequence {
  func makeIterator() -> some IteratorProtocol<StandupRecord> { records.values.makeIterator() }
}

extension Standup {
  /// The size of its JSON, about.
  var estimatedBytes: Int {
    attendees.reduce(300 + JSONSize.bytes(of: title)) { $0 + JSONSize.bytes(of: $1.name) + 64 }
  }
}

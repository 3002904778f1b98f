/// The subscriptions at one publisher: prefixes of topics.
///
/// A match may be a false positive, because prefixes are compared by hash; a mismatch is always
/// correct.
struct SubscriptionSet {
  /// Prefixes as received. If there are several subscriptions to a prefix, libzmq forwards only the
  /// first subscription and the last cancellation.
  private var prefixes: Set<[UInt8]> = []
  /// Number of prefixes by hash.
  private var hashes: [UInt64: Int] = [:]
  /// Number of prefixes by length.
  private var lengths: [Int: Int] = [:]
  private var sortedLengths: [Int] = []

  var isEmpty: Bool { prefixes.isEmpty }

  /// Adds a prefix.
  ///
  /// - Returns: true if the prefix is new.
  mutating func insert(_ prefix: [UInt8]) -> Bool {
    guard prefixes.insert(prefix).inserted else { return false }
    let relevant = Self.relevant(prefix)
    hashes[FNV1a.hash(relevant), default: 0] += 1
    lengths[relevant.count, default: 0] += 1
    if lengths[relevant.count] == 1 { sortedLengths = lengths.keys.sorted() }
    return true
  }

  /// Removes a prefix.
  ///
  /// - Returns: true if the prefix was in the set.
  mutating func remove(_ prefix: [UInt8]) -> Bool {
    guard prefixes.remove(prefix) != nil else { return false }
    let relevant = Self.relevant(prefix)
    Self.lower(&hashes, FNV1a.hash(relevant))
    Self.lower(&lengths, relevant.count)
    if lengths[relevant.count] == nil { sortedLengths = lengths.keys.sorted() }
    return true
  }

  /// Returns whether any subscription may match a topic.
  ///
  /// - Parameter topic: the topic, including the space that ends it.
  func matches(_ topic: UnsafeRawBufferPointer) -> Bool {
    var hash = FNV1a.seed
    var hashed = 0
    for length in sortedLengths {
      guard length <= topic.count else { return false }
      while hashed < length {
        hash = FNV1a.step(hash, topic[hashed])
        hashed += 1
      }
      if hashes[hash] != nil { return true }
    }
    return false
  }

  /// Returns the part of a prefix that is compared. If the prefix extends beyond the topic into the
  /// event, it is compared up to the end of the topic.
  private static func relevant(_ prefix: [UInt8]) -> ArraySlice<UInt8> {
    let space = prefix.firstIndex(of: UInt8(ascii: " "))
    return prefix.prefix(space.map { $0 + 1 } ?? prefix.count)
  }

  private static func lower<Key>(_ counts: inout [Key: Int], _ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}

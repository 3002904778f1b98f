/// What is subscribed to at one publisher: prefixes of topics.
///
/// It may say yes where libzmq will say no, never the other way round: prefixes are compared by their
/// hashes.
struct SubscriptionSet {
  /// Prefixes as they came. libzmq passes on only the first of several subscriptions to one prefix,
  /// and the end of the last.
  private var prefixes: Set<[UInt8]> = []
  /// How many prefixes have that hash.
  private var hashes: [UInt64: Int] = [:]
  /// How many prefixes are that long.
  private var lengths: [Int: Int] = [:]
  private var sortedLengths: [Int] = []

  var isEmpty: Bool { prefixes.isEmpty }

  /// - Returns: whether it is new.
  mutating func insert(_ prefix: [UInt8]) -> Bool {
    guard prefixes.insert(prefix).inserted else { return false }
    let relevant = Self.relevant(prefix)
    hashes[FNV1a.hash(relevant), default: 0] += 1
    lengths[relevant.count, default: 0] += 1
    if lengths[relevant.count] == 1 { sortedLengths = lengths.keys.sorted() }
    return true
  }

  /// - Returns: whether it was there.
  mutating func remove(_ prefix: [UInt8]) -> Bool {
    guard prefixes.remove(prefix) != nil else { return false }
    let relevant = Self.relevant(prefix)
    Self.lower(&hashes, FNV1a.hash(relevant))
    Self.lower(&lengths, relevant.count)
    if lengths[relevant.count] == nil { sortedLengths = lengths.keys.sorted() }
    return true
  }

  /// - Parameter topic: with the space that ends it.
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

  /// A prefix that reaches into the event behind the topic is looked at up to the end of the topic.
  private static func relevant(_ prefix: [UInt8]) -> ArraySlice<UInt8> {
    let space = prefix.firstIndex(of: UInt8(ascii: " "))
    return prefix.prefix(space.map { $0 + 1 } ?? prefix.count)
  }

  private static func lower<Key>(_ counts: inout [Key: Int], _ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}

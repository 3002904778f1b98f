import StandupsCollections

/// Limits concurrent reads, because a thousand browsers may reconnect at once.
struct ReadQueue {
  /// Maximum number of reads at a time.
  static let maxReads = 8
  private(set) var underWay = 0
  private var waiting = Queue<Int>()

  /// Requests a turn for a stream.
  ///
  /// - Returns: true if the read may start; otherwise it is queued.
  mutating func begin(_ client: Int) -> Bool {
    guard underWay < Self.maxReads else {
      waiting.append(client)
      return false
    }
    underWay += 1
    return true
  }

  /// Ends the turn of a stream.
  ///
  /// - Returns: the stream whose turn is next; nil if the queue is empty.
  mutating func end() -> Int? {
    if let next = waiting.popFirst() { return next }
    underWay -= 1
    return nil
  }
}

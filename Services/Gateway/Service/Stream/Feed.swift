import Bus
import Collections
import Following

/// The gateway's own subscription, shared by all streams.
struct Feed {
  /// Number of the latest events read at the start, for browsers that reconnect after a restart.
  static let backlog: Int64 = 1000

  /// The current subscription.
  var source: (any EventFeed)?
  var reading: Task<Void, Never>?
  /// Nil until the position of the journal is known.
  var follower: EventFollower<EverythingKept>?
  var ring = EventRing()
  /// True once all events of the journal have been read.
  var isCaughtUp = false
  /// True if a restart of all streams with a snapshot is scheduled.
  var isToBeginAnew = false
  /// Numbers of the streams that watch each meeting.
  var watchers: [String: Set<Int>] = [:]
  /// Reads from the bus for streams that are catching up.
  var reads = ReadQueue()
}

/// Limits concurrent reads, because a thousand browsers may reconnect at once.
struct ReadQueue {
  static let most = 8
  private(set) var underWay = 0
  private var waiting = Queue<Int>()

  /// Requests a turn.
  ///
  /// - Returns: true if the read may start; otherwise it is queued.
  mutating func begin(_ client: Int) -> Bool {
    guard underWay < Self.most else {
      waiting.append(client)
      return false
    }
    underWay += 1
    return true
  }

  /// Ends a turn.
  ///
  /// - Returns: the stream whose turn is next; nil if the queue is empty.
  mutating func end() -> Int? {
    if let next = waiting.popFirst() { return next }
    underWay -= 1
    return nil
  }
}

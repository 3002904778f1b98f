import Bus
import Collections
import Following

/// What the gateway itself follows, for all streams.
struct Feed {
  /// How many of the latest events are read at the start, for browsers that come back after a restart.
  static let backlog: Int64 = 1000

  /// What the subscription brings.
  var source: (any EventFeed)?
  var reading: Task<Void, Never>?
  /// Nil until it is known where the journal stands.
  var follower: EventFollower<EverythingKept>?
  var ring = EventRing()
  /// Whether all that the journal held was read.
  var isCaughtUp = false
  /// Whether everybody is soon to begin with the state.
  var isToBeginAnew = false
  /// Who watches which meeting.
  var watchers: [String: Set<Int>] = [:]
  /// What is asked of the bus for streams that catch up.
  var reads = ReadQueue()
}

/// Questions that are asked a few at a time: a thousand browsers may come back at once.
struct ReadQueue {
  static let most = 8
  private(set) var underWay = 0
  private var waiting = Queue<Int>()

  /// Asks for a turn; whether it is there.
  mutating func begin(_ client: Int) -> Bool {
    guard underWay < Self.most else {
      waiting.append(client)
      return false
    }
    underWay += 1
    return true
  }

  /// A turn is over; whose is next.
  mutating func end() -> Int? {
    if let next = waiting.popFirst() { return next }
    underWay -= 1
    return nil
  }
}

import Bus
import Following

/// Source of events for the gateway; replaced by a new one when it ends.
protocol EventFeed: AnyObject, Sendable {
  /// Subscribes, and returns once no further event can be missed.
  func listen(_ prefixes: [String]) async throws -> AsyncStream<Subscriber.Item>
  /// Adds subscriptions to the topics with these prefixes.
  func watch(_ prefixes: [String]) async throws
  /// Removes subscriptions to the topics with these prefixes.
  func unwatch(_ prefixes: [String]) async throws
  /// Ends all subscriptions.
  func close() async
}

extension Subscriber: EventFeed {
  func listen(_ prefixes: [String]) async throws -> AsyncStream<Item> {
    try await subscribe(prefixes).items
  }

  func watch(_ prefixes: [String]) async throws { try await add(prefixes) }
  func unwatch(_ prefixes: [String]) async throws { try await remove(prefixes) }
}

/// State of the gateway's own subscription, which all streams share.
struct Feed {
  /// Number of the latest events read at the start, for browsers that reconnect after a restart.
  static let backlog: Int64 = 1000

  /// The current subscription; nil while it is lost.
  var source: (any EventFeed)?
  var reading: Task<Void, Never>?
  /// Nil until the position of the journal is known.
  var follower: EventFollower<DurableEvents>?
  var recent = RecentEvents()
  /// True once all events of the journal have been read.
  var isCaughtUp = false
  /// True if a restart of all streams with a snapshot is scheduled.
  var isRestartScheduled = false
  /// Numbers of the streams that watch each meeting.
  var watchers: [String: Set<Int>] = [:]
  /// Reads from the bus for streams that are catching up.
  var reads = ReadQueue()
}

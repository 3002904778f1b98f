import Bus

/// Source of events for the gateway; replaced by a new one when it ends.
protocol EventFeed: AnyObject, Sendable {
  /// Subscribes, and returns once no further event can be missed.
  func listen(_ prefixes: [String]) async throws -> AsyncStream<Subscriber.Item>
  /// Adds subscriptions.
  func watch(_ prefixes: [String]) async throws
  /// Removes subscriptions.
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

import Bus

/// Where the gateway hears of events; it is made anew when it ends.
protocol EventFeed: AnyObject, Sendable {
  /// Subscribes, and returns when it is sure that nothing is missed from then on.
  func listen(_ prefixes: [String]) async throws -> AsyncStream<Subscriber.Item>
  /// Subscribes to more.
  func watch(_ prefixes: [String]) async throws
  /// Ends subscriptions.
  func unwatch(_ prefixes: [String]) async throws
  /// Ends all of it.
  func close() async
}

extension Subscriber: EventFeed {
  func listen(_ prefixes: [String]) async throws -> AsyncStream<Item> {
    try await subscribe(prefixes).items
  }

  func watch(_ prefixes: [String]) async throws { try await add(prefixes) }
  func unwatch(_ prefixes: [String]) async throws { try await remove(prefixes) }
}

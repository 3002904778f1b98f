public import Bus

/// The actions of a service that reads the journal; its own action type has cases of these names.
public protocol JournalAction: Sendable {
  /// A heartbeat with the last sequence of the journal.
  static func beat(_ head: JournalHead) -> Self
  /// An event was published.
  static func published(type: String, _ head: JournalHead) -> Self
}

extension JournalAction {
  /// Creates the action for an item of a subscription; nil if the item contains no last sequence.
  public init?(_ item: Subscriber.Item) {
    switch item {
    case .beat(let head) where head.head >= 0: self = .beat(head)
    case .reconnected(let confirmation):
      self = .beat(JournalHead(epoch: confirmation.epoch, head: confirmation.head))
    case .event(_, let event):
      guard let epoch = event.epoch, let head = event.number else { return nil }
      self = .published(type: event.type, JournalHead(epoch: epoch, head: head))
    case .beat, .unreadable: return nil
    }
  }
}

/// Notifications about the journal, from a subscription to its events.
public enum JournalNews {
  /// Creates the actions that a subscription causes; the subscription is renewed until the reader
  /// stops reading.
  ///
  /// An item only signals that the journal should be read: the content comes from the journal, so a
  /// lost item loses nothing.
  ///
  /// - Parameters:
  ///   - action: the action for an item; nil for none.
  ///   - listen: subscribes, passes on the items, and returns when the subscription ends.
  ///   - pause: waits before the next subscription.
  public static func live<Action: Sendable>(
    as action: @escaping @Sendable (Subscriber.Item) -> Action?,
    _ listen: @escaping @Sendable (@Sendable (Subscriber.Item) -> Void) async throws -> Void,
    pause: @escaping @Sendable () async throws -> Void
  ) -> AsyncStream<Action> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
      let task = Task {
        while !Task.isCancelled {
          do {
            try await listen { item in
              if let action = action(item) { continuation.yield(action) }
            }
            try await pause()
          } catch is CancellationError {
            break
          } catch {
            // The router is unavailable; try again.
            guard (try? await pause()) != nil else { break }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The topic prefixes of events of these types.
  public static func prefixes(of types: some Sequence<String>) -> [String] {
    types.sorted().map { "t/\(Topic.escape($0))/" }
  }
}

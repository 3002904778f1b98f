import Bus

/// How far the journal goes, as it is heard.
enum JournalNews {
  /// What a subscription brings; it is made anew until the reader stops reading.
  ///
  /// It only says when to read: what is posted comes from the journal, so nothing is lost with it.
  ///
  /// - Parameters:
  ///   - listen: subscribes, passes on what comes, and returns when the subscription ends.
  ///   - pause: waits before the next one.
  static func live(
    _ listen: @escaping @Sendable (@Sendable (Subscriber.Item) -> Void) async throws -> Void,
    pause: @escaping @Sendable () async throws -> Void
  ) -> AsyncStream<WebhooksAction> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
      let task = Task {
        while !Task.isCancelled {
          do {
            try await listen { item in
              if let action = WebhooksAction(item) { continuation.yield(action) }
            }
            try await pause()
          } catch is CancellationError {
            break
          } catch {
            // No router yet: it is asked again.
            guard (try? await pause()) != nil else { break }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The topics of events of these types.
  static func prefixes(of types: Set<String>) -> [String] {
    types.sorted().map { "t/\(Topic.escape($0))/" }
  }
}

extension WebhooksAction {
  fileprivate init?(_ item: Subscriber.Item) {
    switch item {
    case .beat(let head) where head.head >= 0: self = .beat(head)
    case .reconnected(let confirmation):
      self = .beat(JournalHead(epoch: confirmation.epoch, head: confirmation.head))
    case .event(_, let event):
      guard let epoch = event.epoch, let head = event.number else {
        return nil
      }
      self = .published(type: event.type, JournalHead(epoch: epoch, head: head))
    case .beat, .unreadable: return nil
    }
  }
}

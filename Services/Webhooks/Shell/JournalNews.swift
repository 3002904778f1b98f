import Bus
import Messages

/// How far the journal goes, as it is heard.
enum JournalNews: Hashable, Sendable {
  /// Once a second while the router lives.
  case beat(JournalHead)
  /// An event of this type was published.
  case published(type: String, JournalHead)
}

extension JournalNews {
  /// What the subscription to all kept events brings; it is made anew until the reader stops reading.
  ///
  /// It only says when to read: what is posted comes from the journal, so nothing is lost with it.
  ///
  /// - Parameters:
  ///   - listen: subscribes, passes on what comes, and returns when the subscription ends.
  ///   - pause: waits before the next one.
  static func live(
    _ listen: @escaping @Sendable (@Sendable (Subscriber.Item) -> Void) async throws -> Void,
    pause: @escaping @Sendable () async throws -> Void
  ) -> AsyncStream<JournalNews> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1000)) { continuation in
      let task = Task {
        while !Task.isCancelled {
          do {
            try await listen { item in
              if let news = JournalNews(item) { continuation.yield(news) }
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

  /// The topics of all kept events.
  static let prefixes = EventTypes.durable.map { "t/\(Topic.escape($0))/" }

  private init?(_ item: Subscriber.Item) {
    switch item {
    case .beat(let head): self = .beat(head)
    case .reconnected(let confirmation):
      self = .beat(JournalHead(epoch: confirmation.epoch, head: confirmation.head))
    case .event(_, let event):
      guard let epoch = event.epoch, let head = event.sequence.flatMap({ Int64($0) }) else {
        return nil
      }
      self = .published(type: event.type, JournalHead(epoch: epoch, head: head))
    case .unreadable: return nil
    }
  }
}

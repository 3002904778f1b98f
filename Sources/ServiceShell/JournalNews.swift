public import Bus

/// How far the journal goes, as it is heard.
public enum JournalNews {
  /// What a subscription brings; it is made anew until the reader stops reading.
  ///
  /// It only says when to read: what is handed on comes from the journal, so nothing is lost with it.
  ///
  /// - Parameters:
  ///   - action: what an item means; nil for nothing.
  ///   - listen: subscribes, passes on what comes, and returns when the subscription ends.
  ///   - pause: waits before the next one.
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
  public static func prefixes(of types: some Sequence<String>) -> [String] {
    types.sorted().map { "t/\(Topic.escape($0))/" }
  }
}

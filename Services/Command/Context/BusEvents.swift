import Bus
import Connecting

/// Subscribes to events from the router's events endpoint.
actor BusEvents: EventSource {
  private let bus: BusConnection
  private var open: [Subscriber] = []

  init(_ bus: BusConnection) { self.bus = bus }

  func subscribe(
    _ prefixes: [String]
  ) async throws -> AsyncThrowingStream<EventNotice, any Error> {
    let subscriber = bus.subscriber()
    open.append(subscriber)
    let (confirmation, items) = try await subscriber.subscribe(prefixes)
    guard confirmation.denied.isEmpty else {
      await subscriber.close()
      throw BusError(
        .denied,
        "This key is not allowed to subscribe to \(confirmation.denied.joined(separator: ", "))."
          + " Use a key with the observer role.")
    }
    // If the reader is slow, events are dropped here, as they would be in a socket; the follower
    // fills the gaps.
    return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(10_000)) { continuation in
      let reading = Task {
        for await item in items {
          switch item {
          case .event(_, let event): continuation.yield(.event(event))
          case .beat(let head): continuation.yield(.beat(head))
          case .reconnected, .unreadable: continuation.yield(.gap)
          }
        }
        continuation.finish(throwing: await subscriber.failure)
      }
      continuation.onTermination = { _ in
        reading.cancel()
        Task { await subscriber.close() }
      }
    }
  }

  func close() async {
    for subscriber in open { await subscriber.close() }
    open = []
  }
}

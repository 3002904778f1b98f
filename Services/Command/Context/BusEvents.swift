import Bus
import Connecting
import RouterAPI

/// Subscribes to events from the router's events endpoint.
actor BusEvents: EventSource {
  private let bus: BusConnection
  private var open: [Subscriber] = []

  init(_ bus: BusConnection) { self.bus = bus }

  func subscribe(
    _ prefixes: [String]
  ) async throws -> AsyncThrowingStream<EventNotice, any Error> {
    let (subscriber, items) = try await listen(prefixes)
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

  /// Subscribes to the events of all teams or, if the key does not permit that, to those of its
  /// teams.
  private func listen(
    _ prefixes: [String]
  ) async throws -> (Subscriber, AsyncStream<Subscriber.Item>) {
    let subscriber = bus.subscriber()
    let (confirmation, items) = try await subscriber.subscribe(prefixes)
    if confirmation.denied.isEmpty {
      open.append(subscriber)
      return (subscriber, items)
    }
    await subscriber.close()
    // Topics of teams are not narrowed any further.
    guard !prefixes.contains(where: { $0.hasPrefix("g/") }),
      let teams = try? await bus.peer.send(WhoAmI()).teams, !teams.isEmpty
    else {
      throw BusError(
        .denied,
        "This key is not allowed to subscribe to \(confirmation.denied.joined(separator: ", "))."
          + " Use a key with the observer role.")
    }
    return try await listen(
      teams.flatMap { team in prefixes.map { Topic.prefix(ofTeam: team) + $0 } })
  }

  func close() async {
    for subscriber in open { await subscriber.close() }
    open = []
  }
}

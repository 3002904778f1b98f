public import Bus
public import Connecting
import Documents
public import Following
import RouterAPI

/// A place in the journal after which to follow events.
public enum JournalPlace: Hashable, Sendable {
  /// The end of the journal: only new events.
  case end
  /// The beginning: first all events that the journal retains.
  case beginning
  /// An earlier event, by the `epoch` and the `sequence` that it has.
  case after(epoch: String, sequence: Int64)
}

extension BusConnection {
  /// Follows durable events: returns each of them once and in order, even if messages are lost or
  /// the router restarts. Ephemeral events of the selected types are returned as they arrive.
  ///
  /// ```swift
  /// for try await event in connection.events(ofTypes: ["meeting.started"]) {
  ///   print(event.time, event.subject)
  /// }
  /// ```
  ///
  /// The stream ends when its consumer is cancelled. It holds the events that were not read yet, in
  /// memory and without a limit.
  ///
  /// - Parameters:
  ///   - types: the types to follow, such as `meeting.started`. Default: all durable events.
  ///   - place: the place in the journal after which to start. Default: its end.
  ///   - onLoss: called if the journal no longer has the next events, or is a different journal; the
  ///     stream continues after them.
  /// - Returns: the events. The stream throws `BusError`: `unavailable` if no router answers within
  ///   five seconds at the start, `denied` if the key does not permit the subscription.
  public func events(
    ofTypes types: Set<String> = [], after place: JournalPlace = .end,
    onLoss: @escaping @Sendable (EventLoss) -> Void = { _ in }
  ) -> AsyncThrowingStream<CloudEvent, any Error> {
    let (events, sender) = AsyncThrowingStream.makeStream(of: CloudEvent.self)
    let feed = EventFeed(
      bus: client(), subscriber: subscriber(), filter: TypedEvents(types), place: place,
      onEvent: { sender.yield($0) }, onLoss: onLoss)
    let reading = Task {
      do {
        try await feed.run()
        sender.finish()
      } catch {
        sender.finish(throwing: error)
      }
    }
    sender.onTermination = { _ in reading.cancel() }
    return events
  }
}

/// Runs an `EventFollower`: passes it what arrives, and performs its effects.
private struct EventFeed: Sendable {
  let bus: Peer
  let subscriber: Subscriber
  let filter: TypedEvents
  let place: JournalPlace
  let onEvent: @Sendable (CloudEvent) -> Void
  let onLoss: @Sendable (EventLoss) -> Void

  private typealias Follower = EventFollower<TypedEvents>

  func run() async throws {
    let result: Result<Void, any Error>
    do {
      try await bus.open()
      result = .success(try await follow())
    } catch {
      result = .failure(error)
    }
    await subscriber.close()
    await bus.close()
    try result.get()
  }

  private func follow() async throws {
    // Subscribed before the position is read, so that no event falls between the two.
    let (_, items) = try await subscriber.subscribe(filter.prefixes)
    let heads = try await bus.send(EventHeads())
    let start: (epoch: String, position: Int64) =
      switch place {
      case .end: (heads.epoch, heads.head)
      case .beginning: (heads.epoch, heads.oldest - 1)
      case .after(let epoch, let sequence): (epoch, sequence)
      }
    var follower = Follower(filter: filter, epoch: start.epoch, position: start.position)
    try await perform(follower.start(), &follower)
    for await item in items {
      let effects =
        switch item {
        case .event(_, let event): follower.received(event)
        case .beat(let head): follower.beat(head)
        case .reconnected, .unreadable: follower.reconnected()
        }
      try await perform(effects, &follower)
    }
    try Task.checkCancellation()
    throw await subscriber.failure
      ?? BusError(.unavailable, "The subscription to the router's events ended; subscribe again.")
  }

  /// Performs effects in order. While a query waits for its reply, messages wait in the
  /// subscription; the journal returns those that do not fit.
  private func perform(_ first: [Follower.Effect], _ follower: inout Follower) async throws {
    var effects = first[...]
    while let effect = effects.popFirst() {
      switch effect {
      case .print(let event): onEvent(event)
      case .lost(let loss): onLoss(loss)
      case .caughtUp: break
      case .replay(let query):
        do {
          let page = try await retrying { try await bus.send(query) }
          effects += follower.page(page)
        } catch let error as BusError where error.code == .compacted {
          effects += follower.refused()
        }
      case .heads:
        let heads = try await retrying { try await bus.send(EventHeads()) }
        effects += follower.heads(heads)
      }
    }
  }

  /// Repeats a query while the router or the journal is unavailable. No event is lost, because the
  /// journal has them.
  private func retrying<Reply>(_ ask: () async throws -> Reply) async throws -> Reply {
    while true {
      do {
        return try await ask()
      } catch let error as BusError where error.retryable || error.code == .expired {
        try await Task.sleep(for: .milliseconds(500))
      }
    }
  }
}

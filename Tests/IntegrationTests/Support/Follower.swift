import Bus
import Connecting
import Documents
import Foundation
import RouterAPI
import StandupsAPI
import Testing

/// Follows the events as a tool would: live, and missed ones from the journal.
actor Follower {
  /// The durable events, in the order of their sequences, without a gap.
  private(set) var events: [CloudEvent] = []
  /// The other events, in order of arrival.
  private(set) var ephemeral: [CloudEvent] = []
  /// Number of gaps closed from the journal.
  private(set) var catchUps = 0

  private let peer: Peer
  private let subscriber: Subscriber
  private var waiters: [UUID: Waiter] = [:]
  private var reader: Task<Void, Never>?

  private struct Waiter {
    var matches: @Sendable (CloudEvent) -> Bool
    var continuation: CheckedContinuation<CloudEvent, any Error>
  }

  init(_ connection: BusConnection) {
    peer = connection.peer
    subscriber = connection.subscriber()
  }

  /// Subscribes, and reads the earlier events.
  func start(_ prefixes: [String] = ["t/"]) async throws {
    let items = try await subscriber.subscribe(prefixes, timeoutMs: 30_000).items
    await catchUp()
    reader = Task {
      for await item in items { await self.take(item) }
    }
  }

  /// The first event that matches, among past and future ones.
  func first(
    within limit: Duration = .seconds(20), _ what: String,
    where matches: @escaping @Sendable (CloudEvent) -> Bool
  ) async throws -> CloudEvent {
    if let event = (events + ephemeral).first(where: matches) { return event }
    let id = UUID()
    let timeout = Task {
      // Sleeps because it is a time limit, which an event cancels.
      try await Task.sleep(for: limit)
      self.giveUp(id, what, limit)
    }
    defer { timeout.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        waiters[id] = Waiter(matches: matches, continuation: $0)
      }
    } onCancel: {
      Task { await self.cancel(id) }
    }
  }

  /// The first event of a type about a subject.
  func first<Data: EventData>(
    _ type: Data.Type, about subject: some CustomStringConvertible,
    within limit: Duration = .seconds(20)
  ) async throws -> CloudEvent {
    let subject = subject.description
    return try await first(within: limit, "\(Data.type) about \(subject)") {
      $0.type == Data.type && $0.subject == subject
    }
  }

  /// The tick of a meeting at this elapsed time, or a later one.
  func tick(_ meeting: some CustomStringConvertible, atLeastMs ms: Int64) async throws {
    let subject = meeting.description
    _ = try await first("tick \(ms) of \(subject)") {
      guard $0.type == MeetingTick.type, $0.subject == subject,
        let elapsed = $0.data["elapsedMs"].flatMap({ Int64($0.text) })
      else { return false }
      return elapsed >= ms
    }
  }

  func events(about subject: some CustomStringConvertible) -> [CloudEvent] {
    let subject = subject.description
    return events.filter { $0.subject == subject }
  }

  // MARK: Receiving

  private func take(_ item: Subscriber.Item) async {
    switch item {
    case .event(_, let event):
      guard let sequence = event.number else {
        ephemeral.append(event)
        return tell(event)
      }
      if sequence > head + 1 { await catchUp() }
      add(event)
    case .beat(let beat):
      if beat.head > head { await catchUp() }
    case .reconnected:
      await catchUp()
    case .unreadable:
      break
    }
  }

  private var head: Int64 { events.last?.number ?? 0 }

  private func add(_ event: CloudEvent) {
    guard event.number == head + 1 else { return }
    events.append(event)
    tell(event)
  }

  /// Reads missing events from the journal. Without an answer, the next heartbeat triggers a
  /// retry.
  private func catchUp() async {
    catchUps += 1
    while let page = try? await peer.send(
      EventReplay(JournalQuery(after: head, limit: 1000)), options: CallOptions(timeoutMs: 2000))
    {
      for event in page.events { add(event) }
      if !page.hasMore { return }
    }
  }

  private func tell(_ event: CloudEvent) {
    for (id, waiter) in waiters where waiter.matches(event) {
      waiters[id] = nil
      waiter.continuation.resume(returning: event)
    }
  }

  private func giveUp(_ id: UUID, _ what: String, _ limit: Duration) {
    let seen = events.map { "\($0.number ?? 0) \($0.type)" }.joined(separator: ", ")
    waiters.removeValue(forKey: id)?.continuation.resume(
      throwing: HarnessError("There was no \(what) within \(limit). Seen: \(seen)"))
  }

  private func cancel(_ id: UUID) {
    waiters.removeValue(forKey: id)?.continuation.resume(throwing: CancellationError())
  }
}

extension Cluster {
  /// Follows all events.
  func follower() async throws -> Follower {
    let connection = try connect("follower")
    try await connection.peer.open()
    let follower = Follower(connection)
    try await follower.start()
    return follower
  }
}

/// Expects that every event of the journal arrived, once and in order.
func expectContiguous(_ follower: Follower, _ peer: Peer) async throws {
  let head = try await peer.send(EventHeads()).head
  _ = try await follower.first("event \(head)") { ($0.number ?? 0) >= head }
  let numbers = await follower.events.compactMap(\.number)
  #expect(numbers == (1...Int64(numbers.count)).map { $0 })
}

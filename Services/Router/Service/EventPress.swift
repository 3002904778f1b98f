import Bus
import BusRouter
import Documents
import Foundation
import PersistenceAPI
import RouterAPI

/// Publishes the events of external tools and of outside services.
struct EventPress: Sendable {
  let router: Router

  /// Publishes the events of a command.
  ///
  /// - Parameter sender: the registered service that sent it; nil for a tool.
  func answer(_ command: PublishEvents, from sender: String?, cause: Header) async throws
    -> PublishEvents.Reply
  {
    guard (1...PublishEvents.maxEvents).contains(command.events.count) else {
      throw BusError(
        .invalid, "Invalid number of events; expected 1 to \(PublishEvents.maxEvents) per command."
      )
    }
    let events = try command.events.enumerated().map { index, draft in
      if let problem = draft.problem(from: sender) {
        throw BusError(.invalid, problem, detail: ["event": "\(index)"])
      }
      return Self.event(draft, source: "/standups/\(sender ?? "tool")")
    }
    guard command.isEphemeral != true else { return await publishAtOnce(events) }
    let options = CallOptions(
      timeoutMs: cause.remainingMs(at: Int64(Date().timeIntervalSince1970 * 1000))
        .map { Int(clamping: $0) } ?? 10_000,
      cause: cause)
    // On a retry, events without ids of their own get different ones, so the idempotency key
    // identifies the repetition.
    let key = try cause.idem.map {
      StoredReply(key: "publish/\($0)", reply: .null, request: try RequestDigest.of(command))
    }
    let reply: Commit.Reply
    do {
      reply = try await router.send(Commit(events: events, idempotency: key), options: options)
    } catch var error as BusError where error.code == .unavailable {
      // Not retried automatically at once; a tool may retry after space has been freed.
      error.retryable = true
      error.retryAfterMs = error.retryAfterMs ?? 5000
      throw error
    }
    await router.announce(reply.publications)
    return PublishEvents.Reply(
      events: reply.events.map {
        PublishedEvent(
          id: $0.event.id, type: $0.event.labels.type, time: $0.event.time, sequence: $0.sequence)
      }, epoch: reply.epoch)
  }

  private func publishAtOnce(_ events: [NewEvent]) async -> PublishEvents.Reply {
    await router.announce(
      events.map { event in
        Publication(
          event: CloudEvent(
            id: event.id, source: event.source, type: event.labels.type,
            subject: event.labels.subject, time: event.time, team: event.labels.team,
            data: event.data),
          labels: event.labels)
      })
    return PublishEvents.Reply(
      events: events.map { PublishedEvent(id: $0.id, type: $0.labels.type, time: $0.time) })
  }

  private static func event(_ draft: EventDraft, source: String) -> NewEvent {
    NewEvent(
      id: draft.id?.lowercased() ?? Header.risingID().lowercaseText, source: source,
      labels: EventLabels(
        type: draft.type, subject: draft.subject, standup: draft.standup, meeting: draft.meeting),
      time: Date(), data: draft.data ?? .emptyObject)
  }
}

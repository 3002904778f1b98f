import Bus
import BusRouter
import Documents
import Foundation
import PersistenceAPI

extension Parent {
  /// Idempotency key for a commit whose events are created here; a repeated delegate call creates
  /// them with different ids.
  var once: StoredReply? { cause.idem.map { StoredReply(key: "once/\($0)", reply: .null) } }

  /// Makes changes durable, then publishes their events.
  ///
  /// - Returns: the outcome for the service that decided the changes.
  @discardableResult
  func commit(_ commit: Commit) async throws -> CommitOutcome {
    let reply = try await send(commit)
    await publish(reply.publications)
    return CommitOutcome(repeated: reply.repeated)
  }
}

extension Integration {
  /// Makes the decisions of a service durable, then publishes their events.
  mutating func bindChanges<Changes: DecidedChanges>(
    _ message: Changes.Type, of child: String, publishing patterns: [String] = []
  ) {
    bind(message, of: child, to: [Commit.self], publishing: patterns) { decided, parent in
      try await parent.commit(
        Commit(
          changes: decided.changes, events: decided.events, idempotency: decided.reply,
          term: decided.term.map { WriterTerm(owner: child, id: $0) }))
    }
  }

  /// Binds the start of a writer epoch, which a service that stores documents begins before it
  /// reads them.
  mutating func bindTerm<Begun: BegunTerm>(_ message: Begun.Type, of child: String) {
    forward(message, of: child) { BeginTerm(WriterTerm(owner: child, id: $0.id)) }
  }
}

extension NewEvent {
  /// Creates an event of the router itself.
  ///
  /// - Throws: errors of the data's `encode(to:)`.
  static func of<Data: EventData>(
    _ data: Data, about subject: String, standup: String? = nil
  ) throws -> NewEvent {
    try NewEvent(
      data, id: Header.risingID(), about: subject, standup: standup, time: Date())
  }
}

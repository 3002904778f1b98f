import Bus
import Composition
import Documents
import Foundation
import PersistenceAPI

extension Parent {
  /// Idempotency key for a commit whose events are created here. It is needed because a repeated
  /// delegate call creates them with different ids.
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

extension NewEvent {
  /// Creates an event of the router itself.
  ///
  /// - Throws: errors of the data's `encode(to:)`.
  static func of<Data: EventData>(
    _ data: Data, about subject: String, standup: String? = nil, team: String? = nil
  ) throws -> NewEvent {
    try NewEvent(
      data, id: Header.risingID(), about: subject, standup: standup, team: team, time: Date())
  }
}

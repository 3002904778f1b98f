import Bus
import BusRouter
import Documents
import Foundation
import PersistenceAPI
import ScheduleAPI
import StandupsAPI
import TranscriptionAPI

extension Parent {
  /// For a commit whose events are made here: they have other ids when the delegate call comes again.
  var once: StoredReply? { cause.idem.map { StoredReply(key: "once/\($0)", reply: .null) } }

  /// Makes changes durable, then announces the events that tell of them.
  ///
  /// - Returns: what became of them, for whoever decided them.
  @discardableResult
  func commit(_ commit: Commit) async throws -> CommitOutcome {
    let reply = try await send(commit)
    await publish(reply.publications)
    return CommitOutcome(repeated: reply.repeated)
  }
}

extension Integration {
  /// What a child decided is made durable, then announced.
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
}

extension Integration {
  /// What standups decided is made durable, and whatever belongs to what is erased with it: letters that
  /// were never delivered, consent, what the recogniser remembers, and when it was to meet.
  mutating func bindStandupChanges(publishing patterns: [String]) {
    bind(
      ChangesDecided.self, of: "standups",
      to: [Commit.self, ForgetSpeech.self, TellSubjectGone.self],
      publishing: patterns
    ) { decided, parent in
      let forgotten = Forgotten(decided)
      let outcome = try await parent.commit(
        Commit(
          changes: decided.changes + forgotten.changes, events: decided.events,
          idempotency: decided.reply,
          term: decided.term.map { WriterTerm(owner: "standups", id: $0) }))
      for command in forgotten.commands {
        try await parent.giveUp(command, timeoutMs: Parent.absenceMs)
      }
      for gone in forgotten.schedules {
        try await parent.giveUp(gone, timeoutMs: Parent.absenceMs)
      }
      return outcome
    }
  }

  /// A child that keeps documents begins its term before it reads them.
  mutating func bindTerm<Begun: BegunTerm>(_ message: Begun.Type, of child: String) {
    forward(message, of: child) { BeginTerm(WriterTerm(owner: child, id: $0.id)) }
  }
}

extension NewEvent {
  /// An event of the router itself.
  ///
  /// - Throws: what the data's `encode(to:)` throws.
  static func of<Data: EventData>(
    _ data: Data, about subject: String, standup: String? = nil
  ) throws -> NewEvent {
    try NewEvent(
      data, by: "router", id: Header.risingID(), about: subject, standup: standup, time: Date())
  }
}

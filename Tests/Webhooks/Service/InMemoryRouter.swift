import Bus
import Documents
import FastJSON
import Foundation
import TestSupport
import Threads
import WebhooksAPI

@testable import WebhooksService

/// A router with persistence and a journal in memory.
final class InMemoryRouter: Sendable {
  struct State {
    var documents: [String: Document] = [:]
    var replies: [String: RawJSON] = [:]
    var events: [CloudEvent] = []
    /// The subscribers and their types; the newest last.
    var listeners: [(types: Set<String>, news: AsyncStream<WebhooksAction>.Continuation)] = []
    /// Errors thrown instead of the next replies.
    var failures: [BusError] = []

    var head: JournalHead { JournalHead(epoch: Scenario.epoch, head: Int64(events.count)) }
  }

  let state = Locked(State())

  var delegate: ScriptedDelegate { ScriptedDelegate { try self.answer($0) } }

  /// A subscription; earlier events are delivered at once.
  func news(_ types: Set<String>) -> AsyncStream<WebhooksAction> {
    let (stream, continuation) = AsyncStream.makeStream(of: WebhooksAction.self)
    state.withLock { state in
      state.listeners.append((types, continuation))
      continuation.yield(.beat(state.head))
    }
    return stream
  }

  /// Publishes an event; subscribers to other types receive a heartbeat.
  func publish(_ type: String = "meeting.started", team: String? = nil) {
    state.withLock { state in
      var event = Scenario.event(Int64(state.events.count) + 1, type)
      event.team = team
      state.events.append(event)
      for (types, news) in state.listeners {
        news.yield(types.contains(type) ? .published(type: type, state.head) : .beat(state.head))
      }
    }
  }

  func stored(_ id: String) throws -> StoredWebhook? {
    try state.withLock { $0.documents[id] }?.body.decode()
  }

  private func answer(_ message: any DelegateMessage) throws -> any Sendable {
    try state.withLock { state in
      if !state.failures.isEmpty { throw state.failures.removeFirst() }
      switch message {
      case is TermBegun: return Done()
      case is WebhookTeamNamed: return Done()
      case is DocumentsRequested:
        return DocumentPage(
          documents: Array(state.documents.values), total: state.documents.count)
      case is WebhookHeadsRequested:
        return JournalRange(epoch: Scenario.epoch, head: state.head.head, oldest: 1)
      case let message as WebhookEventsRequested:
        let all = state.events.dropFirst(Int(message.query.after))
        let (types, teams) = (message.query.types, message.query.teams)
        let events = all.filter { event in
          (types?.contains {
            $0.hasSuffix(".") ? event.type.hasPrefix($0) : event.type == $0
          } ?? true) && TeamScope(teams).contains(event.team)
        }
        return EventPage(
          events: Array(events), epoch: Scenario.epoch, head: state.head.head, hasMore: false,
          resume: state.head.head)
      case let message as ChangesDecided:
        return commit(message, &state)
      default:
        throw BusError(.unbound, "\(message)")
      }
    }
  }

  private func commit(_ decided: ChangesDecided, _ state: inout State) -> CommitOutcome {
    if let stored = decided.reply {
      if let known = state.replies[stored.key] {
        return CommitOutcome(repeated: known == stored.reply ? nil : known)
      }
      state.replies[stored.key] = stored.reply
    }
    for change in decided.changes {
      switch change {
      case .put(let document), .insert(let document): state.documents[document.id] = document
      case .delete(_, let id): state.documents[id] = nil
      case .deleteChildren, .setTeam, .deleteMentioning, .erase: break
      }
    }
    return .written
  }
}

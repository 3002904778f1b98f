import Bus
import Foundation
import Messages
import TestSupport
import Threads

@testable import WebhooksService

/// A parent with a store and a journal in memory.
final class MemoryParent: Sendable {
  struct State {
    var documents: [String: Document] = [:]
    var replies: [String: JSONValue] = [:]
    var events: [CloudEvent] = []
    /// Thrown instead of the next answers.
    var failures: [BusError] = []
  }

  let state = Locked(State())
  let news: AsyncStream<JournalNews>
  private let tell: AsyncStream<JournalNews>.Continuation

  init() { (news, tell) = AsyncStream.makeStream() }

  var delegate: ScriptedDelegate { ScriptedDelegate { try self.answer($0) } }

  /// Something happens, and is published.
  func publish(_ type: String = MeetingStarted.type) {
    let event = state.withLock { state in
      let event = Scenario.event(Int64(state.events.count) + 1, type)
      state.events.append(event)
      return event
    }
    let head = JournalHead(epoch: Scenario.epoch, head: Int64(event.sequence ?? "") ?? 0)
    tell.yield(.published(type: type, head))
  }

  func stored(_ id: String) throws -> StoredWebhook? {
    try state.withLock { $0.documents[id] }?.body.decode()
  }

  private func answer(_ message: any DelegateMessage) throws -> any Sendable {
    try state.withLock { state in
      if !state.failures.isEmpty { throw state.failures.removeFirst() }
      let head = Int64(state.events.count)
      switch message {
      case let message as WebhookStateRequested:
        _ = message
        return Load.Reply(documents: Array(state.documents.values), total: state.documents.count)
      case is WebhookHeadsRequested:
        return JournalHeads.Reply(epoch: Scenario.epoch, head: head, oldest: 1)
      case let message as WebhookEventsRequested:
        let replay = message.replay
        let all = state.events.dropFirst(Int(replay.after))
        let events = all.filter { replay.types?.contains($0.type) ?? true }
        return EventReplay.Reply(
          events: Array(events), epoch: Scenario.epoch, head: head, hasMore: false, resume: head)
      case let message as WebhookChangesDecided:
        return commit(message.commit, &state)
      default:
        throw BusError(.unbound, "\(message)")
      }
    }
  }

  private func commit(_ commit: Commit, _ state: inout State) -> Commit.Reply {
    var reply = Commit.Reply.written
    if let stored = commit.idempotency {
      if let repeated = state.replies[stored.key] {
        reply.repeated = repeated
        return reply
      }
      state.replies[stored.key] = stored.reply
    }
    for change in commit.changes {
      switch change {
      case .put(let document): state.documents[document.id] = document
      case .delete(_, let id): state.documents[id] = nil
      case .deleteChildren: break
      }
    }
    return reply
  }
}

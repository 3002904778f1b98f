import Bus
import Documents
import TestSupport
import Threads

/// A router with a store in memory; a test can make the store unavailable, or drop its replies.
final class InMemoryRouter: Sendable {
  struct State {
    var documents: [String: [String: Document]] = [:]
    var replies: [String: StoredReply] = [:]
    var isStoreAway = false
    /// Number of next commits that are written but not answered.
    var lostAnswers = 0
  }

  let state = Locked(State())

  var delegate: ScriptedDelegate { ScriptedDelegate { [self] in try answer($0) } }

  func documents(_ collection: String) -> [Document] {
    state.withLock { Array(($0.documents[collection] ?? [:]).values) }
  }

  private func answer(_ message: any DelegateMessage) throws -> any Sendable {
    try state.withLock { state in
      if state.isStoreAway { throw BusError(.unavailable, "It is away.") }
      switch message {
      case is TermBegun: return Done()
      case let message as ChangesDecided: return try commit(message, &state)
      case let message as DocumentsRequested:
        let documents = state.documents[message.query.collection] ?? [:]
        return DocumentPage(documents: documents.values.sorted { $0.id < $1.id })
      default: throw BusError(.unbound, "No script for \(message).")
      }
    }
  }

  private func commit(
    _ decided: ChangesDecided, _ state: inout State
  ) throws -> CommitOutcome {
    if let reply = decided.reply {
      if let known = state.replies[reply.key] { return CommitOutcome(repeated: known.reply) }
      state.replies[reply.key] = reply
    }
    for change in decided.changes {
      switch change {
      case .put(let document), .insert(let document):
        state.documents[document.collection, default: [:]][document.id] = document
      case .delete(let collection, let id): state.documents[collection]?[id] = nil
      case .deleteChildren, .deleteMentioning, .erase: throw BusError(.invalid, "Not here.")
      }
    }
    if state.lostAnswers > 0 {
      state.lostAnswers -= 1
      throw BusError(.unavailable, "The answer is lost.")
    }
    return CommitOutcome()
  }
}

import Bus
import Documents
import FocusAPI
import TestSupport
import Threads

/// A router with persistence and a timer in memory; a test can make persistence unavailable, or
/// drop its replies.
final class InMemoryRouter: Sendable {
  struct State {
    var documents: [String: [String: Document]] = [:]
    var events: [NewEvent] = []
    var replies: [String: (stored: StoredReply, events: [String])] = [:]
    var commits = 0
    var erased: [Erasure] = []
    /// The running clocks.
    var clocks: [String: FocusClock] = [:]
    var isPersistenceAway = false
    /// Number of next commits that are written but not answered.
    var lostAnswers = 0
  }

  let state = Locked(State())

  var delegate: ScriptedDelegate { ScriptedDelegate { [self] in try answer($0) } }
  var eventTypes: [String] { state.withLock { $0.events.map(\.labels.type) } }
  var clocks: [String: FocusClock] { state.withLock { $0.clocks } }

  func documents(_ collection: String) -> [Document] {
    state.withLock { Array(($0.documents[collection] ?? [:]).values) }
  }

  func answer(_ message: any DelegateMessage) throws -> any Sendable {
    try state.withLock { state in
      switch message {
      case is TermBegun: return Done()
      case let message as ChangesDecided: return try commit(message, &state)
      case let message as DocumentsRequested: return try load(message.query, state)
      case let message as FocusClocksNeeded:
        for clock in message.clocks { state.clocks[clock.person] = clock }
        return Done()
      case let message as FocusClockStopped:
        state.clocks[message.person] = nil
        return Done()
      default: throw BusError(.unbound, "No script for \(message).")
      }
    }
  }

  private func commit(
    _ decided: ChangesDecided, _ state: inout State
  ) throws -> CommitOutcome {
    if state.isPersistenceAway { throw BusError(.unavailable, "It is away.") }
    let events = decided.events.map(\.id)
    if let reply = decided.reply {
      if let known = state.replies[reply.key] {
        let isSame = known.events == events && (!events.isEmpty || known.stored == reply)
        return CommitOutcome(repeated: isSame ? nil : known.stored.reply)
      }
      state.replies[reply.key] = (reply, events)
    }
    state.commits += 1
    for change in decided.changes {
      switch change {
      case .put(let document), .insert(let document):
        state.documents[document.collection, default: [:]][document.id] = document
      case .delete(let collection, let id): state.documents[collection]?[id] = nil
      case .deleteChildren(let collection, let parent):
        state.documents[collection] = state.documents[collection]?.filter { $1.parent != parent }
      case .erase(let erasure): state.erased.append(erasure)
      case .deleteMentioning: throw BusError(.invalid, "Not here.")
      }
    }
    state.events += decided.events
    if state.lostAnswers > 0 {
      state.lostAnswers -= 1
      throw BusError(.unavailable, "The answer is lost.")
    }
    return CommitOutcome()
  }

  private func load(_ query: DocumentQuery, _ state: State) throws -> DocumentPage {
    if state.isPersistenceAway { throw BusError(.unavailable, "It is away.") }
    var documents = Array((state.documents[query.collection] ?? [:]).values)
    if let ids = query.ids { documents.removeAll { !ids.contains($0.id) } }
    if let parent = query.parent { documents.removeAll { $0.parent != parent } }
    let sign: Int64 = query.newestFirst == true ? -1 : 1
    documents.sort { (sign * ($0.sortKey ?? 0), $0.id) < (sign * ($1.sortKey ?? 0), $1.id) }
    let start = query.after.flatMap(DocumentCursor.init).map { Int($0.sortKey) } ?? 0
    // Small pages, so that paging is used.
    let end = min(start + min(query.limit ?? 100, 2), documents.count)
    return DocumentPage(
      documents: Array(documents[min(start, end)..<end]),
      next: end < documents.count ? "\(end) x" : nil, total: documents.count)
  }
}

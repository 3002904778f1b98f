import Bus
import Composition
import Documents
import OutsideStore
import RouterAPI
import Threads

/// The documents of the services of a `TestBus`, in memory.
///
/// It answers the messages of the store as a router with persistence does for an outside service, by
/// the same rules.
final class TestDocuments: Sendable {
  private struct State {
    var documents: [String: [String: Document]] = [:]
    var replies: [String: StoredReply] = [:]
    var terms: [String: String] = [:]
  }

  private let state = Locked(State())
  private let published: Recorder<EventDraft>

  /// - Parameter published: receives the events of the decisions, once they are made.
  init(publishingTo published: Recorder<EventDraft>) { self.published = published }

  /// The documents of a collection, sorted as a page contains them.
  func sorted(in collection: String) -> [Document] {
    state.withLock { $0.documents[collection, default: [:]] }.values.sorted {
      ($0.sortKey ?? 0, $0.id) < ($1.sortKey ?? 0, $1.id)
    }
  }

  /// Binds the messages of the store for one service.
  func bind(_ service: String, _ integration: inout Integration) {
    integration.bind(TermBegun.self, of: service) { [self] begun, _ in
      state.withLock { $0.terms[service] = begun.id }
      return Done()
    }
    integration.bind(ChangesDecided.self, of: service, publishing: ["\(service).*"]) {
      [self] decided, _ in
      try commit(decided, by: service)
    }
    integration.bind(DocumentsRequested.self, of: service) { [self] requested, _ in
      try page(requested.query, of: service)
    }
    integration.bind(ReplyRequested.self, of: service) { [self] requested, _ in
      let key = try OutsideStore(service).key(requested.key, for: requested.request)
      let known = state.withLock { $0.replies[key] }
      if StoredReply.isAnother(requested.request, than: known?.request) {
        throw BusError(.conflict, StoredReply.anotherRequest)
      }
      return FoundReply(reply: known?.reply)
    }
  }

  // MARK: Decisions

  private func commit(
    _ decided: ChangesDecided, by service: String
  ) throws -> CommitOutcome {
    let decided = try OutsideStore(service).accepted(decided)
    let outcome = try state.withLock { state in
      try Self.commit(decided, by: service, &state)
    }
    if outcome.repeated == nil {
      for event in decided.events { published.record(EventDraft(event)) }
    }
    return outcome
  }

  private static func commit(
    _ decided: ChangesDecided, by service: String, _ state: inout State
  ) throws -> CommitOutcome {
    if let term = decided.term, term != state.terms[service] {
      throw BusError(
        .conflict, "Another instance of “\(service)” has started a newer writer epoch.",
        detail: ["store": "superseded"])
    }
    // A decision that fails must change nothing.
    var changed = state
    if let reply = decided.reply {
      if let known = state.replies[reply.key] {
        if StoredReply.isAnother(reply.request, than: known.request) {
          throw BusError(.conflict, StoredReply.anotherRequest)
        }
        return CommitOutcome(repeated: known.reply)
      }
      changed.replies[reply.key] = reply
    }
    for change in decided.changes { try apply(change, to: &changed.documents) }
    state = changed
    return CommitOutcome()
  }

  private static func apply(
    _ change: DocumentChange, to documents: inout [String: [String: Document]]
  ) throws {
    switch change {
    case .put(let document):
      try document.check(replacing: documents[document.collection]?[document.id])
      documents[document.collection, default: [:]][document.id] = document
    case .insert(let document):
      guard documents[document.collection]?[document.id] == nil else {
        throw BusError(
          .conflict, "The document “\(document.id)” already exists.",
          detail: document.conflictDetail)
      }
      documents[document.collection, default: [:]][document.id] = document
    case .delete(let collection, let id):
      documents[collection]?[id] = nil
    case .deleteChildren(let collection, let parent):
      documents[collection] = documents[collection]?.filter { $0.value.parent != parent }
    case .setTeam(let collection, let parent, let team):
      let moved = documents[collection, default: [:]].filter { $0.value.parent == parent }
      for id in moved.keys { documents[collection]?[id]?.team = team }
    // Denied, or without a document of its own.
    case .deleteMentioning, .erase: break
    }
  }

  // MARK: Queries

  private func page(_ query: DocumentQuery, of service: String) throws -> DocumentPage {
    try OutsideStore(service).check(query.collection)
    try DocumentCursor.check(query.after)
    guard query.rawFrom == nil, query.slots == nil, query.form != .digest else {
      throw BusError(.invalid, "A TestBus supports neither rawFrom nor slots nor digests.")
    }
    if let problem = TeamScope.problem(ofTeams: query.teams) { throw BusError(.invalid, problem) }
    var found = sorted(in: query.collection)
    if let teams = query.teams {
      found.removeAll { document in document.team.map { !teams.contains($0) } ?? true }
    }
    if query.form != .whole {
      for index in found.indices { found[index].searchText = nil }
    }
    if let ids = query.ids {
      let known = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      return DocumentPage(documents: ids.compactMap { known[$0] })
    }
    if let parent = query.parent { found.removeAll { $0.parent != parent } }
    let total = query.counts == true ? found.count : nil
    let isDescending = query.newestFirst == true
    if isDescending { found.reverse() }
    if let after = query.after.flatMap({ DocumentCursor($0) }) {
      let place = (after.sortKey, after.id)
      found.removeAll { document in
        let other = (document.sortKey ?? 0, document.id)
        return isDescending ? other >= place : other <= place
      }
    }
    let documents = Array(found.prefix(query.limit ?? 100))
    let isLast = documents.count == found.count
    return DocumentPage(
      documents: documents, next: isLast ? nil : documents.last?.cursor, total: total)
  }
}

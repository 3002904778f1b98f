public import Bus
public import Documents
public import StandupsTestKit
package import Threads

/// A router with a store in memory, for the tests of one service. A test can make the store
/// unavailable, or drop its replies.
///
/// It answers the messages of the store; others are answered by a script.
public final class InMemoryStore: Sendable {
  /// Stored data, and the behaviour of the store.
  public struct State: Sendable {
    /// The documents, by collection and id.
    public var documents: [String: [String: Document]] = [:]
    /// The events of the commits, in order.
    public var events: [NewEvent] = []
    /// The erasures of the commits, in order.
    public var erased: [Erasure] = []
    /// Number of commits that were written.
    public var commits = 0
    /// True while the store answers nothing.
    public var isAway = false
    /// Number of next commits that are written but not answered.
    public var lostAnswers = 0
    /// The saved replies, with the ids of the events of their commits.
    public fileprivate(set) var replies: [String: (stored: StoredReply, events: [String])] = [:]
  }

  /// Stored data, and the behaviour of the store.
  package let state = Locked(State())
  private let answerOthers: @Sendable (any DelegateMessage) throws -> any Sendable

  /// Creates an empty store.
  ///
  /// - Parameter answer: answers the messages that are not about the store. Default: rejects them.
  public init(
    _ answer: @escaping @Sendable (any DelegateMessage) throws -> any Sendable = {
      throw BusError(.unbound, "No script for \($0).")
    }
  ) {
    answerOthers = answer
  }

  /// The composition root of a service that uses the store.
  public var delegate: ScriptedDelegate { ScriptedDelegate { [self] in try answer($0) } }

  /// The types of the events of the commits, in order.
  public var eventTypes: [String] { state.withLock { $0.events.map(\.labels.type) } }

  /// The documents of a collection, in order of their sort keys and ids.
  public func documents(_ collection: String) -> [Document] {
    state.withLock { Self.sorted($0, collection) }
  }

  /// Stores documents, as if they had been there before.
  public func put(_ documents: Document...) {
    state.withLock { state in
      for document in documents {
        state.documents[document.collection, default: [:]][document.id] = document
      }
    }
  }

  private func answer(_ message: any DelegateMessage) throws -> any Sendable {
    switch message {
    case is TermBegun: return Done()
    case let message as ChangesDecided: return try state.withLock { try Self.commit(message, &$0) }
    case let message as DocumentsRequested:
      return try state.withLock { try Self.page(message.query, $0) }
    default: return try answerOthers(message)
    }
  }

  private static func commit(
    _ decided: ChangesDecided, _ state: inout State
  ) throws -> CommitOutcome {
    if state.isAway { throw away }
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
        try document.check(replacing: state.documents[document.collection]?[document.id])
        state.documents[document.collection, default: [:]][document.id] = document
      case .delete(let collection, let id): state.documents[collection]?[id] = nil
      case .deleteChildren(let collection, let parent):
        state.documents[collection] = state.documents[collection]?.filter { $1.parent != parent }
      case .setTeam(let collection, let parent, let team):
        let moved = state.documents[collection, default: [:]].filter { $1.parent == parent }
        for id in moved.keys { state.documents[collection]?[id]?.team = team }
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

  /// Pages have at most two documents, so that paging is used.
  private static func page(_ query: DocumentQuery, _ state: State) throws -> DocumentPage {
    if state.isAway { throw away }
    var found = sorted(state, query.collection)
    if let teams = query.teams {
      found.removeAll { document in document.team.map { !teams.contains($0) } ?? true }
    }
    if let ids = query.ids {
      let known = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      return DocumentPage(documents: ids.compactMap { known[$0] })
    }
    if let parent = query.parent { found.removeAll { $0.parent != parent } }
    let total = found.count
    let isDescending = query.newestFirst == true
    if isDescending { found.reverse() }
    if let after = query.after.flatMap({ DocumentCursor($0) }) {
      let place = (after.sortKey, after.id)
      found.removeAll { document in
        let other = (document.sortKey ?? 0, document.id)
        return isDescending ? other >= place : other <= place
      }
    }
    let documents = Array(found.prefix(min(query.limit ?? 100, 2)))
    return DocumentPage(
      documents: documents, next: documents.count < found.count ? documents.last?.cursor : nil,
      total: total)
  }

  private static func sorted(_ state: State, _ collection: String) -> [Document] {
    state.documents[collection, default: [:]].values.sorted {
      ($0.sortKey ?? 0, $0.id) < ($1.sortKey ?? 0, $1.id)
    }
  }

  private static let away = BusError(.unavailable, "The store is unavailable.")
}

import Documents
import FastJSON
import PersistenceAPI

/// Decides in memory what happens to the transactions of a batch: which ones are rejected, which
/// ones already have a reply, and which rows are written.
///
/// The facts remain true until the commit because only one process writes, which the fence ensures.
struct BatchPlan {
  /// Existing rows that the batch depends on.
  struct Facts {
    /// Existing documents among those to be inserted or, after a conflict, to be written.
    var documents: [DocumentKey: StoredDocument] = [:]
    /// Replies under the keys of the batch.
    var replies: [String: KeptReply] = [:]
    /// Events with the ids of the batch, and those of the replies.
    var events: [String: JournalEvent] = [:]
  }

  struct DocumentKey: Hashable {
    var collection: String
    var id: String
  }

  /// The members of a document that determine whether a change matches it.
  struct StoredDocument {
    var parent: String?
    var team: String?
    var body: [UInt8]
  }

  struct KeptReply {
    var reply: RawJSON
    var request: String?
    var first: Int64
    var last: Int64
    var events: [JournalEvent]
  }

  /// Last sequence of the journal.
  private(set) var head: Int64
  private(set) var outcomes: [Result<CommitResult, StoreError>] = []
  /// Changes to be written, segment by segment.
  private(set) var segments: [BatchSegment] = []
  /// Last sequences of the topic families that changed.
  private(set) var heads: [String: Int64] = [:]
  /// Latest epoch of a router that wrote.
  private(set) var router: Int64

  private let epoch: String
  private let now: Int64
  private let terms: [String: String]
  private var known: [String: Int64]
  private var replies: [String: KeptReply]
  private var events: [String: JournalEvent]
  /// Documents known from the facts or the batch, by collection and id; nil for those that do not
  /// exist.
  private var documents: [String: [String: StoredDocument?]] = [:]
  /// Previous values of documents that the current transaction changed.
  private var undo: [(DocumentKey, StoredDocument??)] = []
  private var current = BatchSegment()

  /// Creates the plan for a batch.
  ///
  /// - Parameters:
  ///   - head: last sequence of the journal.
  ///   - epoch: epoch of the journal.
  ///   - now: the current time, in milliseconds since 1970.
  ///   - terms: current writer epochs by owner.
  ///   - router: latest epoch of a router that wrote.
  ///   - known: last sequences of all topic families of the batch; 0 for none.
  ///   - facts: existing rows that the batch depends on.
  init(
    head: Int64, epoch: String, now: Int64, terms: [String: String], router: Int64,
    known: [String: Int64], facts: Facts
  ) {
    self.head = head
    self.epoch = epoch
    self.now = now
    self.terms = terms
    self.router = router
    self.known = known
    replies = facts.replies
    events = facts.events
    for (key, document) in facts.documents {
      documents[key.collection, default: [:]][key.id] = document
    }
  }

  mutating func apply(_ transactions: [Transaction]) {
    for transaction in transactions { outcomes.append(apply(transaction)) }
    if !current.isEmpty { segments.append(current) }
    // Otherwise, the writer would share the value and have to copy it on its next change.
    known = [:]
  }

  private mutating func apply(_ transaction: Transaction) -> Result<CommitResult, StoreError> {
    let commit = transaction.commit
    if let term = transaction.router {
      if term < router { return .failure(.outdated(term, since: router)) }
      router = term
    }
    if let term = commit.term, terms[term.owner] != term.id {
      return .failure(.superseded(term))
    }
    if let name = commit.firstName(longerThan: Self.maxNameBytes) {
      return .failure(
        StoreError(
          .invalid,
          "The name or id “\(name.prefix(40))…” is too long; expected at most \(Self.maxNameBytes) bytes."
        ))
    }
    if let problem = commit.teamProblem { return .failure(StoreError(.invalid, problem)) }
    if let stored = commit.idempotency, let kept = replies[stored.key] {
      guard !StoredReply.isAnother(stored.request, than: kept.request) else {
        return .failure(.anotherRequest)
      }
      return .success(
        CommitResult(
          epoch: epoch, events: kept.events, isRepeated: true, replayedReply: kept.reply))
    }
    if let conflict = conflict(in: commit) {
      for (key, document) in undo.reversed() { documents[key.collection]?[key.id] = document }
      undo = []
      guard let events = recall(commit.events) else { return .failure(conflict) }
      return .success(CommitResult(epoch: epoch, events: events, isRepeated: true))
    }
    undo = []
    let erasures = commit.changes.compactMap(\.erasure)
    if !erasures.isEmpty { erase(erasures) }
    for change in commit.changes {
      // Only writing a document shows whether it exists elsewhere, even if it is removed right after.
      if current.writes(documentsOf: change) { endSegment() }
      current.add(change)
    }
    let start = head
    let appended = append(transaction)
    if let stored = commit.idempotency {
      current.replies.append((stored, first: start + 1, last: head))
      replies[stored.key] = KeptReply(
        reply: stored.reply, request: stored.request, first: start + 1, last: head,
        events: appended)
    }
    return .success(CommitResult(epoch: epoch, events: appended))
  }

  /// Applies the changes to the known documents, and checks the ids of the events.
  private mutating func conflict(in commit: Commit) -> StoreError? {
    for change in commit.changes {
      switch change {
      case .put(let document):
        if let stored = known(document), !document.belongs(to: stored.parent, team: stored.team) {
          return .elsewhere(document)
        }
        set(DocumentKey(document), StoredDocument(document))
      case .insert(let document):
        if known(document) != nil { return .duplicate(document) }
        set(DocumentKey(document), StoredDocument(document))
      case .delete(let collection, let id):
        set(DocumentKey(collection: collection, id: id), nil)
      case .deleteChildren(let collection, let parent):
        alter(collection, where: { $0.parent == parent })
      case .deleteMentioning(let collection, let text):
        let text = Array(text.utf8)
        alter(collection, where: { $0.body.contains(text) })
      case .setTeam(let collection, let parent, let team):
        alter(collection, where: { $0.parent == parent }) {
          StoredDocument(parent: parent, team: team, body: $0.body)
        }
      case .erase: break
      }
    }
    var own: Set<String> = []
    for event in commit.events where events[event.id] != nil || !own.insert(event.id).inserted {
      return .duplicateEvent()
    }
    return nil
  }

  /// The document with this id, if it is known to exist.
  private func known(_ document: Document) -> StoredDocument? {
    documents[document.collection]?[document.id] ?? nil
  }

  /// Changes some of the known documents of a collection. By default, removes them.
  private mutating func alter(
    _ collection: String, where isConcerned: (StoredDocument) -> Bool,
    to changed: (StoredDocument) -> StoredDocument? = { _ in nil }
  ) {
    for (id, document) in documents[collection] ?? [:] {
      guard let document, isConcerned(document) else { continue }
      set(DocumentKey(collection: collection, id: id), changed(document))
    }
  }

  private mutating func set(_ key: DocumentKey, _ document: StoredDocument?) {
    let earlier = documents[key.collection, default: [:]].updateValue(document, forKey: key.id)
    undo.append((key, earlier))
  }

  /// Stored events if all of the events exist with the same content, which means that this is a
  /// repetition; nil otherwise.
  private func recall(_ wanted: [NewEvent]) -> [JournalEvent]? {
    guard !wanted.isEmpty else { return nil }
    var found: [JournalEvent] = []
    for event in wanted {
      guard let stored = events[event.id], stored.event.labels == event.labels,
        stored.event.data == event.data, stored.event.source == event.source
      else { return nil }
      found.append(stored)
    }
    return found
  }

  /// Starts a new segment, so that earlier changes are written before the erasure and are erased as
  /// well.
  private mutating func erase(_ erasures: [Erasure]) {
    endSegment()
    current.erasures = erasures
    for erasure in erasures {
      for (id, event) in events where erasure.concerns(event.event.labels) {
        events[id]?.event.data = .erased
      }
      for (key, kept) in replies where kept.reply != .emptyObject {
        let isErased =
          erasure.texts.contains { kept.reply.bytes.contains(Array($0.utf8)) }
          || kept.events.contains { erasure.concerns($0.event.labels) }
        if isErased {
          replies[key]?.reply = .erased
          replies[key]?.request = nil
        }
      }
    }
  }

  private mutating func endSegment() {
    if !current.isEmpty { segments.append(current) }
    current = BatchSegment()
  }

  private mutating func append(_ transaction: Transaction) -> [JournalEvent] {
    transaction.commit.events.map { event in
      head += 1
      let labels = event.labels
      let appended = JournalEvent(
        event: event, sequence: head, epoch: epoch, correlation: transaction.correlation,
        causation: transaction.causation, by: transaction.by,
        previousOfType: advance(TopicFamily.type(labels.type)),
        previousOfStandup: labels.standup.flatMap { advance(TopicFamily.standup($0)) },
        previousOfMeeting: labels.meeting.flatMap { advance(TopicFamily.meeting($0)) },
        previousOfTeam: labels.team.flatMap { advance(TopicFamily.team($0)) })
      events[event.id] = appended
      current.events.append(appended)
      return appended
    }
  }

  /// Records the new event as the last one of a topic family.
  ///
  /// - Returns: sequence of the previous event; nil if this is the first one.
  private mutating func advance(_ family: String) -> Int64? {
    heads.updateValue(head, forKey: family) ?? known[family].flatMap { $0 > 0 ? $0 : nil }
  }
}

extension BatchPlan.DocumentKey {
  init(_ document: Document) { self.init(collection: document.collection, id: document.id) }
}

extension BatchPlan.StoredDocument {
  init(_ document: Document) {
    self.init(parent: document.parent, team: document.team, body: document.body.bytes)
  }
}

extension DocumentChange {
  /// The erasure; nil for any other change.
  fileprivate var erasure: Erasure? {
    if case .erase(let erasure) = self { erasure } else { nil }
  }
}

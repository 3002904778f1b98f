import Bus
import Documents
import FastJSON
import PersistenceAPI

/// Decides in memory what a batch of transactions becomes: who is refused, who has an answer already, and what is
/// to be written, set by set.
///
/// As only one process writes, what it knows stays true until its commit; the fence sees to that.
struct BatchPlan {
  /// What is in the database of what the batch is about.
  struct Facts {
    /// The documents that are inserted, as far as they are there.
    var documents: [DocumentKey: StoredDocument] = [:]
    /// The replies under the keys of the batch.
    var replies: [String: KeptReply] = [:]
    /// The events with the ids of the batch, and those of the replies.
    var events: [String: JournalEvent] = [:]
  }

  struct DocumentKey: Hashable {
    var collection: String
    var id: String
  }

  /// What deletions go by.
  struct StoredDocument {
    var parent: String?
    var body: [UInt8]
  }

  struct KeptReply {
    var reply: RawJSON
    var request: String?
    var first: Int64
    var last: Int64
    var events: [JournalEvent]
  }

  /// The most bytes of a name that is part of an index: three of them, with what is escaped, fit an entry
  /// (https://www.postgresql.org/docs/15/btree-implementation.html).
  static let maxNameBytes = 400

  /// The end of the journal.
  private(set) var head: Int64
  private(set) var outcomes: [Result<CommitResult, StoreError>] = []
  /// What is written, one after the other.
  private(set) var segments: [BatchSegment] = []
  /// The last events of the views that changed.
  private(set) var heads: [String: Int64] = [:]
  /// The latest term of a router that wrote.
  private(set) var router: Int64

  private let epoch: String
  private let now: Int64
  private let terms: [String: String]
  private var known: [String: Int64]
  private var replies: [String: KeptReply]
  private var events: [String: JournalEvent]
  /// The documents that the facts or the batch tell of; nil for those that are not there.
  private var documents: [DocumentKey: StoredDocument?]
  /// What the present transaction changed of them.
  private var undo: [(DocumentKey, StoredDocument??)] = []
  /// Whether anybody asks what there is.
  private var isTracking = false
  private var current = BatchSegment()

  /// - Parameters:
  ///   - now: in milliseconds since 1970.
  ///   - known: the last events of all views that the batch is about; 0 for none.
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
    documents = facts.documents.mapValues { $0 }
  }

  mutating func apply(_ transactions: [Transaction]) {
    isTracking = transactions.contains { $0.commit.changes.contains(where: \.isInsert) }
    for transaction in transactions { outcomes.append(apply(transaction)) }
    if !current.isEmpty { segments.append(current) }
    // Shared with the writer, which would copy it all to change it.
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
    if let stored = commit.idempotency, let kept = replies[stored.key] {
      guard !StoredReply.isAnother(stored.request, than: kept.request) else {
        return .failure(.anotherRequest)
      }
      return .success(
        CommitResult(
          epoch: epoch, events: kept.events, isRepeated: true, replayedReply: kept.reply))
    }
    if let conflict = conflict(in: commit) {
      for (key, document) in undo.reversed() { documents[key] = document }
      undo = []
      guard let events = recall(commit.events) else { return .failure(conflict) }
      return .success(CommitResult(epoch: epoch, events: events, isRepeated: true))
    }
    undo = []
    let erasures = commit.changes.compactMap(\.erasure)
    if !erasures.isEmpty { erase(erasures) }
    for change in commit.changes { current.take(change) }
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

  /// Does the changes to what is known of the documents, and looks at the ids of the events.
  private mutating func conflict(in commit: Commit) -> StoreError? {
    for change in commit.changes where isTracking {
      switch change {
      case .put(let document):
        set(DocumentKey(document), StoredDocument(document))
      case .insert(let document):
        let key = DocumentKey(document)
        if case .some(.some) = documents[key] {
          return .duplicate(document)
        }
        set(key, StoredDocument(document))
      case .delete(let collection, let id):
        set(DocumentKey(collection: collection, id: id), nil)
      case .deleteChildren(let collection, let parent):
        remove(collection) { $0.parent == parent }
      case .deleteMentioning(let collection, let text):
        let text = Array(text.utf8)
        remove(collection) { $0.body.contains(text) }
      case .erase: break
      }
    }
    var own: Set<String> = []
    for event in commit.events where events[event.id] != nil || !own.insert(event.id).inserted {
      return .duplicateEvent()
    }
    return nil
  }

  private mutating func remove(_ collection: String, where isGone: (StoredDocument) -> Bool) {
    for (key, document) in documents where key.collection == collection {
      if let document, isGone(document) { set(key, nil) }
    }
  }

  private mutating func set(_ key: DocumentKey, _ document: StoredDocument?) {
    undo.append((key, documents.updateValue(document, forKey: key)))
  }

  /// The events as they stand in the journal, if all are there, each with what it says: then they were sent again.
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

  /// What was decided before is written before, so that the erasure finds it.
  private mutating func erase(_ erasures: [Erasure]) {
    if !current.isEmpty { segments.append(current) }
    current = BatchSegment()
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

  private mutating func append(_ transaction: Transaction) -> [JournalEvent] {
    transaction.commit.events.map { event in
      head += 1
      let labels = event.labels
      let appended = JournalEvent(
        event: event, sequence: head, epoch: epoch, correlation: transaction.correlation,
        causation: transaction.causation, previousOfType: advance(View.type(labels.type)),
        previousOfStandup: labels.standup.flatMap { advance(View.standup($0)) },
        previousOfMeeting: labels.meeting.flatMap { advance(View.meeting($0)) })
      events[event.id] = appended
      current.events.append(appended)
      return appended
    }
  }

  /// Makes the new event the last one of a view.
  /// - Returns: the one that was.
  private mutating func advance(_ view: String) -> Int64? {
    heads.updateValue(head, forKey: view) ?? known[view].flatMap { $0 > 0 ? $0 : nil }
  }
}

extension BatchPlan.DocumentKey {
  init(_ document: Document) { self.init(collection: document.collection, id: document.id) }
}

extension BatchPlan.StoredDocument {
  init(_ document: Document) { self.init(parent: document.parent, body: document.body.bytes) }
}

extension Commit {
  /// A name that is part of an index and has more bytes.
  fileprivate func firstName(longerThan most: Int) -> String? {
    func isLong(_ name: String?) -> Bool { name.map { $0.utf8.count > most } ?? false }
    if let key = idempotency?.key, isLong(key) { return key }
    for document in changes.lazy.compactMap(\.document) {
      if isLong(document.collection) { return document.collection }
      if isLong(document.id) { return document.id }
      if isLong(document.parent) { return document.parent }
    }
    for event in events {
      if isLong(event.id) { return event.id }
      let labels = event.labels
      if isLong(labels.type) { return labels.type }
      if isLong(labels.standup) { return labels.standup }
      if isLong(labels.meeting) { return labels.meeting }
    }
    return nil
  }
}

extension DocumentChange {
  fileprivate var isInsert: Bool {
    if case .insert = self { true } else { false }
  }

  /// What it erases; nil for any other change.
  fileprivate var erasure: Erasure? {
    if case .erase(let erasure) = self { erasure } else { nil }
  }
}

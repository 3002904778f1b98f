import Bus
import Composition
import Documents
import PersistenceAPI
import RouterAPI

/// The part of the store that a service may use: the documents and the events of its feature or, for
/// an outside service, those whose collections and types begin with its name.
struct StoreAccess: Sendable {
  /// Name of the service on the bus.
  let service: String
  /// Collections that the service may read and change, in addition to those of `namespace`.
  let collections: Set<String>
  /// Types of the events that the service may publish; `focus.*` stands for all types that begin
  /// with `focus.`.
  let events: [String]
  /// Prefix of the collections of an outside service, such as `polls.`; nil for the service of a
  /// feature, which is trusted with the source of its events and with its idempotency keys.
  let namespace: String?

  /// - Parameter events: types of the events that the service may publish. Default: none.
  init(of feature: Feature, publishing events: [String] = []) {
    service = feature.name
    collections = Set((feature.documents + feature.otherDocuments).map(\.collection))
    self.events = events
    namespace = nil
  }

  /// The part of an outside service.
  ///
  /// - Parameter service: its name, with which no collection of a feature may begin.
  init(outside service: String) {
    self.service = service
    collections = []
    events = ["\(service).*"]
    namespace = "\(service)."
  }

  /// Command that makes a decision of the service durable.
  ///
  /// - Throws: `BusError` with code `denied` if the decision changes the documents of another
  ///   feature, or publishes its events; for an outside service, also if it erases more than its
  ///   documents; `invalid` if its events are invalid.
  func commit(_ decided: ChangesDecided) throws(BusError) -> Commit {
    try checkCounts(decided)
    for change in decided.changes {
      try check(change.collection)
      try checkErasure(change)
      try checkNames(change)
    }
    for event in decided.events { try check(event) }
    if let reply = decided.reply { try checkKey(reply.key, reply.request) }
    return Commit(
      changes: decided.changes, events: labeled(decided.events),
      idempotency: decided.reply.map {
        StoredReply(key: key($0.key), reply: $0.reply, request: $0.request)
      },
      term: decided.term.map { WriterTerm(owner: service, id: $0) })
  }

  /// Command that looks up a command of the service in the idempotency store.
  ///
  /// - Throws: `BusError` with code `invalid` if an outside service names an invalid key.
  func find(_ requested: ReplyRequested) throws(BusError) -> FindReply {
    try checkKey(requested.key, requested.request)
    return FindReply(key: key(requested.key), request: requested.request)
  }

  /// Command that reads documents of the service.
  ///
  /// - Throws: `BusError` with code `denied` if they belong to another feature.
  func load(_ query: DocumentQuery) throws(BusError) -> Load {
    try check(query.collection)
    return Load(query)
  }

  /// Command that searches documents of the service.
  ///
  /// - Throws: `BusError` with code `denied` if they belong to another feature.
  func search(_ query: TextQuery) throws(BusError) -> SearchDocuments {
    try check(query.collection)
    try check(query.also)
    return SearchDocuments(query)
  }

  private func check(_ collection: String?) throws(BusError) {
    guard let collection, !collections.contains(collection) else { return }
    let reason: String
    if let namespace {
      if collection.hasPrefix(namespace), collection != namespace { return }
      reason = "expected a name that begins with “\(namespace)”"
    } else {
      reason = "its feature does not declare it"
    }
    throw BusError(
      .denied, "The \(service) service may not use the collection “\(collection)”; \(reason).",
      detail: ["collection": collection])
  }

  /// An erasure concerns the events and the replies of all services, so an outside service may only
  /// remove its own documents from the disk. It may not search its collections for a string while
  /// all writers wait, either.
  private func checkErasure(_ change: DocumentChange) throws(BusError) {
    guard namespace != nil else { return }
    switch change {
    case .erase(let erasure) where erasure != .removed:
      throw BusError(
        .denied,
        "The \(service) service may not erase meetings, standups or other subjects;"
          + " expected an erasure without members, for the documents that it removes.")
    case .deleteMentioning:
      throw BusError(
        .denied,
        "The \(service) service may not delete documents by a string that they contain; delete them by"
          + " their ids.")
    case .put, .insert, .delete, .deleteChildren, .erase: break
    }
  }

  /// Maximum number of changes, and of events, in one decision of an outside service: other writers
  /// wait while it is written.
  static let maxChanges = 1000
  /// Maximum size of an id or of the id of a parent, in bytes.
  static let maxIDBytes = 128
  /// Maximum size of a collection's name, an idempotency key, or the digest of a request, in bytes.
  static let maxNameBytes = 256

  private func checkCounts(_ decided: ChangesDecided) throws(BusError) {
    guard namespace != nil else { return }
    let count = max(decided.changes.count, decided.events.count)
    guard count <= Self.maxChanges else {
      throw BusError(
        .tooLarge,
        "\(count) changes or events in one decision; expected at most \(Self.maxChanges) of each.")
    }
  }

  /// Databases limit the size of what they index: without these limits, a document could be written
  /// to SQLite that PostgreSQL does not accept when all data moves there.
  private func checkNames(_ change: DocumentChange) throws(BusError) {
    guard namespace != nil else { return }
    try checkName("collection", change.collection ?? "", maxBytes: Self.maxNameBytes)
    switch change {
    case .put(let document), .insert(let document):
      try checkID("id", document.id)
      if let parent = document.parent { try checkID("parent", parent) }
    case .delete(_, let id): try checkID("id", id)
    case .deleteChildren(_, let parent): try checkID("parent", parent)
    case .deleteMentioning, .erase: break
    }
  }

  private func checkID(_ member: String, _ text: String) throws(BusError) {
    guard !text.isEmpty else {
      throw BusError(.invalid, "The \(member) of a document is empty; expected 1 to 128 bytes.")
    }
    try checkName(member, text, maxBytes: Self.maxIDBytes)
  }

  private func checkKey(_ key: String, _ request: String?) throws(BusError) {
    guard namespace != nil else { return }
    try checkName("key", key, maxBytes: Self.maxNameBytes)
    try checkName("request", request ?? "", maxBytes: Self.maxNameBytes)
  }

  private func checkName(_ member: String, _ text: String, maxBytes: Int) throws(BusError) {
    guard text.utf8.count <= maxBytes, !text.hasControlCharacters else {
      throw BusError(
        .invalid,
        "Invalid \(member) of \(text.utf8.count) bytes; expected at most \(maxBytes) bytes without"
          + " control characters.")
    }
  }

  private func check(_ event: NewEvent) throws(BusError) {
    let labels = event.labels
    guard mayPublish(labels.type) else {
      throw BusError(
        .denied, "The \(service) service may not publish “\(labels.type)”.",
        detail: ["type": labels.type])
    }
    guard namespace != nil else { return }
    let draft = EventDraft(
      id: event.id, type: labels.type, subject: labels.subject, data: event.data,
      standup: labels.standup, meeting: labels.meeting)
    if let problem = draft.problem(from: service) {
      throw BusError(.invalid, problem, detail: ["type": labels.type])
    }
  }

  /// The events as they are if an outside service sends `events.publish`: with the source that no
  /// other service has, an id in lower case, and a valid trace context or none.
  private func labeled(_ events: [NewEvent]) -> [NewEvent] {
    guard namespace != nil else { return events }
    return events.map { event in
      var event = event
      event.source = "/standups/\(service)"
      event.id = event.id.lowercased()
      event.traceparent = event.traceparent.flatMap { TraceParent($0) == nil ? nil : $0 }
      return event
    }
  }

  /// Idempotency key in the store. Those of an outside service have a prefix, so that it can neither
  /// read nor anticipate the replies of others.
  private func key(_ key: String) -> String {
    namespace == nil ? key : "outside/\(service)/\(key)"
  }

  private func mayPublish(_ type: String) -> Bool {
    events.contains { $0.hasSuffix(".*") ? type.hasPrefix($0.dropLast()) : type == $0 }
  }
}

extension Integration {
  /// Binds the messages with which a service uses the store. Persistence stores its decisions, and
  /// the router publishes their events.
  ///
  /// - Parameters:
  ///   - feature: the feature of the service, which declares the documents that it may use.
  ///   - events: types of the events that the service may publish.
  mutating func bindStore(of feature: Feature, publishing events: [String] = []) {
    bindStore(of: feature, publishing: events, to: []) { _, commit, parent in
      try await parent.commit(commit)
    }
  }

  /// Binds the messages with which a service uses the store, for decisions with more consequences.
  ///
  /// - Parameters:
  ///   - feature: the feature of the service, which declares the documents that it may use.
  ///   - events: types of the events that the service may publish.
  ///   - causes: commands that `commit` sends in addition to `persistence.commit`.
  ///   - commit: makes a decision durable, and executes its other consequences.
  mutating func bindStore(
    of feature: Feature, publishing events: [String], to causes: [any BusCommand.Type],
    commit: @escaping @Sendable (ChangesDecided, Commit, Parent) async throws -> CommitOutcome
  ) {
    bindStore(StoreAccess(of: feature, publishing: events), to: causes, commit: commit)
  }

  /// Binds the messages with which an outside service uses the store: for the collections and the
  /// events whose names begin with its own.
  mutating func bindStore(ofOutside service: String) {
    bindStore(StoreAccess(outside: service), to: []) { _, commit, parent in
      try await parent.commit(commit)
    }
  }

  private mutating func bindStore(
    _ access: StoreAccess, to causes: [any BusCommand.Type],
    commit: @escaping @Sendable (ChangesDecided, Commit, Parent) async throws -> CommitOutcome
  ) {
    let service = access.service
    forward(TermBegun.self, of: service) { BeginTerm(WriterTerm(owner: service, id: $0.id)) }
    bind(ChangesDecided.self, of: service, to: [Commit.self] + causes, publishing: access.events) {
      decided, parent in
      try await commit(decided, try access.commit(decided), parent)
    }
    forward(DocumentsRequested.self, of: service) { try access.load($0.query) }
    forward(ReplyRequested.self, of: service) { try access.find($0) }
  }
}

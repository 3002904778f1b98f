import Bus
import Composition
import Documents
import OutsideStore
import PersistenceAPI

/// The part of the store that a service may use: the documents and the events of its feature or, for
/// an outside service, those whose collections and types begin with its name.
struct StoreAccess: Sendable {
  /// Name of the service on the bus.
  let service: String
  /// Collections that the service of a feature may read and change.
  let collections: Set<String>
  /// Types of the events that the service may publish; `focus.*` stands for all types that begin
  /// with `focus.`.
  let events: [String]
  /// The rules of an outside service; nil for the service of a feature, which is trusted with the
  /// source of its events and with its idempotency keys.
  let outside: OutsideStore?

  /// - Parameter events: types of the events that the service may publish. Default: none.
  init(of feature: Feature, publishing events: [String] = []) {
    service = feature.name
    collections = Set((feature.documents + feature.otherDocuments).map(\.collection))
    self.events = events
    outside = nil
  }

  /// The part of an outside service.
  ///
  /// - Parameter service: its name, with which no collection of a feature may begin.
  init(outside service: String) {
    self.service = service
    collections = []
    events = ["\(service).*"]
    outside = OutsideStore(service)
  }

  /// Command that makes a decision of the service durable.
  ///
  /// - Throws: `BusError` with code `denied` if the decision changes the documents of another
  ///   feature, or publishes its events; for an outside service, also if it erases more than its
  ///   documents; `invalid` if its events are invalid.
  func commit(_ decided: ChangesDecided) throws(BusError) -> Commit {
    let decided = try accepted(decided)
    return Commit(
      changes: ClosedTeams.checks(decided.changes) + decided.changes, events: decided.events,
      idempotency: decided.reply,
      term: decided.term.map { WriterTerm(owner: service, id: $0) })
  }

  private func accepted(_ decided: ChangesDecided) throws(BusError) -> ChangesDecided {
    if let outside { return try outside.accepted(decided) }
    for change in decided.changes { try check(change.collection) }
    for event in decided.events where !mayPublish(event.labels.type) {
      throw BusError(
        .denied, "The \(service) service may not publish “\(event.labels.type)”.",
        detail: ["type": event.labels.type])
    }
    return decided
  }

  /// Command that looks up a command of the service in the idempotency store.
  ///
  /// - Throws: `BusError` with code `invalid` if an outside service names an invalid key.
  func find(_ requested: ReplyRequested) throws(BusError) -> FindReply {
    let key = try outside?.key(requested.key, for: requested.request) ?? requested.key
    return FindReply(key: key, request: requested.request)
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
    if let outside { return try outside.check(collection) }
    guard let collection, !collections.contains(collection) else { return }
    throw BusError(
      .denied,
      "The \(service) service may not use the collection “\(collection)”; its feature does not declare it.",
      detail: ["collection": collection])
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

  /// Binds the message with which the service of a feature sends several decisions together.
  ///
  /// - Parameters:
  ///   - feature: the feature of the service, which declares the documents that it may use.
  ///   - events: types of the events that the service may publish.
  ///   - isPlain: returns true for a decision that has no consequences besides its commit; any other
  ///     one is sent alone.
  mutating func bindBatches(
    of feature: Feature, publishing events: [String],
    _ isPlain: @escaping @Sendable (ChangesDecided) -> Bool
  ) {
    let access = StoreAccess(of: feature, publishing: events)
    bind(BatchDecided.self, of: feature.name, to: [CommitBatch.self], publishing: events) {
      batch, parent in
      try await parent.commit(batch, of: access, isPlain)
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
      do {
        return try await commit(decided, try access.commit(decided), parent)
      } catch let error as BusError {
        throw ClosedTeams.translated(error)
      }
    }
    forward(DocumentsRequested.self, of: service) { try access.load($0.query) }
    forward(ReplyRequested.self, of: service) { try access.find($0) }
  }
}

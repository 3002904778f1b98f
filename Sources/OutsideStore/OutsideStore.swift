package import Bus
package import Documents
import RouterAPI

/// Rules for the documents, events and replies of an outside service: a service that Standups does
/// not know.
///
/// The router checks them before persistence receives anything, and so does the test kit.
package struct OutsideStore: Hashable, Sendable {
  /// Maximum number of changes, and of events, in one decision: other writers wait while it is
  /// written.
  package static let maxChanges = 1000
  /// Maximum size of an id or of the id of a parent, in bytes.
  package static let maxIDBytes = 128
  /// Maximum size of a collection's name or an idempotency key, in bytes.
  package static let maxNameBytes = 256
  /// Maximum size of the digest of a request with its teams, in bytes.
  package static let maxRequestBytes = 256 + TeamScope.maxTeams * (TeamScope.maxIDBytes + 1)

  private let service: String

  /// - Parameter service: its name, with which no collection of a feature may begin.
  package init(_ service: String) { self.service = service }

  /// Returns a decision in the form in which it is stored. Its events have the source of the
  /// service, an id in lower case, and a valid trace context or none, as if the service had sent
  /// `events.publish`.
  ///
  /// - Throws: `BusError` with code `denied` if the decision concerns documents or events of others,
  ///   or could take long; `tooLarge` if it has too many parts; `invalid` for an invalid name or
  ///   event.
  package func accepted(_ decided: ChangesDecided) throws(BusError) -> ChangesDecided {
    let count = max(decided.changes.count, decided.events.count)
    guard count <= Self.maxChanges else {
      throw BusError(
        .tooLarge,
        "\(count) changes or events in one decision; expected at most \(Self.maxChanges) of each.")
    }
    for change in decided.changes { try check(change) }
    for event in decided.events { try check(event) }
    var accepted = decided
    for index in accepted.events.indices { adopt(&accepted.events[index]) }
    if let reply = decided.reply { accepted.reply?.key = try key(reply.key, for: reply.request) }
    return accepted
  }

  /// Checks that a collection belongs to the service.
  ///
  /// - Throws: `BusError` with code `denied`.
  package func check(_ collection: String?) throws(BusError) {
    let namespace = "\(service)."
    guard let collection, !collection.hasPrefix(namespace) || collection == namespace else {
      return
    }
    throw BusError(
      .denied,
      "The \(service) service may not use the collection “\(collection)”; expected a name that begins"
        + " with “\(namespace)”.",
      detail: ["collection": collection])
  }

  /// Returns an idempotency key as it is stored: with a prefix, so that the service can neither read
  /// nor anticipate the replies of others.
  ///
  /// - Parameter request: digest of the request; nil for none.
  /// - Throws: `BusError` with code `invalid`.
  package func key(_ key: String, for request: String?) throws(BusError) -> String {
    try check("key", key, maxBytes: Self.maxNameBytes)
    try check("request", request ?? "", maxBytes: Self.maxRequestBytes)
    return "outside/\(service)/\(key)"
  }

  // MARK: Changes

  /// An erasure concerns the events and the replies of all services, so the service may only remove
  /// its own documents from the disk. All writers would wait while it searched a collection.
  private func check(_ change: DocumentChange) throws(BusError) {
    try check(change.collection)
    try check("collection", change.collection ?? "", maxBytes: Self.maxNameBytes)
    switch change {
    case .put(let document), .insert(let document):
      try checkID("id", document.id)
      if let parent = document.parent { try checkID("parent", parent) }
      try checkTeam(document.team)
    case .delete(_, let id): try checkID("id", id)
    case .deleteChildren(_, let parent): try checkID("parent", parent)
    case .setTeam(_, let parent, let team):
      try checkID("parent", parent)
      try checkTeam(team)
    case .deleteMentioning:
      throw BusError(
        .denied,
        "The \(service) service may not delete documents by a string that they contain; delete them by"
          + " their ids.")
    case .erase(let erasure):
      guard erasure == .removed else {
        throw BusError(
          .denied,
          "The \(service) service may not erase meetings, standups or other subjects;"
            + " expected an erasure without members, for the documents that it removes.")
      }
    }
  }

  private func checkID(_ member: String, _ text: String) throws(BusError) {
    guard !text.isEmpty else {
      throw BusError(
        .invalid,
        "The \(member) of a document is empty; expected 1 to \(Self.maxIDBytes) bytes.")
    }
    try check(member, text, maxBytes: Self.maxIDBytes)
  }

  private func checkTeam(_ team: String?) throws(BusError) {
    if let problem = TeamScope.problem(ofTeam: team) { throw BusError(.invalid, problem) }
    try check("team", team ?? "", maxBytes: TeamScope.maxIDBytes)
  }

  /// Databases limit the size of what they index: without these limits, a document could be written
  /// to SQLite that PostgreSQL does not accept when all data moves there.
  private func check(_ member: String, _ text: String, maxBytes: Int) throws(BusError) {
    guard text.utf8.count <= maxBytes, !text.hasControlCharacters else {
      throw BusError(
        .invalid,
        "Invalid \(member) of \(text.utf8.count) bytes; expected at most \(maxBytes) bytes without"
          + " control characters.")
    }
  }

  // MARK: Events

  private func check(_ event: NewEvent) throws(BusError) {
    let type = event.labels.type
    guard type.hasPrefix("\(service).") else {
      throw BusError(
        .denied, "The \(service) service may not publish “\(type)”.", detail: ["type": type])
    }
    try checkTeam(event.labels.team)
    if let problem = EventDraft(event).problem(from: service) {
      throw BusError(.invalid, problem, detail: ["type": type])
    }
  }

  private func adopt(_ event: inout NewEvent) {
    event.source = "/standups/\(service)"
    event.id = event.id.lowercased()
    event.traceparent = event.traceparent.flatMap { TraceParent($0) == nil ? nil : $0 }
  }
}

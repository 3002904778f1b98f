import Bus
import Foundation
import Messages

/// What crosses the bus as JSON values is text in the store, and back.
extension JSONValue {
  init(jsonText: String) throws {
    self = try BusJSON.decode(JSONValue.self, from: Data(jsonText.utf8))
  }

  var jsonText: String {
    get throws { String(decoding: try BusJSON.encode(self), as: UTF8.self) }
  }
}

extension Transaction {
  /// Marks the keys under which a commit is found again that was sent twice.
  static let retryPrefix = "retry/"

  /// A commit that is sent again under the same key, because its answer got lost, is done once.
  init(_ commit: Commit, header: Header) throws {
    self.init(
      changes: try commit.changes.map { try DocumentChange($0) },
      events: try commit.events.map { try NewEvent($0, header) })
    if let stored = commit.idempotency {
      idempotency = Idempotency(key: stored.key, reply: try stored.reply.jsonText)
    } else if let key = header.idem {
      idempotency = Idempotency(key: Self.retryPrefix + key, reply: "null")
    }
  }
}

extension Transaction {
  /// - Throws: `too_large` for what could be written but not be read again in one message.
  func check(mostBytes: Int) throws(BusError) {
    for case .put(_, let id, _, _, let body, _, _) in changes where body.utf8.count > mostBytes {
      throw BusError(
        .tooLarge,
        "The document “\(id.prefix(64))” has \(body.utf8.count) bytes; at most \(mostBytes) fit.")
    }
    // What stands around an event in a message: ids, labels, sequences.
    let bytes = events.reduce(0) { $0 + $1.data.utf8.count + $1.id.utf8.count + 600 }
    // They are the answer: that must not fail once they are written. Labels may be long.
    let answerBytes = events.reduce(0) { $0 + $1.estimatedBytes }
    guard bytes <= mostBytes, answerBytes <= Limits.bytes - 2 * Limits.headBytes else {
      throw BusError(
        .tooLarge,
        "The \(events.count) events come to \(max(bytes, answerBytes)) bytes; at most \(mostBytes)"
          + " fit. Split them.")
    }
  }
}

extension DocumentChange {
  init(_ change: Messages.DocumentChange) throws {
    switch change {
    case .put(let document):
      self = .put(
        collection: document.collection, id: document.id, parent: document.parent,
        sortKey: document.sortKey ?? 0, body: try document.body.jsonText,
        searchText: document.searchText)
    case .delete(let collection, let id):
      self = .delete(collection: collection, id: id)
    case .deleteChildren(let collection, let parent):
      self = .deleteChildren(collection: collection, parent: parent)
    }
  }
}

extension Messages.Document {
  init(_ document: Document) throws {
    self.init(
      collection: document.collection, id: document.id, parent: document.parent,
      sortKey: document.sortKey, body: try JSONValue(jsonText: document.body))
  }
}

extension NewEvent {
  /// - Parameter header: of the commit that brings it.
  init(_ event: Messages.NewEvent, _ header: Header) throws {
    self.init(
      id: event.id, type: event.labels.type, subject: event.labels.subject,
      time: Timestamp.format(event.time), source: event.source, traceparent: event.traceparent,
      correlation: (header.corr ?? header.id).uuidString.lowercased(),
      causation: header.id.uuidString.lowercased(), standup: event.labels.standup,
      meeting: event.labels.meeting,
      data: try event.data.jsonText)
  }
}

extension JournalEvent {
  init(_ stored: StoredEvent, epoch: String) throws {
    let event = stored.event
    guard let time = Timestamp.parse(event.time) else {
      throw BusError(.internal, "The event \(stored.sequence) has no readable time.")
    }
    self.init(
      event: Messages.NewEvent(
        id: event.id, source: event.source,
        labels: EventLabels(
          type: event.type, subject: event.subject, standup: event.standup,
          meeting: event.meeting),
        time: time, traceparent: event.traceparent, data: try JSONValue(jsonText: event.data)),
      sequence: stored.sequence, epoch: epoch, correlation: event.correlation,
      causation: event.causation, previousOfType: stored.prevType,
      previousOfStandup: stored.prevStandup, previousOfMeeting: stored.prevMeeting)
  }
}

extension TracedEvent {
  init(_ stored: StoredEvent) throws {
    let event = stored.event
    guard let time = Timestamp.parse(event.time) else {
      throw BusError(.internal, "The event \(stored.sequence) has no readable time.")
    }
    self.init(
      id: event.id, type: event.type, subject: event.subject, sequence: stored.sequence,
      time: time, cause: event.causation)
  }
}

extension BusError {
  init(_ error: StoreError) {
    let code: Code
    switch error.code {
    case .conflict, .exists: code = .conflict
    case .invalid, .notAFile: code = .invalid
    case .compacted: code = .compacted
    case .locked, .full, .io, .readOnly, .closed: code = .unavailable
    default: code = .internal
    }
    // A full disk needs a person; trying again at once would only hide it from the user.
    let isRetryable = [.locked, .closed].contains(error.code)
    self.init(
      code, error.sentence, retryable: isRetryable, retryAfterMs: isRetryable ? 200 : nil,
      detail: ["store": error.code.rawValue])
  }
}

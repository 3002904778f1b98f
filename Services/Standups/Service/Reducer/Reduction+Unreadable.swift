import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// Unreadable documents: exporting them unchanged, and discarding them.
extension Reduction {
  mutating func read(_ operation: Operation, _ command: ReadUnreadable) throws {
    _ = try known(command.document)
    try read(operation, UnreadableCursor(after: command.after))
  }

  private mutating func read(_ operation: Operation, _ cursor: UnreadableCursor) throws {
    guard case .unreadable(let command) = operation.command else { return }
    let document = try known(command.document)
    guard let query = cursor.query(for: document) else {
      return finish(operation.id, .success(.unreadable(.init(piece: nil, next: nil))))
    }
    step(operation.id, .loading(.unreadable(cursor)))
    effects.append(.load(operation.id, query))
  }

  mutating func readUnreadable(
    _ operation: Operation, _ cursor: UnreadableCursor, _ page: DocumentPage
  ) throws {
    guard let found = page.documents.first else { return try read(operation, cursor.nextStage) }
    let raw = try found.body.decode(as: RawPiece.self)
    let piece = ReadUnreadable.Piece(
      collection: found.collection, id: found.id, parent: found.parent, sortKey: found.sortKey,
      isDamaged: raw.isDamaged, bytes: raw.bytes, offset: cursor.offset, data: raw.data)
    let next = cursor.next(behind: piece, page)
    finish(operation.id, .success(.unreadable(.init(piece: piece, next: try next.text))))
  }

  mutating func discard(_ operation: Operation, _ command: DiscardUnreadable) throws {
    let document = try known(command.document)
    if let meeting = document.pastMeeting, known(meeting.standup, operation) != nil {
      return try deleteMeeting(operation, meeting)
    }
    try decide(operation, try discarding(document, operation))
  }

  func unreadable(_ name: String) -> UnreadableDocument? {
    state.saved.unreadable.first { $0.name == name }
  }

  private func known(_ name: String) throws -> UnreadableDocument {
    guard let document = unreadable(name) else {
      throw BusError(
        .notFound,
        "No unreadable document is named “\(name)”; list them with “standups unreadable list”.",
        detail: ["document": name])
    }
    return document
  }

  func entities(of document: UnreadableDocument?) -> Set<Entity> {
    guard let document else { return [] }
    if let standup = document.pastMeeting?.standup ?? document.followedUp ?? document.standup {
      return [.standup(standup)]
    }
    if document.collection == Collection.standups, let id = Standup.ID(document.id) {
      return [.standup(id)]
    }
    return [.list]
  }

  private func discarding(
    _ document: UnreadableDocument, _ operation: Operation
  ) throws -> Decision {
    if let meeting = document.meeting {
      let discarded = MeetingDiscardedEvent(elapsedMs: 0)
      return Decision(
        [.removeSession(meeting), .erase(Erasure(meeting: meeting))],
        events: [try event(discarded, standup: document.standup, meeting: meeting, operation)],
        reply: .done)
    }
    switch document.collection {
    case Collection.standups:
      guard let id = Standup.ID(document.id) else { break }
      if state.saved.live[id] != nil {
        throw BusError(.conflict, Self.inMeeting)
      }
      return Decision(
        [
          .removeStandup(id), .removeMeetings(of: id), .removeFollowUps(of: id),
          .erase(Erasure(standup: id)),
        ],
        events: [try event(StandupDeleted(title: ""), standup: id, operation)], reply: .done)
    case Collection.meetings:
      guard let id = Meeting.ID(document.id) else { break }
      let erased = try document.pastMeeting.map {
        try self.erased(id, of: $0.standup, .deleted, operation)
      }
      return Decision(
        [.removeMeeting(id)] + Change.laterParts(of: id, Meeting.maxParts)
          + [.erase(Erasure(meeting: id))], events: erased.map { [$0] } ?? [], reply: .done)
    case Collection.followUps:
      guard let id = FollowUp.ID(document.id) else { break }
      return Decision([.removeFollowUp(id)], reply: .done)
    case Collection.imports:
      guard let id = ImportStandups.ID(document.id) else { break }
      return Decision([.removeImport(id)], reply: .done)
    default: break
    }
    throw BusError(
      .invalid, "“\(document.name)” cannot be discarded; see the log of the standups service.",
      detail: ["document": document.name])
  }
}

extension UnreadableDocument {
  /// The past meeting that the document contains; nil for other documents.
  var pastMeeting: DeleteMeeting? {
    guard collection == Collection.meetings, let id = Meeting.ID(id),
      let standup = parent.flatMap({ Standup.ID($0) })
    else { return nil }
    return DeleteMeeting(standup: standup, meeting: id)
  }

  /// The standup whose follow-up the document contains; nil for other documents.
  var followedUp: Standup.ID? {
    collection == Collection.followUps ? parent.flatMap { Standup.ID($0) } : nil
  }
}

/// The position in the export of an unreadable document and of the documents that belong to it.
struct UnreadableCursor: Codable, Hashable, Sendable {
  /// Index of the current query among those of the document.
  private var stage = 0
  /// Cursor of the next page.
  private var after: String?
  /// Offset of the next piece, in bytes.
  private(set) var offset = 0

  /// Parses a cursor.
  ///
  /// - Throws: `invalid` if the text is not a cursor from a reply.
  init(after text: String?) throws {
    guard let text else { return }
    guard let cursor = try? BusJSON.decode(Self.self, from: Data(text.utf8)), cursor.stage >= 0,
      cursor.offset >= 0
    else {
      throw BusError.invalidCursor
    }
    try DocumentCursor.check(cursor.after)
    self = cursor
  }

  var text: String {
    get throws { String(decoding: try BusJSON.encode(self), as: UTF8.self) }
  }

  var nextStage: Self {
    var next = self
    (next.stage, next.after, next.offset) = (stage + 1, nil, 0)
    return next
  }

  /// The next query; nil at the end.
  func query(for document: UnreadableDocument) -> DocumentQuery? {
    let queries = document.queries
    guard queries.indices.contains(stage) else { return nil }
    var query = queries[stage]
    query.rawFrom = offset
    if query.parent != nil { (query.after, query.limit) = (after, 1) }
    return query
  }

  func next(behind piece: ReadUnreadable.Piece, _ page: DocumentPage) -> Self {
    var next = self
    let end = piece.offset + piece.data.count
    if end < piece.bytes, !piece.data.isEmpty {
      next.offset = end
      return next
    }
    guard let after = page.next else { return nextStage }
    (next.after, next.offset) = (after, 0)
    return next
  }
}

extension UnreadableDocument {
  /// Queries for the document and for all documents that are discarded with it.
  var queries: [DocumentQuery] {
    if let meeting = meeting?.description {
      return [
        DocumentQuery(collection: Collection.sessions, id: meeting),
        DocumentQuery(collection: Collection.states, id: meeting),
        DocumentQuery(collection: Collection.lines, parent: meeting),
      ]
    }
    let children = [
      Collection.standups: [Collection.meetings, Collection.followUps],
      Collection.imports: [Collection.importParts],
    ]
    return [DocumentQuery(collection: collection, id: id)]
      + (children[collection] ?? []).map { DocumentQuery(collection: $0, parent: id) }
  }
}

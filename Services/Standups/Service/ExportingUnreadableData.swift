import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI

/// Export of unreadable documents, exactly as they are on disk.
extension StandupsReduction {
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
}

/// The position in the export of an unreadable document and of the documents that belong to it.
struct UnreadableCursor: Codable, Hashable, Sendable {
  /// Index of the current query among those of the document.
  private var stage = 0
  /// Cursor of the next page.
  private var after: String?
  /// Offset of the next piece, in bytes.
  private(set) var offset = 0

  /// Parses the cursor of an earlier reply.
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
    if let id = pastMeeting?.meeting {
      let parts = (2...Meeting.maxParts).map {
        DocumentQuery(collection: Collection.parts, id: Change.part($0, of: id))
      }
      return [DocumentQuery(collection: collection, id: self.id)] + parts
    }
    let children = [
      Collection.standups: [
        Collection.meetings, Collection.followUps, Collection.updates, Collection.parts,
        Collection.discarded,
      ],
      Collection.imports: [Collection.importParts],
    ]
    return [DocumentQuery(collection: collection, id: id)]
      + (children[collection] ?? []).map { DocumentQuery(collection: $0, parent: id) }
  }
}

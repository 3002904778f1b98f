import Bus
import Documents
import StandupsSQLite

/// Writes changes of documents within the caller's transaction.
struct DocumentWriter {
  var connection: SQLiteConnection
  /// The current time, in milliseconds since 1970.
  var now: Int64

  func apply(_ change: DocumentChange) throws {
    switch change {
    case .put(let document):
      try write(document, Self.put, operation: "save a document")
      guard connection.changes > 0 else { throw StoreError.elsewhere(document) }
    case .insert(let document):
      do {
        try write(document, Self.insert, operation: "insert a document")
      } catch let error as SQLiteError where error.code == .constraint {
        throw StoreError.duplicate(document, cause: error)
      }
    case .delete(let collection, let id):
      try connection.run(
        Self.delete, [.text(collection), .text(id)], operation: "delete a document")
    case .deleteChildren(let collection, let parent):
      try connection.run(
        "DELETE FROM documents WHERE collection = ? AND parent = ?",
        [.text(collection), .text(parent)], operation: "delete the documents of a parent")
    case .setTeam(let collection, let parent, let team):
      try connection.run(
        "UPDATE documents SET team = ?, teamChecksum = ? WHERE collection = ? AND parent = ?",
        [
          .text(team), .integer(Document.checksum(ofTeam: team)), .text(collection), .text(parent),
        ], operation: "move the documents of a parent to a team")
    case .deleteMentioning(let collection, let text):
      try connection.run(
        "DELETE FROM documents WHERE collection = ? AND instr(body, ?) > 0",
        [.text(collection), .text(text)], operation: "delete the documents that contain a string")
    case .erase(let erasure):
      try Eraser(connection: connection).erase(erasure, now: now)
    }
  }

  private static let delete = SQL("DELETE FROM documents WHERE collection = ? AND id = ?")
  private static let inserting = """
    INSERT INTO documents (
      collection, id, parent, sortKey, body, searchText, checksum, team, teamChecksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let insert = SQL(inserting)

  /// Changes no row if the document exists elsewhere; see `Document.belongs(to:team:)`.
  private static let put = SQL(
    """
    \(inserting)
    ON CONFLICT (collection, id) DO UPDATE SET
      sortKey = excluded.sortKey, body = excluded.body, searchText = excluded.searchText,
      checksum = excluded.checksum, team = excluded.team, teamChecksum = excluded.teamChecksum
    WHERE parent IS excluded.parent
      AND coalesce(team, '\(TeamScope.defaultTeam)')
        = coalesce(excluded.team, '\(TeamScope.defaultTeam)')
    """)

  private func write(_ document: Document, _ statement: SQL, operation: String) throws {
    try connection.run(
      statement,
      [
        .text(document.collection), .text(document.id), .optional(document.parent),
        .integer(document.sortKey ?? 0), .utf8(document.body.bytes),
        .optional(document.searchText), .integer(document.checksum), .optional(document.team),
        .integer(document.teamChecksum),
      ], operation: operation)
  }
}

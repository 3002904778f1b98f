/// Writes changes of documents, inside a transaction that its caller opened.
struct DocumentWriter {
  var connection: SQLiteConnection

  /// - Returns: the new version, for a `put`.
  func apply(_ change: DocumentChange) throws -> CommitResult.Version? {
    switch change {
    case .put(
      let collection, let id, let parent, let sortKey, let body, let searchText, let expected):
      let version = try check(collection, id, expected: expected) + 1
      try connection.run(
        """
        INSERT INTO documents (collection, id, parent, sortKey, version, body, searchText)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (collection, id) DO UPDATE SET
          parent = excluded.parent, sortKey = excluded.sortKey, version = excluded.version,
          body = excluded.body, searchText = excluded.searchText
        """,
        [
          .text(collection), .text(id), .optional(parent), .integer(sortKey), .integer(version),
          .text(body), .optional(searchText),
        ], operation: "put a document")
      return CommitResult.Version(collection: collection, id: id, version: version)
    case .delete(let collection, let id, let expected):
      _ = try check(collection, id, expected: expected)
      try connection.run(
        "DELETE FROM documents WHERE collection = ? AND id = ?", [.text(collection), .text(id)],
        operation: "delete a document")
      return nil
    case .deleteChildren(let collection, let parent):
      try connection.run(
        "DELETE FROM documents WHERE collection = ? AND parent = ?",
        [.text(collection), .text(parent)], operation: "delete the documents of a parent")
      return nil
    }
  }

  /// The version there is; 0 for "no such document".
  private func check(_ collection: String, _ id: String, expected: Int64?) throws -> Int64 {
    let actual =
      try connection.first(
        "SELECT version FROM documents WHERE collection = ? AND id = ?",
        [.text(collection), .text(id)], operation: "read a document's version"
      ) { $0.integer(0) } ?? 0
    guard let expected, expected != actual else { return actual }
    throw StoreError(
      .conflict, "A document was changed meanwhile; load it again and decide anew.",
      conflict: StoreError.Conflict(
        collection: collection, id: id, expected: expected, actual: actual))
  }
}

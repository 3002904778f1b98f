extension Store {
  /// The most elements a page can have.
  static let maximumLimit = 1000

  private static let columns = "collection, id, parent, sortKey, version, body"

  /// A document, or `nil` when there is none.
  nonisolated func load(_ collection: String, _ id: String) async throws -> Document? {
    try await reader.read { connection in
      try connection.first(
        "SELECT \(Store.columns) FROM documents WHERE collection = ? AND id = ?",
        [.text(collection), .text(id)], operation: "load a document"
      ) { Store.document(from: $0) }
    }
  }

  /// How many documents a collection has, all or of one parent.
  nonisolated func count(_ collection: String, parent: String? = nil) async throws -> Int {
    try await reader.read { connection in
      let filter = parent.map { (" AND parent = ?", [SQLiteValue.text($0)]) } ?? ("", [])
      return try connection.first(
        "SELECT count(*) FROM documents WHERE collection = ?" + filter.0,
        [.text(collection)] + filter.1, operation: "count documents"
      ) { Int($0.integer(0)) } ?? 0
    }
  }

  /// A page of a collection.
  /// - Throws: `StoreError`, `invalid` for a limit out of range.
  nonisolated func loadAll(_ request: PageRequest) async throws -> DocumentPage {
    try Store.check(limit: request.limit)
    return try await reader.read { connection in
      let position = try Meta(connection: connection).position()
      let query = Store.query(request)
      var documents: [Document] = []
      var bytes = 0
      var isCut = false
      try connection.run(query.sql, query.values, operation: "load documents") { row in
        let document = Store.document(from: row)
        bytes += document.body.utf8.count
        isCut =
          documents.count == request.limit
          || !documents.isEmpty && bytes > request.maximumBytes
        if !isCut { documents.append(document) }
        return !isCut
      }
      let next = documents.last.map { PageCursor(sortKey: $0.sortKey, id: $0.id) }
      return DocumentPage(documents: documents, next: isCut ? next : nil, position: position)
    }
  }

  /// One row more than the limit shows whether there is another page.
  private static func query(_ request: PageRequest) -> (sql: String, values: [SQLiteValue]) {
    var sql = "SELECT \(columns) FROM documents WHERE collection = ?"
    var values: [SQLiteValue] = [.text(request.collection)]
    if let parent = request.parent {
      sql += " AND parent = ?"
      values.append(.text(parent))
    }
    if let after = request.after {
      sql += request.newestFirst ? " AND (sortKey, id) < (?, ?)" : " AND (sortKey, id) > (?, ?)"
      values += [.integer(after.sortKey), .text(after.id)]
    }
    let order = request.newestFirst ? "DESC" : "ASC"
    sql += " ORDER BY sortKey \(order), id \(order) LIMIT ?"
    values.append(.integer(Int64(request.limit) + 1))
    return (sql, values)
  }

  private static func document(from row: borrowing SQLiteRow) -> Document {
    Document(
      collection: row.text(0), id: row.text(1), parent: row.optionalText(2),
      sortKey: row.integer(3), version: row.integer(4), body: row.text(5))
  }

  /// - Throws: `StoreError` with `invalid` for a limit out of range.
  static func check(limit: Int) throws {
    guard (1...maximumLimit).contains(limit) else {
      throw StoreError(.invalid, "The limit must be between 1 and \(maximumLimit).")
    }
  }
}

import Documents

extension Store {
  /// The most elements a page can have.
  static let maximumLimit = 1000

  /// One document, or a page of a collection in the order of the sort key.
  /// - Parameter maximumBytes: the page ends before the bodies exceed this many bytes, but holds one
  ///   document at least.
  /// - Throws: `StoreError`, `invalid` for a limit out of range or a cursor that no page gave.
  nonisolated func load(
    _ query: DocumentQuery, maximumBytes: Int = .max
  ) async throws -> DocumentPage {
    if let id = query.id {
      return try await reader.read { connection in
        let found = try connection.first(
          "SELECT \(Document.columns) FROM documents WHERE collection = ? AND id = ?",
          [.text(query.collection), .text(id)], operation: "load a document"
        ) { Document($0) }
        return DocumentPage(documents: found.map { [$0] } ?? [], total: found == nil ? 0 : 1)
      }
    }
    let limit = query.limit ?? 100
    try Store.check(limit: limit)
    let after = try query.after.map { try PageCursor(text: $0) }
    return try await reader.read { connection in
      var filter = "FROM documents WHERE collection = ?"
      var values: [SQLiteValue] = [.text(query.collection)]
      if let parent = query.parent {
        filter += " AND parent = ?"
        values.append(.text(parent))
      }
      let total = try connection.first(
        "SELECT count(*) \(filter)", values, operation: "count documents"
      ) { Int($0.integer(0)) }
      let isDescending = query.newestFirst ?? false
      if let after {
        filter += isDescending ? " AND (sortKey, id) < (?, ?)" : " AND (sortKey, id) > (?, ?)"
        values += [.integer(after.sortKey), .text(after.id)]
      }
      let order = isDescending ? "DESC" : "ASC"
      // One row more than the limit shows whether there is another page.
      values.append(.integer(Int64(limit) + 1))
      var page = DocumentPage(documents: [], total: total ?? 0)
      var bytes = 0
      try connection.run(
        "SELECT \(Document.columns) \(filter) ORDER BY sortKey \(order), id \(order) LIMIT ?",
        values, operation: "load documents"
      ) { row in
        let document = Document(row)
        bytes += document.body.count
        if let last = page.documents.last, page.documents.count == limit || bytes > maximumBytes {
          page.next = PageCursor(sortKey: last.sortKey ?? 0, id: last.id).text
          return false
        }
        page.documents.append(document)
        return true
      }
      return page
    }
  }

  /// - Throws: `StoreError` with `invalid` for a limit out of range.
  static func check(limit: Int) throws {
    guard (1...maximumLimit).contains(limit) else {
      throw StoreError(.invalid, "The limit must be between 1 and \(maximumLimit).")
    }
  }
}

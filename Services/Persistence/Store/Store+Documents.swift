import Documents

extension Store {
  /// The most elements a page can have.
  static let maximumLimit = 1000

  /// Documents by their ids, or a page of a collection in the order of the sort key.
  /// - Parameter maximumBytes: the page ends before the bodies exceed this many bytes, but holds one
  ///   document at least.
  /// - Throws: `StoreError`, `invalid` for a limit out of range, too many ids, or a cursor that no page
  ///   gave.
  nonisolated func load(
    _ query: DocumentQuery, maximumBytes: Int = .max
  ) async throws -> DocumentPage {
    if let ids = query.ids {
      guard ids.count <= DocumentQuery.mostIDs else {
        throw StoreError(
          .invalid, "At most \(DocumentQuery.mostIDs) documents can be asked for by id.")
      }
      return try await reader.read { [damaged] connection in
        try Store.documents(ids, query, connection, maximumBytes, damaged)
      }
    }
    let limit = query.limit ?? 100
    try Store.check(limit: limit)
    let after = try query.after.map { text in
      guard let cursor = DocumentCursor(text) else {
        throw StoreError(.invalid, "The cursor is not one that an earlier page gave; begin anew.")
      }
      return cursor
    }
    return try await reader.read { [damaged] connection in
      try Store.page(query, limit: limit, after: after, connection, maximumBytes, damaged)
    }
  }

  private static func documents(
    _ ids: [String], _ query: DocumentQuery, _ connection: SQLiteConnection, _ maximumBytes: Int,
    _ damaged: DamagedItems
  ) throws -> DocumentPage {
    var page = DocumentPage(documents: [])
    var bytes = 0
    for id in ids {
      let found = try connection.first(
        "SELECT \(Document.columns) FROM documents WHERE collection = ? AND id = ?",
        [.text(query.collection), .text(id)], operation: "load a document"
      ) { Document($0, rawFrom: query.rawFrom, damaged) }
      guard let found else { continue }
      bytes += found.body.count
      if bytes > maximumBytes, !page.documents.isEmpty {
        page.next = id
        break
      }
      page.documents.append(found)
    }
    return page
  }

  private static func page(
    _ query: DocumentQuery, limit: Int, after: DocumentCursor?, _ connection: SQLiteConnection,
    _ maximumBytes: Int, _ damaged: DamagedItems
  ) throws -> DocumentPage {
    var filter = "FROM documents WHERE collection = ?"
    var values: [SQLiteValue] = [.text(query.collection)]
    if let parent = query.parent {
      filter += " AND parent = ?"
      values.append(.text(parent))
    }
    var page = DocumentPage(documents: [])
    if query.counts ?? false {
      page.total = try connection.first(
        "SELECT count(*) \(filter)", values, operation: "count documents"
      ) { Int($0.integer(0)) }
    }
    let isDescending = query.newestFirst ?? false
    if let after {
      filter += isDescending ? " AND (sortKey, id) < (?, ?)" : " AND (sortKey, id) > (?, ?)"
      values += [.integer(after.sortKey), .text(after.id)]
    }
    let order = isDescending ? "DESC" : "ASC"
    // One row more than the limit shows whether there is another page.
    values.append(.integer(Int64(limit) + 1))
    var bytes = 0
    try connection.run(
      "SELECT \(Document.columns) \(filter) ORDER BY sortKey \(order), id \(order) LIMIT ?",
      values, operation: "load documents"
    ) { row in
      let document = Document(row, rawFrom: query.rawFrom, damaged)
      bytes += document.body.count
      if let last = page.documents.last, page.documents.count == limit || bytes > maximumBytes {
        page.next = last.cursor
        return false
      }
      page.documents.append(document)
      return true
    }
    return page
  }

  /// - Throws: `StoreError` with `invalid` for a limit out of range.
  static func check(limit: Int) throws {
    guard (1...maximumLimit).contains(limit) else {
      throw StoreError(.invalid, "The limit must be between 1 and \(maximumLimit).")
    }
  }
}

import Documents
import StandupsSQLite

extension SQLiteStore {
  nonisolated func load(
    _ query: DocumentQuery, maxBytes: Int
  ) async throws -> DocumentPage {
    let after = try query.checked()
    if let ids = query.ids {
      return try await reader.read { [damaged] connection in
        try SQLiteStore.documents(ids, query, connection, maxBytes, damaged)
      }
    }
    let limit = query.limit ?? 100
    return try await reader.read { [damaged] connection in
      try SQLiteStore.page(query, limit: limit, after: after, connection, maxBytes, damaged)
    }
  }

  private static func documents(
    _ ids: [String], _ query: DocumentQuery, _ connection: SQLiteConnection, _ maxBytes: Int,
    _ damaged: DamagedItems
  ) throws -> DocumentPage {
    var page = DocumentPage(documents: [])
    var bytes = 0
    for id in ids {
      let found = try connection.first(
        "SELECT \(Document.columns(query)) FROM documents WHERE collection = ? AND id = ?",
        [.text(query.collection), .text(id)], operation: "load a document"
      ) { Document($0, for: query, damaged) }
      guard let found else { continue }
      bytes += found.pageBytes
      if bytes > maxBytes, !page.documents.isEmpty {
        page.next = id
        break
      }
      page.documents.append(found)
    }
    return page
  }

  private static func page(
    _ query: DocumentQuery, limit: Int, after: DocumentCursor?, _ connection: SQLiteConnection,
    _ maxBytes: Int, _ damaged: DamagedItems
  ) throws -> DocumentPage {
    var filter = "FROM documents WHERE collection = ?"
    var values: [SQLiteValue] = [.text(query.collection)]
    if let parent = query.parent {
      filter += " AND parent = ?"
      values.append(.text(parent))
    }
    if let slots = query.slots {
      let texts = SlotDigits.texts(of: slots)
      filter += " AND \(SlotDigits.expression) IN (SELECT value FROM json_each(?))"
      values.append(.text("[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]"))
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
      "SELECT \(Document.columns(query)) \(filter) ORDER BY sortKey \(order), id \(order) LIMIT ?",
      values, operation: "load documents"
    ) { row in
      let document = Document(row, for: query, damaged)
      bytes += document.pageBytes
      if let last = page.documents.last, page.documents.count == limit || bytes > maxBytes {
        page.next = last.cursor
        return false
      }
      page.documents.append(document)
      return true
    }
    return page
  }
}

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
      guard let found, query.includesTeam(of: found) else { continue }
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
    if let teams = query.distinctTeams {
      filter += " AND team IN (\(places(teams.count)))"
      values += teams.map { .text($0) }
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
    var bytes = 0
    func add(_ document: Document) -> Bool {
      bytes += document.pageBytes
      if let last = page.documents.last, page.documents.count == limit || bytes > maxBytes {
        page.next = last.cursor
        return false
      }
      page.documents.append(document)
      return true
    }
    if query.mergesTeams {
      let rows = try merged(query, limit: limit, after: after, connection)
      for row in rows {
        let document = try connection.first(
          "SELECT \(Document.columns(query)) FROM documents WHERE row = ?", [.integer(row)],
          operation: "load documents"
        ) { Document($0, for: query, damaged) }
        guard let document else { continue }
        guard add(document) else { break }
      }
      return page
    }
    let isDescending = query.newestFirst ?? false
    if let after {
      filter += isDescending ? " AND (sortKey, id) < (?, ?)" : " AND (sortKey, id) > (?, ?)"
      values += [.integer(after.sortKey), .text(after.id)]
    }
    let order = isDescending ? "DESC" : "ASC"
    // One row more than the limit shows whether there is another page.
    values.append(.integer(Int64(limit) + 1))
    try connection.run(
      "SELECT \(Document.columns(query)) \(filter) ORDER BY sortKey \(order), id \(order) LIMIT ?",
      values, operation: "load documents"
    ) { add(Document($0, for: query, damaged)) }
    return page
  }

  /// Rows of the next documents of the teams in their common order, one more than the limit.
  ///
  /// SQLite merges the teams' parts of an index and reads no more of them than it returns. With
  /// `team IN (…)`, it would read the whole collection in order, which takes long if the teams have
  /// few documents.
  private static func merged(
    _ query: DocumentQuery, limit: Int, after: DocumentCursor?, _ connection: SQLiteConnection
  ) throws -> [Int64] {
    let teams = query.distinctTeams ?? []
    guard !teams.isEmpty else { return [] }
    let isDescending = query.newestFirst ?? false
    let order = isDescending ? "DESC" : "ASC"
    let place = after == nil ? "" : " AND (sortKey, id) \(isDescending ? "<" : ">") (?3, ?4)"
    let parts = teams.indices.map { index in
      """
      SELECT row, sortKey, id FROM documents
      WHERE collection = ?1 AND team = ?\(index + 5)\(place)
      """
    }
    return try connection.rows(
      """
      \(parts.joined(separator: " UNION ALL "))
      ORDER BY sortKey \(order), id \(order) LIMIT ?2
      """,
      [
        .text(query.collection), .integer(Int64(limit) + 1),
        after.map { .integer($0.sortKey) } ?? .null, .optional(after?.id),
      ] + teams.map { .text($0) }, operation: "find the documents of teams"
    ) { $0.integer(0) }
  }

  /// Places of a number of values in a statement.
  static func places(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }
}

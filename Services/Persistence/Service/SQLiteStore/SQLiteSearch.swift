import Bus
import Documents
import FastJSON
import StandupsSQLite

extension SQLiteStore {
  nonisolated func search(
    _ query: TextQuery, maxBytes: Int
  ) async throws -> FoundDocuments {
    let (limit, offset) = (query.limit ?? 20, query.offset ?? 0)
    try query.check()
    let teams = query.teams.map { Set($0).sorted() }
    guard let expression = try SearchQuery(query.query).expression, teams != [] else {
      return FoundDocuments(hits: [], total: 0)
    }
    return try await searcher.read(within: configuration.searchTimeout) { [damaged] connection in
      let matches = """
        FROM search JOIN documents ON documents.row = search.rowid
        WHERE search MATCH ? AND documents.collection IN (?, ?)
        \(teams.map { "AND documents.team IN (\(SQLiteStore.places($0.count)))" } ?? "")
        """
      let collections = [query.collection, query.also ?? query.collection]
      let wanted =
        [SQLiteValue.text(expression)] + collections.map { .text($0) }
        + (teams ?? []).map { .text($0) }
      let total = try connection.first(
        "SELECT count(*) \(matches)", wanted, operation: "count matches"
      ) { Int($0.integer(0)) }
      let best = try connection.rows(
        """
        SELECT documents.row, snippet(search, 0, char(2), char(3), '…', 16) \(matches)
        ORDER BY rank, documents.row DESC LIMIT ? OFFSET ?
        """,
        wanted + [.integer(Int64(limit)), .integer(Int64(offset))], operation: "search"
      ) { (row: $0.integer(0), snippet: $0.text(1)) }
      var found = FoundDocuments(hits: [], total: total ?? 0)
      var bytes = 0
      for (row, snippet) in best {
        // Read the bodies separately, so that sorting does not have to move them.
        let document = try connection.first(
          "SELECT \(Document.columns) FROM documents WHERE row = ?", [.integer(row)],
          operation: "load search results"
        ) { Document($0, damaged) }
        guard let document else { continue }
        bytes += document.body.count + JSONSize.bytes(of: snippet) + 200
        if !found.hits.isEmpty, bytes > maxBytes { break }
        found.hits.append(FoundDocuments.Hit(document: document, snippet: snippet))
      }
      return found
    }
  }
}

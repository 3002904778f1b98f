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
    let words = try SearchQuery(query.query)
    guard let expression = words.expression, query.teams != [] else {
      return FoundDocuments(hits: [], total: 0)
    }
    let phrases = words.terms.compactMap(SearchPhrase.init)
    return try await searcher.read(within: configuration.searchTimeout) { [damaged] connection in
      var filter = SearchFilter()
      filter.add("search MATCH ?", [.text(expression)])
      filter.add(query)
      let matches = "FROM search JOIN documents ON documents.row = search.rowid \(filter.sql)"
      let total = try connection.first(
        "SELECT count(*) \(matches)", filter.values, operation: "count matches"
      ) { Int($0.integer(0)) }
      let best = try connection.rows(
        "SELECT documents.row \(matches) ORDER BY rank, documents.row DESC LIMIT ? OFFSET ?",
        filter.values + [.integer(Int64(limit)), .integer(Int64(offset))], operation: "search"
      ) { $0.integer(0) }
      var found = FoundDocuments(hits: [], total: total ?? 0)
      var bytes = 0
      for row in best {
        // Read the bodies separately, so that sorting does not have to move them.
        let hit = try connection.first(
          "SELECT \(Document.columns), searchText FROM documents WHERE row = ?", [.integer(row)],
          operation: "load search results"
        ) { columns in
          // The excerpt is not that of FTS5, whose words are longer in scripts without spaces.
          FoundDocuments.Hit(
            document: Document(columns, damaged),
            snippet: Snippet(of: columns.optionalText(9) ?? "", with: phrases).text)
        }
        guard let hit else { continue }
        bytes += hit.document.body.count + JSONSize.bytes(of: hit.snippet) + 200
        if !found.hits.isEmpty, bytes > maxBytes { break }
        found.hits.append(hit)
      }
      return found
    }
  }
}

/// Conditions of a search, with the values of their parameters.
private struct SearchFilter {
  private var conditions: [String] = []
  private(set) var values: [SQLiteValue] = []

  var sql: String { "WHERE " + conditions.joined(separator: " AND ") }

  mutating func add(_ condition: String, _ values: [SQLiteValue]) {
    conditions.append(condition)
    self.values += values
  }

  /// Adds the conditions of a query, except its words.
  mutating func add(_ query: TextQuery) {
    add(
      "documents.collection IN (?, ?)",
      [.text(query.collection), .text(query.also ?? query.collection)])
    if let teams = query.teams.map({ Set($0).sorted() }) {
      add("documents.team IN (\(SQLiteStore.places(teams.count)))", teams.map { .text($0) })
    }
    if let parent = query.parent { add("documents.parent = ?", [.text(parent)]) }
    if let key = query.fromKey { add("documents.sortKey >= ?", [.integer(key)]) }
    if let key = query.toKey { add("documents.sortKey < ?", [.integer(key)]) }
    guard let mentions = query.mentions else { return }
    let isMentioned = mentions.map { _ in "instr(whole.body, ?) > 0" }.joined(separator: " OR ")
    add(
      """
      EXISTS (
        SELECT 1 FROM documents AS whole
        WHERE whole.collection = ?
          AND whole.id = substr(documents.id, 1, instr(documents.id || '/', '/') - 1)
          AND (\(isMentioned)))
      """, [.text(query.collection)] + mentions.map { .text($0) })
  }
}

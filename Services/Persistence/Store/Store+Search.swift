extension Store {
  /// Documents whose text holds all the words, the best match first.
  /// - Parameters:
  ///   - text: what a person typed: words, and phrases in double quotes. Case and accents do not
  ///     matter.
  ///   - limit: the most documents to give, 1 to 1000.
  ///   - offset: how many of the best to leave out.
  ///   - mark: what to put before and after each match in a snippet.
  /// - Throws: `StoreError`, `invalid` for too many words or a limit out of range.
  nonisolated func search(
    _ collection: String, for text: String, limit: Int = 20, offset: Int = 0,
    mark: (before: String, after: String) = ("", "")
  ) async throws -> [SearchHit] {
    try Store.check(limit: limit)
    guard offset >= 0 else { throw StoreError(.invalid, "The offset must be 0 or more.") }
    guard let expression = try SearchQuery(text).expression else { return [] }
    return try await reader.read { connection in
      try connection.rows(
        """
        SELECT documents.id, documents.parent, snippet(search, 0, ?, ?, '…', 16), rank
        FROM search JOIN documents ON documents.row = search.rowid
        WHERE search MATCH ? AND documents.collection = ?
        ORDER BY rank, documents.row DESC LIMIT ? OFFSET ?
        """,
        [
          .text(mark.before), .text(mark.after), .text(expression), .text(collection),
          .integer(Int64(limit)), .integer(Int64(offset)),
        ], operation: "search"
      ) {
        SearchHit(
          id: $0.text(0), parent: $0.optionalText(1), snippet: $0.text(2), rank: $0.real(3))
      }
    }
  }
}

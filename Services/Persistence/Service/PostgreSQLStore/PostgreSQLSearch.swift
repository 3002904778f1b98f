import Documents
import FastJSON
import PostgreSQL

extension PostgreSQLStore {
  /// Uses the index to find the documents that contain all words. Phrases, and words of which the
  /// index contains only the beginning, are then searched for in the text. A document ranks higher the
  /// more often it contains the terms, and the shorter it is.
  nonisolated func search(_ query: TextQuery, maxBytes: Int) async throws -> FoundDocuments {
    try query.check()
    let phrases = try SearchQuery(query.query).terms.compactMap(SearchPhrase.init)
    guard !phrases.isEmpty else { return FoundDocuments(hits: [], total: 0) }
    return try await searcher.read(within: configuration.searchTimeout) {
      [damaged] connection, _ in
      let values = Self.values(phrases, query)
      let total = try connection.run(
        """
        SELECT count(*) FROM documents WHERE \(Self.matches)
        """, values, operation: "count matches")
      var found = FoundDocuments(hits: [], total: Int(total.integer(0, 0)))
      let best = try connection.run(
        """
        SELECT collection, id, parent, sortkey FROM documents, LATERAL (
          SELECT sum(n / (n + 1.2 * (0.25 + 0.75 * length / 200.0))) AS score
          FROM unnest($3::text[]) AS phrase, LATERAL (
            SELECT (length(tokens) - length(replace(tokens, phrase, '')))::float8 / length(phrase) AS n
          ) AS counted
        ) AS rank
        WHERE \(Self.matches)
        ORDER BY score DESC, sortkey DESC, id DESC LIMIT $10::int8 OFFSET $11::int8
        """,
        values + [.integer(Int64(query.limit ?? 20)), .integer(Int64(query.offset ?? 0))],
        operation: "search")
      var bytes = 0
      for row in 0..<best.count {
        // Read the bodies separately, so that sorting does not have to move them.
        let rows = try connection.run(
          """
          SELECT \(Document.storedColumns), searchtext FROM documents
          WHERE collection = $1::text AND id = $2::text
          """, [.text(best.text(row, 0)), .text(best.text(row, 1))],
          operation: "load search results")
        guard rows.count > 0 else { continue }
        let document = Document(rows, 0, damaged)
        let snippet = Snippet(of: rows.text(0, 9), with: phrases).text
        bytes += document.body.count + JSONSize.bytes(of: snippet) + 200
        if !found.hits.isEmpty, bytes > maxBytes { break }
        found.hits.append(FoundDocuments.Hit(document: document, snippet: snippet))
      }
      return found
    }
  }

  /// Condition for the documents that match; `values` are its parameters.
  private static let matches = """
    words @> $1::text[] AND collection = ANY ($2::text[])
    AND NOT EXISTS (SELECT 1 FROM unnest($3::text[]) AS phrase WHERE position(phrase IN tokens) = 0)
    AND ($4::text[] IS NULL OR team = ANY ($4::text[]))
    AND ($5::text IS NULL OR parent = $5::text)
    AND ($6::int8 IS NULL OR sortkey >= $6::int8) AND ($7::int8 IS NULL OR sortkey < $7::int8)
    AND ($8::bytea[] IS NULL OR EXISTS (
      SELECT 1 FROM documents AS whole, unnest($8::bytea[]) AS mention
      WHERE whole.collection = $9::text AND whole.id = split_part(documents.id, '/', 1)
        AND position(mention IN whole.body) > 0))
    """

  private static func values(_ phrases: [SearchPhrase], _ query: TextQuery) -> [PostgreSQLValue] {
    [
      .texts(Set(phrases.flatMap(\.keys))),
      .texts([query.collection, query.also ?? query.collection]),
      .texts(phrases.map(\.text)),
      query.teams.map { .texts($0) } ?? .null,
      .optional(query.parent), query.fromKey.map { .integer($0) } ?? .null,
      query.toKey.map { .integer($0) } ?? .null, query.mentions.map(bytes) ?? .null,
      .text(query.collection),
    ]
  }

  private static func bytes(_ texts: [String]) -> PostgreSQLValue {
    var array = PostgreSQLArray(of: .bytea)
    for text in texts { array.append(Array(text.utf8)) }
    return array.value
  }
}

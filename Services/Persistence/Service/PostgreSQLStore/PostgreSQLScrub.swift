import Documents

/// Scrub, which reads everything that is stored while other work continues, because damage to rows
/// that are never read could otherwise remain unnoticed for years. Indexes are left to the server's
/// own tools (`pg_amcheck`).
extension PostgreSQLStore {
  /// Number of rows read at once.
  private static let stepRows: Int64 = 200

  nonisolated func scrub() async throws -> [String] {
    guard await unwritable == nil else { return [] }
    try await readDocuments()
    try await readEvents()
    return []
  }

  private nonisolated func readDocuments() async throws {
    var last: (collection: String, id: String)? = ("", "")
    while let after = last {
      try checkCancellation()
      last = try await searcher.read { [damaged] connection, _ in
        let rows = try connection.run(
          """
          SELECT \(Document.storedColumns) FROM documents
          WHERE (collection, id) > ($1::text, $2::text) ORDER BY collection, id LIMIT $3::int8
          """, [.text(after.collection), .text(after.id), .integer(Self.stepRows)],
          operation: "check stored rows")
        for row in 0..<rows.count { _ = Document(rows, row, damaged) }
        return rows.count == 0
          ? nil : (rows.text(rows.count - 1, 0), rows.text(rows.count - 1, 1))
      }
    }
  }

  private nonisolated func readEvents() async throws {
    var last: Int64? = 0
    while let after = last {
      try checkCancellation()
      last = try await searcher.read { [damaged] connection, _ in
        let rows = try connection.run(
          """
          SELECT \(JournalEvent.storedColumns) FROM events WHERE sequence > $1::int8
          ORDER BY sequence LIMIT $2::int8
          """, [.integer(after), .integer(Self.stepRows)], operation: "check stored rows")
        for row in 0..<rows.count { _ = JournalEvent(rows, row, epoch: "", damaged) }
        return rows.count == 0 ? nil : rows.integer(rows.count - 1, 0)
      }
    }
  }

  private nonisolated func checkCancellation() throws {
    guard !Task.isCancelled else { throw CancellationError() }
  }
}

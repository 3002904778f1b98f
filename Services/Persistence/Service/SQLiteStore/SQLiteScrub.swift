import Bus
import Documents
import StandupsSQLite

/// Scrub, which reads everything that is stored while other work continues. Damage to rows that are
/// never read could otherwise remain unnoticed for years, and every reader relies on the indexes.
extension SQLiteStore {
  /// Tables that have indexes, or that contain data that cannot be derived.
  static let checkedTables = ["meta", "documents", "events", "heads", "replies", "terms"]

  /// Tables whose indexes determine which rows readers find.
  private static let listed: Set<String> = ["documents", "events"]

  /// Checks all tables with their indexes, rebuilds damaged indexes, and reads every document and
  /// event.
  ///
  /// A damaged row is recorded, as in any other read. If an index that readers rely on was damaged,
  /// the journal gets a new epoch, so that subscribers do not continue with incomplete data. Ends
  /// early if its task is cancelled.
  ///
  /// - Returns: problems besides damaged rows, one sentence each.
  /// - Throws: `StoreError` if the database cannot be read or is closed.
  nonisolated func scrub() async throws -> [String] {
    guard await unwritable == nil else { return [] }
    let reader = try SQLiteReader(path: sqlite.path, name: "store-scrub")
    try await reader.open(timeoutMs: sqlite.lockTimeoutMs)
    do {
      var findings: [String] = []
      var wasIncomplete = false
      for table in Self.checkedTables {
        guard let finding = try await checked(table, reader) else { continue }
        findings.append(finding)
        wasIncomplete = wasIncomplete || Self.listed.contains(table)
      }
      if wasIncomplete { try await beginAnew() }
      try await readAll(Self.documents, reader)
      try await readAll(Self.events, reader)
      findings += try await checkSearch().map { [$0] } ?? []
      await reader.close()
      return findings
    } catch {
      await reader.close()
      throw error
    }
  }

  // MARK: Tables and indexes

  private nonisolated func checked(_ table: String, _ reader: SQLiteReader) async throws -> String?
  {
    guard let finding = try await Self.finding(in: table, reader) else { return nil }
    do {
      try await maintain { connection in
        try connection.execute("REINDEX \(table)", operation: "rebuild the indexes")
      }
    } catch let error as StoreError where [.damaged, .conflict].contains(error.code) {
      return Self.lost(table, finding)
    }
    guard try await Self.finding(in: table, reader) == nil else {
      return Self.lost(table, finding)
    }
    return
      "An index of the table “\(table)” was damaged (\(finding)) and has been rebuilt. Check the disk."
  }

  private static func lost(_ table: String, _ finding: String) -> String {
    "The table “\(table)” is damaged (\(finding)). Check the disk, and restore a backup."
  }

  /// First problem of a table or its indexes in SQLite's words, which contain only names and
  /// numbers; nil if SQLite finds none.
  private static func finding(in table: String, _ reader: SQLiteReader) async throws -> String? {
    try await reader.read { connection in
      do {
        let finding = try connection.endingWithItsTask {
          try connection.first(
            "PRAGMA integrity_check(\(table))", operation: "check a table"
          ) { $0.text(0) }
        }
        return finding == "ok" ? nil : finding.map { String($0.prefix(200)) }
      } catch let error as SQLiteError where error.code == .corrupt {
        return "\(error)"
      }
    }
  }

  // MARK: Rows

  /// Reads some rows after a key, and returns the key of the last one; nil after the last row.
  private typealias Step = @Sendable (SQLiteConnection, Int64, DamagedItems) throws -> Int64?

  /// Number of rows, and of bytes, that are read at once. Between these steps, the log can be
  /// checkpointed.
  private static let stepRows: Int64 = 500
  private static let stepBytes = 4_000_000

  private nonisolated func readAll(_ step: @escaping Step, _ reader: SQLiteReader) async throws {
    var last: Int64? = .min
    while let after = last {
      guard !Task.isCancelled else { throw CancellationError() }
      last = try await reader.read { [damaged] in try step($0, after, damaged) }
    }
  }

  private static let documents: Step = { connection, after, damaged in
    try some(
      "SELECT \(Document.columns), row FROM documents WHERE row > ? ORDER BY row LIMIT ?", after,
      connection
    ) { row in
      (row.integer(9), Document(row, damaged).body.count)
    }
  }

  private static let events: Step = { connection, after, damaged in
    try some(
      "SELECT \(JournalEvent.readColumns) FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?",
      after, connection
    ) { row in
      (row.integer(0), JournalEvent(row, epoch: "", damaged).event.data.count)
    }
  }

  private static func some(
    _ sql: String, _ after: Int64, _ connection: SQLiteConnection,
    _ read: (borrowing SQLiteRow) -> (key: Int64, bytes: Int)
  ) throws -> Int64? {
    var last: Int64?
    var bytes = 0
    try connection.run(
      sql, [.integer(after), .integer(stepRows)], operation: "check stored rows"
    ) { row in
      let found = read(row)
      last = found.key
      bytes += found.bytes
      return bytes < stepBytes
    }
    return last
  }

  // MARK: Search

  /// Maximum size of the text that is compared with the search index, in bytes. Writers wait for
  /// the comparison, about 100 ms.
  private static let maxSearchBytes: Int64 = 4_000_000

  /// Compares the search index with the texts, and rebuilds it if they differ. Runs on the writing
  /// connection, because FTS5 supports this on no other connection
  /// (https://www.sqlite.org/fts5.html section 6.3).
  private func checkSearch() throws -> String? {
    try maintain { connection in
      let bytes = try connection.first(
        "SELECT sum(length(searchText)) FROM documents", operation: "measure the indexed text"
      ) { $0.integer(0) }
      guard bytes ?? 0 <= Self.maxSearchBytes else { return nil }
      do {
        try connection.run(
          "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)",
          operation: "check the search index")
        return nil
      } catch let error as SQLiteError where error.code == .corrupt {
        try connection.run(
          "INSERT INTO search (search) VALUES ('rebuild')", operation: "rebuild the search index")
        return
          "The search index or its text was damaged; the index has been rebuilt. Check the disk."
      }
    }
  }
}

import Bus
import Documents
import PostgreSQL

extension PostgreSQLStore {
  private static func range(
    _ rows: PostgreSQLRows, _ head: Int64, _ address: PostgreSQLAddress
  ) throws -> JournalRange {
    guard rows.count == 1 else { throw StoreError.fenced(address) }
    // Exclude rows that were written but not acknowledged, because they may still be lost.
    return JournalRange(
      epoch: rows.text(0, 0), head: min(head, rows.integer(0, 1)), oldest: rows.integer(0, 2))
  }

  private nonisolated var rangeStatement: PostgreSQLStatement {
    PostgreSQLStatement(
      "SELECT epoch, head, lowest FROM journal WHERE cell = $1::text", [.text(postgreSQL.cell)])
  }

  nonisolated func range() async throws -> JournalRange {
    try await reader.read { [rangeStatement, postgreSQL] connection, head in
      let rows = try connection.run([rangeStatement], operation: "read the journal's range")
      return try Self.range(rows[0], head, postgreSQL.address)
    }
  }

  nonisolated func replay(_ query: JournalQuery, maxBytes: Int) async throws -> EventPage {
    try query.check()
    return try await reader.read { [damaged, rangeStatement, postgreSQL] connection, head in
      try connection.snapshot(rangeStatement, operation: "replay events") { rows in
        let range = try Self.range(rows, head, postgreSQL.address)
        try query.check(range)
        var page = ReplayPage(query, in: range, maxBytes: maxBytes)
        guard query.teams != [] else { return page.page }
        var after = query.after
        while after < range.head {
          let rows = try Self.events(query, after: after, upTo: range.head, connection)
          for row in 0..<rows.count {
            let hasRoom = page.add(
              rows.integer(row, 0), JournalEvent.labels(rows, row),
              by: JournalEvent.actor(rows, row)
            ) {
              JournalEvent(rows, row, epoch: range.epoch, damaged)
            }
            guard hasRoom else { return page.page }
          }
          guard rows.count > 0 else { break }
          after = rows.integer(rows.count - 1, 0)
        }
        return page.page
      }
    }
  }

  /// Next events that an index finds for the query. Events of unwanted types are read without their
  /// data.
  private static func events(
    _ query: JournalQuery, after: Int64, upTo head: Int64, _ connection: PostgreSQLConnection
  ) throws -> PostgreSQLRows {
    let types = query.types ?? []
    var wanted = "true"
    if !types.isEmpty {
      wanted = """
        (type = ANY ($5::text[]) OR EXISTS (
          SELECT 1 FROM unnest($6::text[]) AS family WHERE starts_with(type, family)))
        """
    }
    if query.teams != nil { wanted += " AND team = ANY ($7::text[])" }
    var filter = ""
    var id: String?
    if let meeting = query.meeting {
      (filter, id) = (" AND meeting = $3::text", meeting)
    } else if let standup = query.standup {
      (filter, id) = (" AND standup = $3::text", standup)
    } else if let by = query.by {
      (filter, id) = (" AND actor = $3::text", by)
    } else if let team = query.indexedTeam {
      // The index is used only if the statement repeats its condition.
      (filter, id) = (" AND team = $3::text AND team <> '\(TeamScope.defaultTeam)'", team)
    }
    // Rows beyond those of a page are read only if some are filtered out afterwards.
    let isFiltered =
      !types.isEmpty || query.standup != nil || query.by != nil && query.meeting != nil
      || query.teams != nil && (query.indexedTeam != id || id == nil)
    let maxRows = isFiltered ? 1000 : (query.limit ?? 100) + 1
    let columns = JournalEvent.storedColumns
    let values: [PostgreSQLValue] = [
      .integer(after), .integer(head), .optional(id), .integer(chunkBytes),
      .texts(types.filter { !$0.hasSuffix(".") }), .texts(types.filter { $0.hasSuffix(".") }),
      query.teams.map { .texts($0) } ?? .null,
    ]
    return try connection.run(
      """
      SELECT \(columns) FROM (
        SELECT *, sum(octet_length(data)) OVER (ORDER BY sequence) AS upto FROM (
          SELECT \(columns.replacing("data", with: "CASE WHEN \(wanted) THEN data ELSE '' END AS data"))
          FROM events WHERE sequence > $1::int8 AND sequence <= $2::int8
            AND ($3::text IS NULL OR true) AND ($5::text[] IS NULL OR true)
            AND ($6::text[] IS NULL OR true) AND ($7::text[] IS NULL OR true)\(filter)
          ORDER BY sequence LIMIT \(maxRows)
        ) AS next
      ) AS part WHERE upto - octet_length(data) < $4::int8 ORDER BY sequence
      """, values, operation: "replay events")
  }
}

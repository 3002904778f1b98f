import Bus
import Documents
import StandupsSQLite

extension SQLiteStore {
  nonisolated func range() async throws -> JournalRange {
    try await reader.read { try Meta(connection: $0).range() }
  }

  nonisolated func replay(
    _ query: JournalQuery, maxBytes: Int
  ) async throws -> EventPage {
    try query.check()
    return try await reader.read { [damaged] connection in
      let range = try Meta(connection: connection).range()
      try query.check(range)
      var page = ReplayPage(query, in: range, maxBytes: maxBytes)
      guard query.teams != [] else { return page.page }
      let (sql, values) = SQLiteStore.statement(query)
      try connection.run(sql, values, operation: "replay events") { row in
        page.add(row.integer(0), JournalEvent.labels(in: row), by: JournalEvent.actor(in: row)) {
          JournalEvent(row, epoch: range.epoch, damaged)
        }
      }
      return page.page
    }
  }

  /// Statement for the part of the query that an index serves; `JournalQuery.passes` filters the
  /// rest.
  private static func statement(_ query: JournalQuery) -> (sql: String, values: [SQLiteValue]) {
    var sql = "SELECT \(JournalEvent.readColumns) FROM events WHERE sequence > ?"
    var values: [SQLiteValue] = [.integer(query.after)]
    if let meeting = query.meeting {
      sql += " AND meeting = ?"
      values.append(.text(meeting))
    } else if let standup = query.standup {
      sql += " AND standup = ?"
      values.append(.text(standup))
    } else if let by = query.by {
      sql += " AND actor = ?"
      values.append(.text(by))
    } else if let team = query.indexedTeam {
      // The index is used only if the statement repeats its condition.
      sql += " AND team = ? AND team <> '\(TeamScope.defaultTeam)'"
      values.append(.text(team))
    }
    return (sql + " ORDER BY sequence", values)
  }
}

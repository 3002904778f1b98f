import Bus
import Documents
import FoundationEssentials
import PersistenceAPI
import StandupsSQLite

extension SQLiteStore {
  nonisolated func correlated(
    _ question: FindCorrelated, maxBytes: Int
  ) async throws -> FindCorrelated.Reply {
    let limit = question.limit ?? 100
    let id = try question.checkedID()
    return try await reader.read { connection in
      // Range of all ids with this prefix. The tilde sorts after every digit and hyphen.
      let range: [SQLiteValue] = [.text(id), .text(id + "~")]
      let correlations = try connection.rows(
        """
        SELECT correlation FROM events WHERE correlation >= ?1 AND correlation < ?2
        UNION
        SELECT correlation FROM events WHERE id >= ?1 AND id < ?2 AND correlation IS NOT NULL
        LIMIT \(StoreLimits.correlations)
        """, range, operation: "look up a correlation"
      ) { $0.text(0) }
      var found = FindCorrelated.Reply(correlations: correlations, events: [], hasMore: false)
      guard correlations.count == 1 else { return found }
      var bytes = 0
      try connection.run(
        """
        SELECT sequence, id, type, subject, time, causation, actor FROM events
        WHERE correlation = ? AND sequence > ? ORDER BY sequence LIMIT ?
        """,
        [.text(correlations[0]), .integer(question.after ?? 0), .integer(Int64(limit) + 1)],
        operation: "read correlated events"
      ) { row in
        let sequence = row.integer(0)
        let event = TracedEvent(
          id: row.text(1), type: row.text(2), subject: row.text(3), sequence: sequence,
          time: Timestamp.parse(row.text(4)) ?? Date(timeIntervalSince1970: 0),
          cause: row.optionalText(5), by: row.optionalText(6))
        bytes += event.estimatedBytes
        found.hasMore =
          found.events.count == limit || !found.events.isEmpty && bytes > maxBytes
        if !found.hasMore { found.events.append(event) }
        return !found.hasMore
      }
      return found
    }
  }
}

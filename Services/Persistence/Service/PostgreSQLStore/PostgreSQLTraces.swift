import Bus
import Documents
import FoundationEssentials
import PersistenceAPI

extension PostgreSQLStore {
  nonisolated func correlated(
    _ question: FindCorrelated, maxBytes: Int
  ) async throws -> FindCorrelated.Reply {
    let limit = question.limit ?? 100
    let id = try question.checkedID()
    return try await reader.read { connection, head in
      // Range of all ids with this prefix. The tilde sorts after every digit and hyphen.
      let rows = try connection.run(
        """
        SELECT correlation FROM events
        WHERE correlation >= $1::text AND correlation < $2::text AND sequence <= $3::int8
        UNION
        SELECT correlation FROM events
        WHERE id >= $1::text AND id < $2::text AND correlation IS NOT NULL AND sequence <= $3::int8
        ORDER BY 1 LIMIT \(StoreLimits.correlations)
        """, [.text(id), .text(id + "~"), .integer(head)],
        operation: "look up a correlation")
      let correlations = (0..<rows.count).map { rows.text($0, 0) }
      var found = FindCorrelated.Reply(correlations: correlations, events: [], hasMore: false)
      guard correlations.count == 1 else { return found }
      let events = try connection.run(
        """
        SELECT sequence, id, type, subject, time, causation, actor FROM events
        WHERE correlation = $1::text AND sequence > $2::int8 AND sequence <= $3::int8
        ORDER BY sequence LIMIT $4::int8
        """,
        [
          .text(correlations[0]), .integer(question.after ?? 0), .integer(head),
          .integer(Int64(limit) + 1),
        ], operation: "read correlated events")
      var bytes = 0
      for row in 0..<events.count {
        let event = TracedEvent(
          id: events.text(row, 1), type: events.text(row, 2), subject: events.text(row, 3),
          sequence: events.integer(row, 0),
          time: Timestamp.parse(events.text(row, 4)) ?? Date(timeIntervalSince1970: 0),
          cause: events.optionalText(row, 5), by: events.optionalText(row, 6))
        bytes += event.estimatedBytes
        found.hasMore =
          found.events.count == limit || !found.events.isEmpty && bytes > maxBytes
        guard !found.hasMore else { break }
        found.events.append(event)
      }
      return found
    }
  }
}

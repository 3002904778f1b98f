import Bus
import Documents
import FastJSON
import FoundationEssentials
import PersistenceAPI

extension Store {
  /// The most commands that are named where an id may stand for several.
  private static let mostCorrelations = 10

  /// Finds what one command led to, oldest first.
  /// - Parameter maximumBytes: the page ends before the events exceed it, but holds one at least.
  /// - Throws: `StoreError`, `invalid` for a limit out of range or what is no id.
  nonisolated func correlated(
    _ question: FindCorrelated, maximumBytes: Int = .max
  ) async throws -> FindCorrelated.Reply {
    let limit = question.limit ?? 100
    try Store.check(limit: limit)
    let id = question.id.lowercased()
    guard id.count >= 8, id.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw StoreError(.invalid, "An id is a UUID, or at least the first 8 characters of one.")
    }
    return try await reader.read { connection in
      // All that begins so: no digit and no dash comes after the tilde.
      let range: [SQLiteValue] = [.text(id), .text(id + "~")]
      let correlations = try connection.rows(
        """
        SELECT correlation FROM events WHERE correlation >= ?1 AND correlation < ?2
        UNION
        SELECT correlation FROM events WHERE id >= ?1 AND id < ?2 AND correlation IS NOT NULL
        LIMIT \(Store.mostCorrelations)
        """, range, operation: "find what a command led to"
      ) { $0.text(0) }
      var found = FindCorrelated.Reply(correlations: correlations, events: [], hasMore: false)
      guard correlations.count == 1 else { return found }
      var bytes = 0
      try connection.run(
        """
        SELECT sequence, id, type, subject, time, causation FROM events
        WHERE correlation = ? AND sequence > ? ORDER BY sequence LIMIT ?
        """,
        [.text(correlations[0]), .integer(question.after ?? 0), .integer(Int64(limit) + 1)],
        operation: "read what a command led to"
      ) { row in
        let sequence = row.integer(0)
        let event = TracedEvent(
          id: row.text(1), type: row.text(2), subject: row.text(3), sequence: sequence,
          time: Timestamp.parse(row.text(4)) ?? Date(timeIntervalSince1970: 0),
          cause: row.optionalText(5))
        bytes += event.estimatedBytes
        found.hasMore =
          found.events.count == limit || !found.events.isEmpty && bytes > maximumBytes
        if !found.hasMore { found.events.append(event) }
        return !found.hasMore
      }
      return found
    }
  }
}

extension TracedEvent {
  /// The size of its JSON in a message, about: 250 bytes of names of members, ids and numbers, and what
  /// a tool may choose.
  fileprivate var estimatedBytes: Int {
    250 + JSONSize.bytes(of: type) + JSONSize.bytes(of: subject)
  }
}

extension Store {
  /// Events that one command led to.
  struct Correlated: Sendable {
    /// The commands that the id may stand for. Only if it is one there are events.
    var correlations: [String] = []
    /// A page of what it led to, oldest first.
    var events: [StoredEvent] = []
    var hasMore = false
  }

  /// The most commands that are named where an id may stand for several.
  private static let mostCorrelations = 10

  /// Finds what one command led to.
  /// - Parameters:
  ///   - id: of the command or of one of its events, or how one of them begins; in small letters.
  ///   - sequence: only events after this one.
  ///   - limit: the most events to give, 1 to 1000.
  ///   - maximumBytes: the page ends before the events, without what they say, exceed it, but holds one
  ///     at least.
  nonisolated func correlated(
    _ id: String, after sequence: Int64 = 0, limit: Int = 100, maximumBytes: Int = .max
  ) async throws -> Correlated {
    try Store.check(limit: limit)
    guard id.count >= 8, id.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw StoreError(.invalid, "An id is a UUID, or at least the first 8 characters of one.")
    }
    return try await reader.read { connection in
      var found = Correlated()
      // All that begins so: no digit and no dash comes after the tilde.
      let range: [SQLiteValue] = [.text(id), .text(id + "~")]
      found.correlations = try connection.rows(
        """
        SELECT correlation FROM events WHERE correlation >= ?1 AND correlation < ?2
        UNION
        SELECT correlation FROM events WHERE id >= ?1 AND id < ?2 AND correlation IS NOT NULL
        LIMIT \(Store.mostCorrelations)
        """, range, operation: "find what a command led to"
      ) { $0.text(0) }
      guard found.correlations.count == 1 else { return found }
      var bytes = 0
      try connection.run(
        """
        SELECT \(EventReader.columns) FROM events WHERE correlation = ? AND sequence > ?
        ORDER BY sequence LIMIT ?
        """, [.text(found.correlations[0]), .integer(sequence), .integer(Int64(limit) + 1)],
        operation: "read what a command led to"
      ) { row in
        let stored = EventReader.event(from: row)
        bytes += stored.event.estimatedBytesOfNames
        found.hasMore =
          found.events.count == limit || !found.events.isEmpty && bytes > maximumBytes
        if !found.hasMore { found.events.append(stored) }
        return !found.hasMore
      }
      return found
    }
  }
}

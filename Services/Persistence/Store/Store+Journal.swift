import Bus
import Documents

extension Store {
  /// The most events that one replay looks at, so that a rare type does not hold up other reads.
  static let maximumScan = 10_000

  /// Where the journal begins and ends.
  nonisolated func range() async throws -> JournalRange {
    try await reader.read { try Meta(connection: $0).range() }
  }

  /// Events after a sequence, in their order. A page may hold fewer than asked for, or none, before
  /// the end of the journal: go on from its `resume`.
  /// - Parameter maximumBytes: the page ends before the events exceed it, but holds one at least.
  /// - Throws: `StoreError`, `compacted` when some of the events are gone or the epoch is another:
  ///   then the caller must begin with a snapshot; `invalid`.
  nonisolated func replay(
    _ query: JournalQuery, maximumBytes: Int = .max
  ) async throws -> EventPage {
    let limit = query.limit ?? 100
    try Store.check(limit: limit)
    if let problem = query.problem { throw StoreError(.invalid, problem) }
    return try await reader.read { [damaged] connection in
      let range = try Meta(connection: connection).range()
      guard query.epoch == nil || query.epoch?.lowercased() == range.epoch else {
        throw StoreError(
          .compacted, "The journal is a new one; take a snapshot and go on from there.")
      }
      guard query.after <= range.head else {
        throw StoreError(
          .invalid,
          "The event \(query.after) is still to come: the journal ends at \(range.head). Ask after"
            + " an event that you have.")
      }
      guard query.after + 1 >= range.oldest else {
        throw StoreError(
          .compacted,
          "The events after \(query.after) are gone; take a snapshot and go on from there.")
      }
      var events: [CloudEvent] = []
      var resume = range.head
      var bytes = 0
      var scanned = 0
      let (sql, values) = Store.statement(query)
      try connection.run(sql, values, operation: "replay events") { row in
        // What is not given ends the page; all before it was given or is not wanted.
        let before = row.integer(0) - 1
        guard scanned < Store.maximumScan else {
          resume = before
          return false
        }
        scanned += 1
        guard query.passes(JournalEvent.labels(in: row)) else { return true }
        let event = JournalEvent(row, epoch: range.epoch, damaged)
        bytes += event.event.estimatedBytes
        guard events.isEmpty || events.count < limit && bytes <= maximumBytes else {
          resume = before
          return false
        }
        events.append(event.cloudEvent)
        return true
      }
      return EventPage(
        events: events, epoch: range.epoch, head: range.head, hasMore: resume < range.head,
        resume: resume)
    }
  }

  /// The part of the query that an index serves; the rest is `JournalQuery.passes`.
  private static func statement(_ query: JournalQuery) -> (sql: String, values: [SQLiteValue]) {
    var sql = "SELECT \(JournalEvent.readColumns) FROM events WHERE sequence > ?"
    var values: [SQLiteValue] = [.integer(query.after)]
    if let meeting = query.meeting {
      sql += " AND meeting = ?"
      values.append(.text(meeting))
    } else if let standup = query.standup {
      sql += " AND standup = ?"
      values.append(.text(standup))
    }
    return (sql + " ORDER BY sequence", values)
  }
}

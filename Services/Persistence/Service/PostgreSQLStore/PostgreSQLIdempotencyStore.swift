import Documents
import FastJSON
import FoundationEssentials
import PostgreSQL

extension PostgreSQLStore {
  nonisolated func reply(under key: String, to request: String?) async throws -> RawJSON? {
    try await reader.read { connection, _ in
      let rows = try connection.run(
        "SELECT reply, request FROM replies WHERE key = $1::text", [.text(key)],
        operation: "read a reply")
      guard rows.count > 0 else { return nil }
      guard !StoredReply.isAnother(request, than: rows.optionalText(0, 1)) else {
        throw StoreError.anotherRequest
      }
      return RawJSON(unchecked: rows.bytes(0, 0))
    }
  }
}

extension BatchFacts {
  /// Statements for the replies, and for the events with these ids or of those replies.
  static func earlier(_ batch: [Transaction]) -> [PostgreSQLStatement] {
    let keys = PostgreSQLValue.texts(batch.compactMap(\.commit.idempotency?.key))
    let ids = PostgreSQLValue.texts(batch.flatMap(\.commit.events).map(\.id))
    return [
      PostgreSQLStatement(
        """
        SELECT key, reply, firstsequence, lastsequence, request FROM replies
        WHERE key = ANY ($1::text[])
        """, [keys]),
      PostgreSQLStatement(
        """
        SELECT \(JournalEvent.storedColumns) FROM events
        WHERE id = ANY ($1::text[]) OR sequence IN (
          SELECT generate_series(firstsequence, lastsequence) FROM replies
          WHERE key = ANY ($2::text[]))
        ORDER BY sequence
        """, [ids, keys]),
    ]
  }

  /// Adds the replies with their events, and the events.
  func add(
    _ replies: PostgreSQLRows, _ rows: PostgreSQLRows, to facts: inout BatchPlan.Facts
  ) {
    let events = (0..<rows.count).map { JournalEvent(rows, $0, epoch: epoch, damaged) }
    for event in events { facts.events[event.event.id] = event }
    for row in 0..<replies.count {
      let (first, last) = (replies.integer(row, 2), replies.integer(row, 3))
      facts.replies[replies.text(row, 0)] = BatchPlan.KeptReply(
        reply: RawJSON(unchecked: replies.bytes(row, 1)), request: replies.optionalText(row, 4),
        first: first, last: last,
        events: events.filter { first <= $0.sequence && $0.sequence <= last })
    }
  }
}

extension BatchSegment {
  /// Statement that stores the replies of the segment.
  func storeReplies(now: Int64) -> PostgreSQLStatement {
    var (keys, texts, firsts, lasts, requests) = (
      PostgreSQLArray(of: .text), PostgreSQLArray(of: .bytea), PostgreSQLArray(of: .int8),
      PostgreSQLArray(of: .int8), PostgreSQLArray(of: .text)
    )
    for reply in replies {
      keys.append(reply.stored.key)
      texts.append(reply.stored.reply.bytes)
      firsts.append(reply.first)
      lasts.append(reply.last)
      requests.append(reply.stored.request)
    }
    return PostgreSQLStatement(
      """
      INSERT INTO replies (key, reply, firstsequence, lastsequence, request, created)
      SELECT *, $6::int8
      FROM unnest($1::text[], $2::bytea[], $3::int8[], $4::int8[], $5::text[])
      """, [keys.value, texts.value, firsts.value, lasts.value, requests.value, .integer(now)])
  }
}

extension PostgreSQLWriter {
  /// Statement that removes old replies; nil if the next removal is not due yet.
  func prune(_ now: Date) -> PostgreSQLStatement? {
    let common = configuration.common
    if let lastPrune, abs(now.timeIntervalSince(lastPrune)) < common.pruneInterval { return nil }
    lastPrune = now
    let oldest = now.addingTimeInterval(-common.replyLifetime).milliseconds
    return PostgreSQLStatement(
      "DELETE FROM replies WHERE created < $1::int8", [.integer(oldest)])
  }
}

import Documents
import FastJSON
import PostgreSQL

/// Reads the existing rows that a batch depends on, in one round trip, or in none if they are known
/// already.
struct BatchFacts {
  var connection: PostgreSQLConnection
  var epoch: String
  var damaged: DamagedItems

  /// Reads the facts.
  ///
  /// - Parameters:
  ///   - isCareful: whether to look up the ids of events and the keys of replies as well.
  ///   - heads: last sequences of topic families; missing ones are added.
  func read(
    about batch: [Transaction], isCareful: Bool, heads: inout ViewHeads
  ) throws -> BatchPlan.Facts {
    var statements: [PostgreSQLStatement] = []
    let views = Self.views(of: batch, without: heads)
    if !views.isEmpty { statements.append(Self.heads(of: views)) }
    let inserts = batch.flatMap(\.commit.changes).compactMap(\.inserted)
    if !inserts.isEmpty { statements.append(Self.documents(inserts)) }
    if isCareful { statements += Self.earlier(batch) }
    guard !statements.isEmpty else { return BatchPlan.Facts() }
    var results = try connection.run(statements, operation: "look up existing rows")[...]
    var facts = BatchPlan.Facts()
    if !views.isEmpty, let rows = results.popFirst() {
      for view in views { heads[view] = 0 }
      for row in 0..<rows.count { heads[rows.text(row, 0)] = rows.integer(row, 1) }
    }
    if !inserts.isEmpty, let rows = results.popFirst() {
      for row in 0..<rows.count {
        let key = BatchPlan.DocumentKey(collection: rows.text(row, 0), id: rows.text(row, 1))
        facts.documents[key] = BatchPlan.StoredDocument(
          parent: rows.optionalText(row, 2), body: rows.bytes(row, 3))
      }
    }
    if isCareful, let replies = results.popFirst(), let events = results.popFirst() {
      take(replies, events, &facts)
    }
    return facts
  }

  private static func views(
    of batch: [Transaction], without known: ViewHeads
  ) -> Set<String> {
    var views: Set<String> = []
    for event in batch.lazy.flatMap(\.commit.events) {
      let labels = event.labels
      for view in [
        View.type(labels.type), labels.standup.map(View.standup), labels.meeting.map(View.meeting),
      ] {
        if let view, known.lacks(view) { views.insert(view) }
      }
    }
    return views
  }

  private static func heads(of views: Set<String>) -> PostgreSQLStatement {
    PostgreSQLStatement(
      "SELECT view, last FROM heads WHERE view = ANY ($1::text[])", [.texts(views)])
  }

  private static func documents(_ documents: [Document]) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT collection, id, parent, body FROM documents
      WHERE (collection, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
      """, [.texts(documents.map(\.collection)), .texts(documents.map(\.id))])
  }

  /// Statements for the replies, and for the events with these ids or of those replies.
  private static func earlier(_ batch: [Transaction]) -> [PostgreSQLStatement] {
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

  private func take(
    _ replies: PostgreSQLRows, _ rows: PostgreSQLRows, _ facts: inout BatchPlan.Facts
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

extension DocumentChange {
  /// The document that is inserted; nil for any other change.
  fileprivate var inserted: Document? {
    if case .insert(let document) = self { document } else { nil }
  }
}

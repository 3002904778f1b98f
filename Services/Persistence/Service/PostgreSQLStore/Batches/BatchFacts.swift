import Documents
import PostgreSQL

/// Reads the existing rows on which a batch depends, in one round trip, or in none if they are
/// already known.
struct BatchFacts {
  var connection: PostgreSQLConnection
  var epoch: String
  var damaged: DamagedItems

  /// Reads the facts.
  ///
  /// - Parameters:
  ///   - isCareful: whether to look up the ids of events, the keys of replies and the documents to
  ///     be replaced as well.
  ///   - heads: last sequences of topic families; missing ones are added.
  func read(
    about batch: [Transaction], isCareful: Bool, heads: inout LastSequences
  ) throws -> BatchPlan.Facts {
    var statements: [PostgreSQLStatement] = []
    let families = Self.families(of: batch, without: heads)
    if !families.isEmpty { statements.append(Self.heads(of: families)) }
    let written = batch.flatMap(\.commit.changes).filter { isCareful || $0.isInsert }
      .compactMap(\.document)
    if !written.isEmpty { statements.append(Self.documents(written)) }
    if isCareful { statements += Self.earlier(batch) }
    guard !statements.isEmpty else { return BatchPlan.Facts() }
    var results = try connection.run(statements, operation: "look up existing rows")[...]
    var facts = BatchPlan.Facts()
    if !families.isEmpty, let rows = results.popFirst() {
      for family in families { heads[family] = 0 }
      for row in 0..<rows.count { heads[rows.text(row, 0)] = rows.integer(row, 1) }
    }
    if !written.isEmpty, let rows = results.popFirst() {
      for row in 0..<rows.count {
        let key = BatchPlan.DocumentKey(collection: rows.text(row, 0), id: rows.text(row, 1))
        facts.documents[key] = BatchPlan.StoredDocument(
          parent: rows.optionalText(row, 2), team: rows.optionalText(row, 4),
          body: rows.bytes(row, 3))
      }
    }
    if isCareful, let replies = results.popFirst(), let events = results.popFirst() {
      add(replies, events, to: &facts)
    }
    return facts
  }

  private static func families(
    of batch: [Transaction], without known: LastSequences
  ) -> Set<String> {
    var families: Set<String> = []
    for event in batch.lazy.flatMap(\.commit.events) {
      for family in TopicFamily.all(for: event.labels) where known.lacks(family) {
        families.insert(family)
      }
    }
    return families
  }

  private static func heads(of families: Set<String>) -> PostgreSQLStatement {
    PostgreSQLStatement(
      "SELECT view, last FROM heads WHERE view = ANY ($1::text[])", [.texts(families)])
  }

  private static func documents(_ documents: [Document]) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT collection, id, parent, body, team FROM documents
      WHERE (collection, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
      """, [.texts(documents.map(\.collection)), .texts(documents.map(\.id))])
  }
}

extension DocumentChange {
  fileprivate var isInsert: Bool {
    if case .insert = self { true } else { false }
  }
}

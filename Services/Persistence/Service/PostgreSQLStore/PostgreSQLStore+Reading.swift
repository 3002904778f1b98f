import Bus
import Documents
import FastJSON
import FoundationEssentials
import PersistenceAPI
import PostgreSQL

extension PostgreSQLStore {
  /// Maximum size of the bodies or data read at once, in bytes.
  private static let chunkBytes: Int64 = 4_000_000

  // MARK: Documents

  nonisolated func load(_ query: DocumentQuery, maximumBytes: Int) async throws -> DocumentPage {
    let after = try query.checked()
    if let ids = query.ids {
      return try await reader.read { [damaged] connection, _ in
        try Self.documents(ids, query, connection, maximumBytes, damaged)
      }
    }
    return try await reader.read { [damaged] connection, _ in
      try Self.page(query, after: after, connection, maximumBytes, damaged)
    }
  }

  private static func documents(
    _ ids: [String], _ query: DocumentQuery, _ connection: PostgreSQLConnection,
    _ maximumBytes: Int, _ damaged: DamagedItems
  ) throws -> DocumentPage {
    var page = DocumentPage(documents: [])
    var bytes = 0
    var done = 0
    while done < ids.count {
      // Read in the order of the ids, up to this number of bytes, but at least one row.
      let rows = try connection.run(
        """
        SELECT \(Document.storedColumns(query)), place FROM (
          SELECT d.*, n AS place, sum(\(Document.storedBytes(query))) OVER (ORDER BY n) AS upto
          FROM unnest($2::text[]) WITH ORDINALITY AS asked (i, n)
          JOIN documents AS d ON d.collection = $1::text AND d.id = i
        ) AS found WHERE upto - \(Document.storedBytes(query)) < $3::int8 ORDER BY place
        """,
        [.text(query.collection), .texts(ids[done...]), .integer(chunkBytes)],
        operation: "load documents")
      for row in 0..<rows.count {
        let document = Document(rows, row, for: query, damaged)
        bytes += document.givenBytes
        if bytes > maximumBytes, !page.documents.isEmpty {
          page.next = document.id
          return page
        }
        page.documents.append(document)
      }
      guard rows.count > 0, bytes >= chunkBytes else { return page }
      done += Int(rows.integer(rows.count - 1, 7))
    }
    return page
  }

  private static func page(
    _ query: DocumentQuery, after: DocumentCursor?, _ connection: PostgreSQLConnection,
    _ maximumBytes: Int, _ damaged: DamagedItems
  ) throws -> DocumentPage {
    let limit = query.limit ?? 100
    let (comparison, order) = query.newestFirst ?? false ? ("<", "DESC") : (">", "ASC")
    let slots = query.slots.map(SlotDigits.texts)
    let filter = """
      collection = $1::text\(query.parent == nil ? "" : " AND parent = $2::text")
      \(slots == nil ? "" : "AND \(SlotDigits.expression) = ANY ($3::text[])")
      AND ($2::text IS NULL OR true) AND ($3::text[] IS NULL OR true)
      """
    let filtered: [PostgreSQLValue] = [
      .text(query.collection), .optional(query.parent), slots.map { .texts($0[...]) } ?? .null,
    ]
    var page = DocumentPage(documents: [])
    if query.counts ?? false {
      let total = try connection.run(
        "SELECT count(*) FROM documents WHERE \(filter)", filtered, operation: "count documents")
      page.total = Int(total.integer(0, 0))
    }
    var after = after
    var bytes = 0
    while true {
      let place = after == nil ? "" : " AND (sortkey, id) \(comparison) ($4::int8, $5::text)"
      // One row more than the limit shows whether there is another page.
      let rows = try connection.run(
        """
        SELECT \(Document.storedColumns(query)) FROM (
          SELECT *, sum(\(Document.storedBytes(query))) OVER (ORDER BY sortkey \(order), id \(order)) AS upto
          FROM (
            SELECT * FROM documents
            WHERE \(filter) AND ($4::int8 IS NULL OR true) AND ($5::text IS NULL OR true)\(place)
            ORDER BY sortkey \(order), id \(order) LIMIT $6::int8
          ) AS next
        ) AS part WHERE upto - \(Document.storedBytes(query)) < $7::int8 ORDER BY sortkey \(order), id \(order)
        """,
        filtered + [
          after.map { .integer($0.sortKey) } ?? .null, .optional(after?.id),
          .integer(Int64(limit - page.documents.count) + 1), .integer(chunkBytes),
        ], operation: "load documents")
      for row in 0..<rows.count {
        let document = Document(rows, row, for: query, damaged)
        bytes += document.givenBytes
        if let last = page.documents.last, page.documents.count == limit || bytes > maximumBytes {
          page.next = last.cursor
          return page
        }
        page.documents.append(document)
      }
      guard let last = page.documents.last, rows.count > 0, page.documents.count <= limit,
        bytes >= chunkBytes
      else { return page }
      after = DocumentCursor(sortKey: last.sortKey ?? 0, id: last.id)
    }
  }

  // MARK: The journal

  private static func range(
    _ rows: PostgreSQLRows, _ head: Int64, _ address: PostgreSQLAddress
  ) throws -> JournalRange {
    guard rows.count == 1 else { throw StoreError.fenced(address) }
    // Rows that were written but not acknowledged may still be lost.
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

  nonisolated func replay(_ query: JournalQuery, maximumBytes: Int) async throws -> EventPage {
    try query.check()
    return try await reader.read { [damaged, rangeStatement, postgreSQL] connection, head in
      try connection.snapshot(rangeStatement, operation: "replay events") { rows in
        let range = try Self.range(rows, head, postgreSQL.address)
        try query.check(range)
        var page = ReplayPage(query, in: range, maximumBytes: maximumBytes)
        var after = query.after
        while after < range.head {
          let rows = try Self.events(query, after: after, upTo: range.head, connection)
          for row in 0..<rows.count {
            let hasRoom = page.take(rows.integer(row, 0), JournalEvent.labels(rows, row)) {
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

  /// The next events that an index finds for the query; those of unwanted types are read without
  /// their data.
  private static func events(
    _ query: JournalQuery, after: Int64, upTo head: Int64, _ connection: PostgreSQLConnection
  ) throws -> PostgreSQLRows {
    let types = query.types ?? []
    let wanted =
      types.isEmpty
      ? "true"
      : """
      (type = ANY ($5::text[]) OR EXISTS (
        SELECT 1 FROM unnest($6::text[]) AS family WHERE starts_with(type, family)))
      """
    var filter = ""
    var id: String?
    if let meeting = query.meeting {
      (filter, id) = (" AND meeting = $3::text", meeting)
    } else if let standup = query.standup {
      (filter, id) = (" AND standup = $3::text", standup)
    }
    let most = types.isEmpty && query.standup == nil ? (query.limit ?? 100) + 1 : 1000
    let columns = JournalEvent.storedColumns
    var values: [PostgreSQLValue] = [
      .integer(after), .integer(head), .optional(id), .integer(chunkBytes),
    ]
    if !types.isEmpty {
      values += [
        .texts(types.filter { !$0.hasSuffix(".") }), .texts(types.filter { $0.hasSuffix(".") }),
      ]
    }
    return try connection.run(
      """
      SELECT \(columns) FROM (
        SELECT *, sum(octet_length(data)) OVER (ORDER BY sequence) AS upto FROM (
          SELECT \(columns.replacing("data", with: "CASE WHEN \(wanted) THEN data ELSE '' END AS data"))
          FROM events WHERE sequence > $1::int8 AND sequence <= $2::int8
            AND ($3::text IS NULL OR true)\(filter)
          ORDER BY sequence LIMIT \(most)
        ) AS next
      ) AS part WHERE upto - octet_length(data) < $4::int8 ORDER BY sequence
      """, values, operation: "replay events")
  }

  // MARK: Correlation

  nonisolated func correlated(
    _ question: FindCorrelated, maximumBytes: Int
  ) async throws -> FindCorrelated.Reply {
    let limit = question.limit ?? 100
    let id = try question.checkedID()
    return try await reader.read { connection, head in
      // Range of all ids with this prefix: the tilde sorts after every digit and hyphen.
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
        SELECT sequence, id, type, subject, time, causation FROM events
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
          cause: events.optionalText(row, 5))
        bytes += event.estimatedBytes
        found.hasMore =
          found.events.count == limit || !found.events.isEmpty && bytes > maximumBytes
        guard !found.hasMore else { break }
        found.events.append(event)
      }
      return found
    }
  }

  // MARK: Replies

  nonisolated func waiting() async throws -> [WaitingStore] {
    try await reader.read { connection, _ in
      try WaitingSession.all(WaitingNotice.role, over: connection).map {
        WaitingStore(instance: $0.name, waitedMs: $0.waitedMs)
      }
    }
  }

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

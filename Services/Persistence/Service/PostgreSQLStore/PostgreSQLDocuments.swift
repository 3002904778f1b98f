import Documents
import PostgreSQL

extension PostgreSQLStore {
  /// Maximum size of the bodies or data read at once, in bytes.
  static let chunkBytes: Int64 = 4_000_000

  nonisolated func load(_ query: DocumentQuery, maxBytes: Int) async throws -> DocumentPage {
    let after = try query.checked()
    if let ids = query.ids {
      return try await reader.read { [damaged] connection, _ in
        try Self.documents(ids, query, connection, maxBytes, damaged)
      }
    }
    return try await reader.read { [damaged] connection, _ in
      try Self.page(query, after: after, connection, maxBytes, damaged)
    }
  }

  private static func documents(
    _ ids: [String], _ query: DocumentQuery, _ connection: PostgreSQLConnection,
    _ maxBytes: Int, _ damaged: DamagedItems
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
          WHERE $4::text[] IS NULL OR d.team = ANY ($4::text[])
        ) AS found WHERE upto - \(Document.storedBytes(query)) < $3::int8 ORDER BY place
        """,
        [
          .text(query.collection), .texts(ids[done...]), .integer(chunkBytes),
          query.distinctTeams.map { .texts($0) } ?? .null,
        ],
        operation: "load documents")
      for row in 0..<rows.count {
        let document = Document(rows, row, for: query, damaged)
        bytes += document.pageBytes
        if bytes > maxBytes, !page.documents.isEmpty {
          page.next = document.id
          return page
        }
        page.documents.append(document)
      }
      guard rows.count > 0, bytes >= chunkBytes else { return page }
      done += Int(rows.integer(rows.count - 1, 9))
    }
    return page
  }

  private static func page(
    _ query: DocumentQuery, after: DocumentCursor?, _ connection: PostgreSQLConnection,
    _ maxBytes: Int, _ damaged: DamagedItems
  ) throws -> DocumentPage {
    let limit = query.limit ?? 100
    let (comparison, order) = query.newestFirst ?? false ? ("<", "DESC") : (">", "ASC")
    let slots = query.slots.map(SlotDigits.texts)
    let teams = query.distinctTeams
    let filter = """
      collection = $1::text\(query.parent == nil ? "" : " AND parent = $2::text")
      \(slots == nil ? "" : "AND \(SlotDigits.expression) = ANY ($3::text[])")
      \(teams == nil ? "" : "AND team = ANY ($4::text[])")
      AND ($2::text IS NULL OR true) AND ($3::text[] IS NULL OR true)
      AND ($4::text[] IS NULL OR true)
      """
    let filtered: [PostgreSQLValue] = [
      .text(query.collection), .optional(query.parent), slots.map { .texts($0[...]) } ?? .null,
      teams.map { .texts($0) } ?? .null,
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
      let place = after == nil ? "" : " AND (sortkey, id) \(comparison) ($5::int8, $6::text)"
      let order = "ORDER BY sortkey \(order), id \(order)"
      let rest = "($5::int8 IS NULL OR true) AND ($6::text IS NULL OR true)\(place)"
      // The teams' parts of an index are merged. With a condition on the team alone, the database
      // would sort all of their documents, or read the whole collection in order.
      let next =
        query.mergesTeams
        ? """
        SELECT d.* FROM (
          SELECT part.id FROM unnest($4::text[]) AS wanted (name), LATERAL (
            SELECT sortkey, id FROM documents
            WHERE collection = $1::text AND team = wanted.name AND \(rest)
            \(order) LIMIT $7::int8
          ) AS part \(order) LIMIT $7::int8
        ) AS found JOIN documents AS d ON d.collection = $1::text AND d.id = found.id
        WHERE ($2::text IS NULL OR true) AND ($3::text[] IS NULL OR true)
        """
        : "SELECT * FROM documents WHERE \(filter) AND \(rest) \(order) LIMIT $7::int8"
      // One row more than the limit shows whether there is another page.
      let rows = try connection.run(
        """
        SELECT \(Document.storedColumns(query)) FROM (
          SELECT *, sum(\(Document.storedBytes(query))) OVER (\(order)) AS upto
          FROM (\(next)) AS next
        ) AS part WHERE upto - \(Document.storedBytes(query)) < $8::int8 \(order)
        """,
        filtered + [
          after.map { .integer($0.sortKey) } ?? .null, .optional(after?.id),
          .integer(Int64(limit - page.documents.count) + 1), .integer(chunkBytes),
        ], operation: "load documents")
      for row in 0..<rows.count {
        let document = Document(rows, row, for: query, damaged)
        bytes += document.pageBytes
        if let last = page.documents.last, page.documents.count == limit || bytes > maxBytes {
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
}

import Documents
import FastJSON
import PostgreSQL

extension Document {
  /// Columns from which a document is read, in this order.
  static let storedColumns = "collection, id, parent, sortkey, body, checksum, NULL::text"

  /// Columns for a query; the body is not read if the digest suffices.
  static func storedColumns(_ query: DocumentQuery) -> String {
    switch query.form {
    case nil: storedColumns
    case .digest: "collection, id, parent, sortkey, 'null'::bytea, checksum, NULL::text"
    case .whole: "collection, id, parent, sortkey, body, checksum, searchtext"
    }
  }

  /// SQL expression for the size of a row in a page, in bytes; see `givenBytes`.
  static func storedBytes(_ query: DocumentQuery) -> String {
    switch query.form {
    case nil: "octet_length(body)"
    case .digest: "\(digestBytes)"
    case .whole: "(octet_length(body) + coalesce(octet_length(searchtext), 0))"
    }
  }

  /// Reads the document of a row; see `given`.
  init(
    _ rows: PostgreSQLRows, _ row: Int, for query: DocumentQuery? = nil, _ damaged: DamagedItems
  ) {
    let stored = Document(
      collection: rows.text(row, 0), id: rows.text(row, 1), parent: rows.optionalText(row, 2),
      sortKey: rows.integer(row, 3), body: RawJSON(unchecked: rows.bytes(row, 4)),
      searchText: rows.optionalText(row, 6))
    self = stored.given(checksum: rows.integer(row, 5), for: query, damaged)
  }
}

import Documents
import SQLite

extension Document {
  /// Columns from which a document is read, in this order.
  static let columns = "collection, id, parent, sortKey, body, checksum, NULL"

  /// Columns for a query; the body is not read if the digest suffices.
  static func columns(_ query: DocumentQuery) -> String {
    switch query.form {
    case nil: columns
    case .digest: "collection, id, parent, sortKey, 'null', checksum, NULL"
    case .whole: "collection, id, parent, sortKey, body, checksum, searchText"
    }
  }

  /// Reads the document of a row; see `given`.
  init(_ row: borrowing SQLiteRow, for query: DocumentQuery? = nil, _ damaged: DamagedItems) {
    let stored = Document(
      collection: row.text(0), id: row.text(1), parent: row.optionalText(2),
      sortKey: row.integer(3), body: row.json(4), searchText: row.optionalText(6))
    self = stored.given(checksum: row.integer(5), for: query, damaged)
  }
}

import Documents
import FastJSON
import PostgreSQL

extension Document {
  /// The columns that a document is read from, in this order.
  static let storedColumns = "collection, id, parent, sortkey, body, checksum"

  /// The document of a row; see `given`.
  init(
    _ rows: PostgreSQLRows, _ row: Int, rawFrom offset: Int? = nil, _ damaged: DamagedItems
  ) {
    let stored = Document(
      collection: rows.text(row, 0), id: rows.text(row, 1), parent: rows.optionalText(row, 2),
      sortKey: rows.integer(row, 3), body: RawJSON(unchecked: rows.bytes(row, 4)))
    self = stored.given(checksum: rows.integer(row, 5), rawFrom: offset, damaged)
  }
}

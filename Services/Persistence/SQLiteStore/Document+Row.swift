import Documents
import SQLite

extension Document {
  /// The columns that a row is read from, in this order.
  static let columns = "collection, id, parent, sortKey, body, checksum"

  /// The document of a row; see `given`.
  init(_ row: borrowing SQLiteRow, rawFrom offset: Int? = nil, _ damaged: DamagedItems) {
    let stored = Document(
      collection: row.text(0), id: row.text(1), parent: row.optionalText(2),
      sortKey: row.integer(3), body: row.json(4))
    self = stored.given(checksum: row.integer(5), rawFrom: offset, damaged)
  }
}

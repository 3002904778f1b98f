import Documents

extension Document {
  /// The columns that a row is read from, in this order.
  static let columns = "collection, id, parent, sortKey, body"

  init(_ row: borrowing SQLiteRow) {
    self.init(
      collection: row.text(0), id: row.text(1), parent: row.optionalText(2),
      sortKey: row.integer(3), body: row.json(4))
  }
}

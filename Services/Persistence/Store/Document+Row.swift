import Documents

extension Document {
  /// The columns that a row is read from, in this order.
  static let columns = "collection, id, parent, sortKey, body, checksum"

  /// The document of a row; one that is damaged has another body, which nothing can be read from.
  ///
  /// - Parameter offset: asks for a piece of it as it is there, from this byte on.
  init(_ row: borrowing SQLiteRow, rawFrom offset: Int? = nil, _ damaged: DamagedItems) {
    self.init(
      collection: row.text(0), id: row.text(1), parent: row.optionalText(2),
      sortKey: row.integer(3), body: row.json(4))
    let isDamaged = checksum != row.integer(5)
    if let offset {
      self = piece(from: offset, isDamaged: isDamaged)
    } else if isDamaged {
      damaged.note(DamagedItems.Item(collection: collection, id: id, parent: parent))
      body = DamagedItems.substitute
    }
  }

  /// Of all but the words for the search, which follow from the rest.
  var checksum: Int64 {
    var sum = Checksum()
    sum.add(collection)
    sum.add(id)
    sum.add(parent)
    sum.add(sortKey ?? 0)
    sum.add(body.bytes)
    return sum.stored
  }
}

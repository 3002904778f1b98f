import Documents

extension Document {
  /// The document as it is given to readers; one that is damaged has another body, which nothing can be read
  /// from.
  ///
  /// - Parameters:
  ///   - checksum: of what was written.
  ///   - offset: asks for a piece of it as it is there, from this byte on.
  func given(checksum: Int64, rawFrom offset: Int? = nil, _ damaged: DamagedItems) -> Document {
    let isDamaged = checksum != self.checksum
    if let offset { return piece(from: offset, isDamaged: isDamaged) }
    guard isDamaged else { return self }
    damaged.note(DamagedItems.Item(collection: collection, id: id, parent: parent))
    var substitute = self
    substitute.body = DamagedItems.substitute
    return substitute
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

import Documents
import FastJSON

extension Document {
  /// The document as it is given to readers; one that is damaged has another body, which nothing can be read
  /// from.
  ///
  /// - Parameters:
  ///   - checksum: of what was written.
  ///   - query: may ask for a piece of it as it is there, or for its digest.
  func given(
    checksum: Int64, for query: DocumentQuery? = nil, _ damaged: DamagedItems
  ) -> Document {
    if query?.form == .digest { return digest(checksum) }
    let isDamaged = checksum != self.checksum
    if let offset = query?.rawFrom { return piece(from: offset, isDamaged: isDamaged) }
    guard isDamaged else { return self }
    damaged.note(DamagedItems.Item(collection: collection, id: id, parent: parent))
    var substitute = self
    substitute.body = DamagedItems.substitute
    return substitute
  }

  private func digest(_ checksum: Int64) -> Document {
    var digest = self
    let digits = String(UInt64(bitPattern: checksum), radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    digest.body = RawJSON(unchecked: Array("\"\(zeros)\(digits)\"".utf8))
    return digest
  }

  /// A digest as JSON: sixteen digits in quotes.
  static let digestBytes = 18

  /// How much of a page it takes, in bytes.
  var givenBytes: Int { body.count + (searchText?.utf8.count ?? 0) }

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

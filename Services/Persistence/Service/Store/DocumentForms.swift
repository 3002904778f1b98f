import Documents
import FastJSON

extension Document {
  /// Document in its form for readers. The body of a damaged document is replaced by a substitute
  /// that every reader rejects.
  ///
  /// - Parameters:
  ///   - checksums: checksums of the data and of the team as they were written.
  ///   - query: may request the digest, or a part of the raw body.
  func forReaders(
    checksums: StoredChecksums, for query: DocumentQuery? = nil, _ damaged: DamagedItems
  ) -> Document {
    if query?.form == .digest { return digest(checksums) }
    let isDamaged = checksums.content != checksum || checksums.team != teamChecksum
    if let offset = query?.rawFrom { return piece(from: offset, isDamaged: isDamaged) }
    guard isDamaged else { return self }
    damaged.record(DamagedItems.Item(collection: collection, id: id, parent: parent))
    var substitute = self
    substitute.body = DamagedItems.substitute
    return substitute
  }

  private func digest(_ checksums: StoredChecksums) -> Document {
    var digest = self
    let digits = String(checksums.digest, radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    digest.body = RawJSON(unchecked: Array("\"\(zeros)\(digits)\"".utf8))
    return digest
  }

  /// Size of a digest as JSON, in bytes: sixteen digits in quotes.
  static let digestBytes = 18

  /// Size in a page, in bytes.
  var pageBytes: Int { body.count + (searchText?.utf8.count ?? 0) }
}

import FoundationEssentials

/// A place between two documents of a collection: opaque text to everyone else.
///
/// It names the last document given rather than a count, so that documents added or removed
/// meanwhile neither repeat nor hide any other.
struct PageCursor: Sendable, Equatable {
  var sortKey: Int64
  var id: String

  init(sortKey: Int64, id: String) {
    self.sortKey = sortKey
    self.id = id
  }

  /// Reads what `text` wrote.
  /// - Throws: `StoreError` with `invalid` for anything else.
  init(text: String) throws {
    guard let data = Data(base64Encoded: text), let plain = String(bytes: data, encoding: .utf8),
      let space = plain.firstIndex(of: " "), let sortKey = Int64(plain[..<space])
    else {
      throw StoreError(.invalid, "The cursor is not one that an earlier page gave; begin anew.")
    }
    self.init(sortKey: sortKey, id: String(plain[plain.index(after: space)...]))
  }

  /// The cursor for the wire.
  var text: String { Data("\(sortKey) \(id)".utf8).base64EncodedString() }
}

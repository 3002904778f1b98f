public import Bus

/// A place between two documents of a collection: opaque text to those who page.
///
/// It names a document rather than a count, so that documents added or removed meanwhile neither
/// repeat nor hide any other.
///
/// ```swift
/// DocumentCursor(sortKey: 7, id: "a").text  // "7 a"
/// ```
public struct DocumentCursor: Hashable, Sendable {
  /// The sort key of the document before the place.
  public var sortKey: Int64
  /// Its id.
  public var id: String

  /// Message of a rejected cursor.
  public static let invalid =
    "Invalid “after”; expected the “next” of an earlier page. Start again with the first page."

  /// The place behind the document of that key and id.
  public init(sortKey: Int64, id: String) {
    self.sortKey = sortKey
    self.id = id
  }

  /// Reads what `text` wrote; nil for anything else.
  public init?(_ text: String) {
    guard let space = text.firstIndex(of: " "), let sortKey = Int64(text[..<space]) else {
      return nil
    }
    self.init(sortKey: sortKey, id: String(text[text.index(after: space)...]))
  }

  /// Refuses an `after` that no page gave, before the store is asked.
  ///
  /// - Throws: `invalid`.
  public static func check(_ after: String?) throws(BusError) {
    guard let after, DocumentCursor(after) == nil else { return }
    throw BusError(.invalid, Self.invalid)
  }

  /// The cursor for the wire.
  public var text: String { "\(sortKey) \(id)" }
}

extension Document {
  /// The place behind this document: as `after` of a query it asks for those that follow, whichever
  /// way they are read.
  public var cursor: String { DocumentCursor(sortKey: sortKey ?? 0, id: id).text }
}

public import Bus

/// A position between two documents of a collection; clients treat it as an opaque string.
///
/// It names a document instead of a count, so documents that are added or removed in the meantime
/// neither repeat nor skip others.
///
/// ```swift
/// DocumentCursor(sortKey: 7, id: "a").text  // "7 a"
/// ```
public struct DocumentCursor: Hashable, Sendable {
  /// Sort key of the document before the position.
  public var sortKey: Int64
  /// Id of the document before the position.
  public var id: String

  /// Message of a rejected cursor.
  public static let invalid =
    "Invalid “after”; expected the “next” of an earlier page. Start again with the first page."

  /// Creates the position after the document with this key and id.
  public init(sortKey: Int64, id: String) {
    self.sortKey = sortKey
    self.id = id
  }

  /// Parses the output of `text`; nil for anything else.
  public init?(_ text: String) {
    guard let space = text.firstIndex(of: " "), let sortKey = Int64(text[..<space]) else {
      return nil
    }
    self.init(sortKey: sortKey, id: String(text[text.index(after: space)...]))
  }

  /// Rejects an `after` that is not the cursor of a page, before the store is queried.
  ///
  /// - Throws: `invalid`.
  public static func check(_ after: String?) throws(BusError) {
    guard let after, DocumentCursor(after) == nil else { return }
    throw BusError(.invalid, Self.invalid)
  }

  /// The cursor in its wire form.
  public var text: String { "\(sortKey) \(id)" }
}

extension Document {
  /// The position after this document: as `after` of a query, it requests the following documents
  /// in either order.
  public var cursor: String { DocumentCursor(sortKey: sortKey ?? 0, id: id).text }
}

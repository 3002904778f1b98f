/// Which part of a collection to read.
struct PageRequest: Sendable, Equatable {
  var collection: String
  /// Only the documents of this parent.
  var parent: String?
  /// The `next` of the page before.
  var after: PageCursor?
  /// The most documents to give, 1 to 1000.
  var limit: Int
  /// The page ends before the bodies exceed this many bytes, but holds one document at least.
  var maximumBytes: Int
  /// From the greatest sort key down.
  var newestFirst: Bool

  init(
    collection: String, parent: String? = nil, after: PageCursor? = nil, limit: Int = 100,
    maximumBytes: Int = .max, newestFirst: Bool = false
  ) {
    self.collection = collection
    self.parent = parent
    self.after = after
    self.limit = limit
    self.maximumBytes = maximumBytes
    self.newestFirst = newestFirst
  }
}

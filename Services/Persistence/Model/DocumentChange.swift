/// One change to the documents.
///
/// `expectedVersion` is the version the change was decided on: 0 for "there is none", `nil` for
/// "whatever is there". Another one fails the whole transaction with `StoreError.Code.conflict`.
enum DocumentChange: Sendable, Equatable {
  /// Creates or replaces a document.
  ///
  /// `searchText` is what `Store.search` looks in; `nil` keeps the document out of it.
  case put(
    collection: String, id: String, parent: String? = nil, sortKey: Int64 = 0, body: String,
    searchText: String? = nil, expectedVersion: Int64? = nil)
  /// Removes a document; one that is not there is no failure unless a version was expected.
  case delete(collection: String, id: String, expectedVersion: Int64? = nil)
  /// Removes all documents of a parent.
  case deleteChildren(collection: String, parent: String)
}

/// A document that a search found.
struct SearchHit: Sendable, Equatable {
  var id: String
  var parent: String?
  /// Some words around the match, cut with "…".
  var snippet: String
  /// BM25 as SQLite gives it: the smaller, the better.
  var rank: Double
}

/// The notice that a file was set aside: the document `dataFailedToLoad` in `notices`.
struct DataFailedToLoad: Codable, Sendable, Equatable {
  static let collection = "notices"
  static let id = "dataFailedToLoad"

  /// Where the file is now.
  var path: String
  /// What was wrong with it, in a sentence.
  var reason: String
  /// When it was set aside, as RFC 3339 has it.
  var date: String
}

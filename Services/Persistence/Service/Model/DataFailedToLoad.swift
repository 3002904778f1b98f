/// Notice that a file was set aside: the document `dataFailedToLoad` in `notices`.
struct DataFailedToLoad: Codable, Sendable, Equatable {
  static let collection = "notices"
  static let id = "dataFailedToLoad"

  /// Current path of the file.
  var path: String
  /// Problem with the file, as a sentence.
  var reason: String
  /// Time at which it was set aside, in RFC 3339 format.
  var date: String
}

/// Notice that a file was set aside, stored as the document `dataFailedToLoad` in `notices`.
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

/// Minimum content of a database, according to its acknowledged changes.
struct Watermark: Sendable, Equatable {
  /// Epoch of the journal.
  var epoch: String
  /// Number of batches written.
  var revision: Int64

  init(epoch: String, revision: Int64) {
    self.epoch = epoch
    self.revision = revision
  }

  /// Sentence that states how many acknowledged changes a database lacks; the caller appends the
  /// cause.
  static func missing(_ count: Int64) -> String {
    count == 1
      ? "The last acknowledged change is missing"
      : "The last \(count) acknowledged changes are missing"
  }
}

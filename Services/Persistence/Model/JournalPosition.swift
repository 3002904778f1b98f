/// A point in a journal.
struct JournalPosition: Sendable, Equatable {
  /// Names the journal; another one after it was made anew or restored.
  var epoch: String
  /// The last event up to here; 0 before the first.
  var sequence: Int64
}

/// A part of the journal.
struct JournalPage: Sendable, Equatable {
  var epoch: String
  var events: [StoredEvent]
  /// The end of the journal when the page was read.
  var head: Int64
  /// Where the next page begins: everything up to here was given or filtered out. Equal to `head`
  /// on the last page.
  var resume: Int64
}

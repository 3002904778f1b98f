/// Where the journal and each of its views stand.
struct JournalHeads: Sendable, Equatable {
  /// The end of the journal.
  var position: JournalPosition
  /// The first event that is still there; one more than the end when there is none.
  var lowest: Int64
  /// The last event of each view: `t/<type>`, `s/<standup>`, `m/<meeting>`.
  var views: [String: Int64]
}

/// An event of the journal.
struct StoredEvent: Sendable, Equatable {
  /// Its place: 1 for the first, and no number is left out.
  var sequence: Int64
  var event: NewEvent
  /// The event before it of the same type, by sequence.
  var prevType: Int64?
  /// The event before it of the same standup, by sequence.
  var prevStandup: Int64?
  /// The event before it of the same meeting, by sequence.
  var prevMeeting: Int64?
}

import Documents
import Standups

/// The result of a command: it is committed first, and then applied to the state.
struct Decision: Hashable, Sendable {
  var changes: [Change]
  var events: [NewEvent]
  var reply: StandupsReply
  /// True if the timer receives the meeting's clock after the commit even if it is unchanged.
  var resends = false
  /// The meeting whose speech recognition stops after the commit.
  var stopsRecording: Meeting.ID?
  /// Decisions that do not fit in the same transaction, to be committed in this order after it.
  var then: [Decision] = []

  init(_ changes: [Change], events: [NewEvent] = [], reply: StandupsReply) {
    self.changes = changes
    self.events = events
    self.reply = reply
  }
}

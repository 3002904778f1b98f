/// An event to be added to the journal, in the terms of CloudEvents 1.0.
struct NewEvent: Sendable, Equatable {
  /// Unique in the journal.
  var id: String
  var type: String
  var subject: String
  /// When it happened, as RFC 3339 has it.
  var time: String
  var source: String
  /// W3C trace context.
  var traceparent: String?
  /// The id of the command that began it all.
  var correlation: String?
  /// The id of the message that brought it.
  var causation: String?
  /// The standup whose view shows the event.
  var standup: String?
  /// The meeting whose view shows the event.
  var meeting: String?
  /// JSON, opaque to the store.
  var data: String
}

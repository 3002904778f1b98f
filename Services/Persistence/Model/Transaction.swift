/// What is written together or not at all.
struct Transaction: Sendable, Equatable {
  /// A key chosen by the caller, and the reply to give to whoever sends it again.
  struct Idempotency: Sendable, Equatable {
    var key: String
    /// JSON, opaque to the store.
    var reply: String
  }

  var changes: [DocumentChange]
  var events: [NewEvent]
  var idempotency: Idempotency?

  init(
    changes: [DocumentChange] = [], events: [NewEvent] = [], idempotency: Idempotency? = nil
  ) {
    self.changes = changes
    self.events = events
    self.idempotency = idempotency
  }
}

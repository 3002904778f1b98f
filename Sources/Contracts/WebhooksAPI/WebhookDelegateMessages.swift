public import Bus
public import Documents

/// The webhooks service calls: make these webhooks and positions durable.
public struct WebhookChangesDecided: DelegateMessage, Hashable {
  /// Says that the changes are on disk, or holds the reply that an earlier decision stored under
  /// the same key; then nothing was written.
  public typealias Reply = CommitOutcome
  /// The name on the wire; the parent leads it to persistence.
  public static let target = "webhooks.changesDecided"
  /// Webhooks to be put or deleted, all in one transaction; empty where only the reply is stored.
  public var changes: [DocumentChange]
  /// How the command is answered; stored under its idempotency key.
  public var reply: StoredReply?
  /// The term in which it was decided; nil until it is sent.
  public var term: String?
  /// A decision; `reply` is nil for positions alone, which nobody asked to have saved.
  public init(changes: [DocumentChange], reply: StoredReply? = nil, term: String? = nil) {
    self.changes = changes
    self.reply = reply
    self.term = term
  }
}

/// The webhooks service calls: my term begins, and whatever was decided before is no longer to be written.
public struct WebhooksTermBegun: BegunTerm, Hashable {
  /// Only that it is durable.
  public typealias Reply = Done
  /// The name on the wire; what is asked for after the answer is all that was ever written.
  public static let target = "webhooks.termBegun"
  /// Names the term.
  public var id: String
  /// Begins a term of that name, which no other has.
  public init(id: String) { self.id = id }
}

/// The webhooks service calls: which webhooks were stored?
public struct WebhookStateRequested: DelegateMessage, Hashable {
  /// A page of the stored webhooks; each body is opaque to the parent.
  public typealias Reply = DocumentPage
  /// The name on the wire; the parent leads it to persistence.
  public static let target = "webhooks.stateRequested"
  /// A page of the service's own collection, `webhooks`.
  public var query: DocumentQuery
  /// Asks for a page, after a start; until all pages are there no command is run.
  public init(query: DocumentQuery) { self.query = query }
}

/// The webhooks service calls: what comes next in the journal?
public struct WebhookEventsRequested: DelegateMessage, Hashable {
  /// Events as they were published; the error `compacted` means a gap.
  public typealias Reply = EventPage
  /// The name on the wire; the parent leads it to persistence.
  public static let target = "webhooks.eventsRequested"
  /// What comes after the webhook's position, of its types, standup or meeting.
  public var query: JournalQuery
  /// Asks for the next page of one webhook.
  public init(query: JournalQuery) { self.query = query }
}

/// The webhooks service calls: where does the journal begin and end?
public struct WebhookHeadsRequested: DelegateMessage, Hashable {
  /// The epoch of the journal, its last sequence, and the oldest one that can be replayed.
  public typealias Reply = JournalRange
  /// The name on the wire; the parent leads it to persistence.
  public static let target = "webhooks.headsRequested"
  /// Asks for both ends: where a webhook is made, and where the journal has a gap.
  public init() {}
}

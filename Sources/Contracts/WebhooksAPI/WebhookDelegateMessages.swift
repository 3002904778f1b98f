public import Bus
public import Documents

/// The webhooks service calls: make these webhooks and positions durable.
public struct WebhookChangesDecided: DelegateMessage, Hashable {
  public typealias Reply = CommitOutcome
  public static let target = "webhooks.changesDecided"
  public var changes: [DocumentChange]
  /// How the command is answered; stored under its idempotency key.
  public var reply: StoredReply?
  public init(changes: [DocumentChange], reply: StoredReply? = nil) {
    self.changes = changes
    self.reply = reply
  }
}

/// The webhooks service calls: which webhooks were stored?
public struct WebhookStateRequested: DelegateMessage, Hashable {
  public typealias Reply = DocumentPage
  public static let target = "webhooks.stateRequested"
  public var query: DocumentQuery
  public init(query: DocumentQuery) { self.query = query }
}

/// The webhooks service calls: what comes next in the journal?
public struct WebhookEventsRequested: DelegateMessage, Hashable {
  public typealias Reply = EventPage
  public static let target = "webhooks.eventsRequested"
  public var query: JournalQuery
  public init(query: JournalQuery) { self.query = query }
}

/// The webhooks service calls: where does the journal begin and end?
public struct WebhookHeadsRequested: DelegateMessage, Hashable {
  public typealias Reply = JournalRange
  public static let target = "webhooks.headsRequested"
  public init() {}
}

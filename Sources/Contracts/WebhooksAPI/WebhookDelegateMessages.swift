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

/// The webhooks service calls: of which events of these types can people be told?
public struct WebhookTypesRequested: DelegateMessage, Hashable {
  /// The types, each by its whole name but for families of other tools.
  public typealias Reply = WebhookTypes
  /// The name on the wire; the parent knows the words of all services.
  public static let target = "webhooks.typesRequested"
  /// Types and families as somebody named them; empty for all that there is something to tell of.
  public var types: [String]
  /// Asks once, when a webhook for a chat is made.
  public init(types: [String]) { self.types = types }
}

/// Types of events that people can be told of, and where the journal stands.
public struct WebhookTypes: Codable, Hashable, Sendable {
  /// In the order in which they were named.
  public var types: [String]
  /// Why nobody can be told of one of them: a sentence for whoever named it. Nil where all are well.
  public var problem: String?
  /// The ends of the journal, as the webhook begins somewhere in it.
  public var journal: JournalRange
  /// What `webhooks.typesRequested` is answered with.
  public init(types: [String], problem: String? = nil, journal: JournalRange) {
    self.types = types
    self.problem = problem
    self.journal = journal
  }
}

/// The webhooks service calls: what comes next in the journal, said for people?
public struct WebhookTextsRequested: DelegateMessage, Hashable {
  /// Events as they were published, but with a `WebhookText` as their data. Those that say nothing to people,
  /// such as erased ones, are left out.
  public typealias Reply = EventPage
  /// The name on the wire; the parent reads the journal and finds the words.
  public static let target = "webhooks.textsRequested"
  /// What comes after the webhook's position, of its types, standup or meeting.
  public var query: JournalQuery
  /// Asks for the next page of one webhook for a chat.
  public init(query: JournalQuery) { self.query = query }
}

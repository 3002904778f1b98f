public import Bus
public import Documents
public import Schema

/// Commits changes to webhooks and their positions.
public struct WebhookChangesDecided: DelegateMessage, Hashable {
  /// Outcome: empty once the changes are durable, or the reply that an earlier decision stored
  /// under the same idempotency key; nothing was written then.
  public typealias Reply = CommitOutcome
  /// Wire name. The router forwards it to persistence.
  public static let target = "webhooks.changesDecided"
  /// Webhooks to write or delete, in order and in one transaction; empty if only the reply is
  /// stored.
  public var changes: [DocumentChange]
  /// Reply to the command, stored under its idempotency key. Absent if the command has none.
  public var reply: StoredReply?
  /// Id of the writer epoch in which the changes were decided, set when the message is sent.
  /// Changes from an earlier one are rejected.
  public var term: String?
  /// Creates the message; `reply` is nil if only positions changed, because no command caused that.
  public init(changes: [DocumentChange], reply: StoredReply? = nil, term: String? = nil) {
    self.changes = changes
    self.reply = reply
    self.term = term
  }
}

/// Begins a writer epoch of the webhooks service, after which commits of earlier ones are rejected.
public struct WebhooksTermBegun: BegunTerm, Hashable {
  /// Empty reply once the writer epoch is durable.
  public typealias Reply = Done
  /// Wire name. Reads after the reply see every write of earlier writer epochs.
  public static let target = "webhooks.termBegun"
  /// Id of the writer epoch, never reused.
  public var id: String
  /// Begins the writer epoch with this id, which must be new.
  public init(id: String) { self.id = id }
}

/// Requests the stored webhooks.
public struct WebhookStateRequested: DelegateMessage, Hashable {
  /// A page of the stored webhooks; their content is opaque to the router.
  public typealias Reply = DocumentPage
  /// Wire name. The router forwards it to persistence.
  public static let target = "webhooks.stateRequested"
  /// Page of the service's own collection, `webhooks`.
  public var query: DocumentQuery
  /// Requests a page after a start; no command is executed until all pages are loaded.
  public init(query: DocumentQuery) { self.query = query }
}

/// Requests the next events of the journal for a webhook.
public struct WebhookEventsRequested: DelegateMessage, Hashable {
  /// Events as they were published; the error `compacted` means that there is a gap.
  public typealias Reply = EventPage
  /// Wire name. The router forwards it to persistence.
  public static let target = "webhooks.eventsRequested"
  public static let errors: [BusError.Code] = [.compacted]
  /// Events after the webhook's position, filtered by its types, standup or meeting.
  public var query: JournalQuery
  /// Requests the next page for one webhook.
  public init(query: JournalQuery) { self.query = query }
}

/// Requests the range of the journal.
public struct WebhookHeadsRequested: DelegateMessage, Hashable {
  /// Epoch of the journal, its last sequence, and the oldest one that can be replayed.
  public typealias Reply = JournalRange
  /// Wire name. The router forwards it to persistence.
  public static let target = "webhooks.headsRequested"
  /// Creates the request, which the service sends when a webhook is created, and when the journal
  /// has a gap.
  public init() {}
}

/// Asks which events of these types have a text for people.
public struct WebhookTypesRequested: DelegateMessage, Hashable {
  /// Types, each by its full name except for families of other tools.
  public typealias Reply = WebhookTypes
  /// Wire name. The router answers it from the texts of all services.
  public static let target = "webhooks.typesRequested"
  /// Types and families as they were given, at most 32; empty for all types that have a text.
  public var types: [String]
  public static let bounds: MemberBounds<Self> = [\.types: .count(0...32)]
  /// Creates the request, which the service sends once, when a webhook for a chat is created.
  public init(types: [String]) { self.types = types }
}

/// Types of events that have a text for people, and the range of the journal.
public struct WebhookTypes: Codable, Hashable, Sendable {
  /// Types in the order in which they were given, each by its full name except for families of
  /// other tools.
  public var types: [String]
  /// Sentence about a type that has no text. Absent if all have one.
  public var problem: String?
  /// Range of the journal, in which the webhook has its start.
  public var journal: JournalRange
  /// Creates the reply to `webhooks.typesRequested`.
  public init(types: [String], problem: String? = nil, journal: JournalRange) {
    self.types = types
    self.problem = problem
    self.journal = journal
  }
}

/// Requests the next events of the journal as texts for people.
public struct WebhookTextsRequested: DelegateMessage, Hashable {
  /// Events as they were published, but each with a text for people as its data.
  ///
  /// The data (`WebhookText`) has a `title`, and may have `text`, `parts`, each with the `name` of
  /// a speaker and the `text` of their words, `code` and `link`. Events without a text, such as
  /// erased ones, are omitted.
  public typealias Reply = EventPage
  /// Wire name. The router reads the journal and writes the texts.
  public static let target = "webhooks.textsRequested"
  public static let errors: [BusError.Code] = [.compacted]
  /// Events after the webhook's position, filtered by its types, standup or meeting.
  public var query: JournalQuery
  /// Requests the next page for one webhook of a chat.
  public init(query: JournalQuery) { self.query = query }
}

public import Bus
public import FastJSON

/// The dialogue of a service with the store.
///
/// Every service that stores documents sends the same messages. The router knows the sender, and
/// lets it read and change only the collections of its feature or, if it is an outside service,
/// those that begin with its name and a dot.
public enum StoreDialogue {
  /// The messages, which each of these services declares when it registers.
  public static let messages: [any DelegateMessage.Type] = [
    TermBegun.self, ChangesDecided.self, DocumentsRequested.self, ReplyRequested.self,
  ]
}

/// Begins a writer epoch of the sender, after which commits of earlier ones are rejected.
public struct TermBegun: SharedMessage, Hashable {
  /// Empty reply once the writer epoch is durable.
  public typealias Reply = Done
  /// Wire name. Reads after the reply see every write of earlier writer epochs.
  public static let target = "store.termBegun"
  /// Id of the writer epoch, never reused.
  public var id: String
  /// Begins the writer epoch with this id, which must be new.
  public init(id: String) { self.id = id }
}

/// Commits changes of the sender's documents in one transaction, and publishes the events.
public struct ChangesDecided: SharedMessage, FastCodable, Hashable {
  /// Outcome: empty once the changes are durable, or the reply that an earlier decision stored
  /// under the same idempotency key; nothing was written then.
  public typealias Reply = CommitOutcome
  /// Wire name. All changes and events are written in one transaction.
  public static let target = "store.changesDecided"
  public static let errors: [BusError.Code] = [.conflict]
  /// Changes to documents, in order.
  public var changes: [DocumentChange]
  /// Events to publish, in order; empty if no event reports the changes.
  public var events: [NewEvent]
  /// Reply to the command, stored under its idempotency key. Absent if the command has none, or if
  /// the reply is a secret.
  public var reply: StoredReply?
  /// Id of the writer epoch in which the changes were decided, set when the message is sent.
  /// Changes from an earlier one are rejected.
  public var term: String?
  /// Creates the message. If `events` is empty, nothing is published; if `reply` is nil, no reply
  /// is stored for retries.
  public init(
    changes: [DocumentChange], events: [NewEvent] = [], reply: StoredReply? = nil,
    term: String? = nil
  ) {
    self.changes = changes
    self.events = events
    self.reply = reply
    self.term = term
  }
}

/// Requests documents of the sender.
public struct DocumentsRequested: SharedMessage, Hashable {
  /// Requested documents, as they were saved.
  public typealias Reply = DocumentPage
  /// Wire name. Read-only.
  public static let target = "store.documentsRequested"
  /// Documents to read: some by id, or a page of a collection.
  public var query: DocumentQuery
  /// Requests documents by id, or one page.
  public init(query: DocumentQuery) { self.query = query }
}

/// Requests the reply that is stored under an idempotency key.
public struct ReplyRequested: SharedMessage, Hashable {
  /// The reply, if there is one; fails with `conflict` if it belongs to another request.
  public typealias Reply = FoundReply
  /// Wire name. Sent for a command that is a retry, or that would be rejected.
  public static let target = "store.replyRequested"
  public static let errors: [BusError.Code] = [.conflict]
  /// Idempotency key.
  public var key: String
  /// Digest of the body of the received command, with its teams (`StoredReply.request`); if the reply
  /// belongs to another request, the error is `conflict`. Default: any request matches.
  public var request: String?
  /// Requests the reply under a key.
  public init(key: String, request: String? = nil) { (self.key, self.request) = (key, request) }
}

public import Bus
public import Documents

/// Commits changes of the gateway in one transaction.
public struct GatewayChangesDecided: DelegateMessage, Hashable {
  /// Outcome: empty once the changes are durable, or the reply that an earlier decision stored
  /// under the same idempotency key.
  public typealias Reply = CommitOutcome
  /// Wire name. Persistence writes the changes in one transaction.
  public static let target = "gateway.changesDecided"
  public static let errors: [BusError.Code] = [.conflict]
  /// Changes to invitations and sessions, in order.
  public var changes: [DocumentChange]
  /// Reply to the command, stored under its idempotency key. Absent if the command has none, or if
  /// the reply is a secret.
  public var reply: StoredReply?
  /// Id of the writer epoch in which the changes were decided, set when the message is sent.
  /// Changes from an earlier one are rejected.
  public var term: String?
  /// Creates the message. If `reply` is nil, no reply is stored for retries.
  public init(changes: [DocumentChange], reply: StoredReply? = nil, term: String? = nil) {
    self.changes = changes
    self.reply = reply
    self.term = term
  }
}

/// Begins a writer epoch of the gateway, after which commits of earlier ones are rejected.
public struct GatewayTermBegun: BegunTerm, Hashable {
  /// Empty reply once the writer epoch is durable.
  public typealias Reply = Done
  /// Wire name. Reads after the reply see every write of earlier writer epochs.
  public static let target = "gateway.termBegun"
  /// Id of the writer epoch, never reused.
  public var id: String
  /// Begins the writer epoch with this id, which must be new.
  public init(id: String) { self.id = id }
}

/// Requests documents of the gateway.
public struct GatewayDocumentsRequested: DelegateMessage, Hashable {
  /// Requested documents, as persistence stores them.
  public typealias Reply = DocumentPage
  /// Wire name. Read-only.
  public static let target = "gateway.documentsRequested"
  /// Documents to read: some by id, or a page of a collection.
  public var query: DocumentQuery
  /// Requests documents by id, or one page.
  public init(query: DocumentQuery) { self.query = query }
}

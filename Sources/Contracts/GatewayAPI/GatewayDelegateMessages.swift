public import Bus
public import Documents

/// The gateway calls: this was decided; make it durable.
public struct GatewayChangesDecided: DelegateMessage, Hashable {
  /// That it is durable, or the reply that another decision under the same key got.
  public typealias Reply = CommitOutcome
  /// The name on the wire; the parent writes it in one transaction.
  public static let target = "gateway.changesDecided"
  /// What becomes of invitations and sessions, in order.
  public var changes: [DocumentChange]
  /// What the command is answered with.
  public var reply: StoredReply?
  /// The term in which it was decided; nil until it is sent.
  public var term: String?
  /// Without a reply, none is stored for a repetition.
  public init(changes: [DocumentChange], reply: StoredReply? = nil, term: String? = nil) {
    self.changes = changes
    self.reply = reply
    self.term = term
  }
}

/// The gateway calls: my term begins, and whatever was decided before is no longer to be written.
public struct GatewayTermBegun: BegunTerm, Hashable {
  /// Only that it is durable.
  public typealias Reply = Done
  /// The name on the wire; what is asked for after the answer is all that was ever written.
  public static let target = "gateway.termBegun"
  /// Names the term.
  public var id: String
  /// Begins a term of that name, which no other has.
  public init(id: String) { self.id = id }
}

/// The gateway calls: what was saved?
public struct GatewayDocumentsRequested: DelegateMessage, Hashable {
  /// The page that was asked for, as persistence has it.
  public typealias Reply = DocumentPage
  /// The name on the wire; it only reads.
  public static let target = "gateway.documentsRequested"
  /// Which documents.
  public var query: DocumentQuery
  /// Asks for one page.
  public init(query: DocumentQuery) { self.query = query }
}

public import Bus
public import Documents
public import FastJSON

/// Changes documents and appends events, all in one transaction.
public struct Commit: BusCommand, Hashable {
  public static let target = "persistence.commit"
  public var changes: [DocumentChange]
  /// Appended in order.
  public var events: [NewEvent]
  /// Stored with the effect: when the key is already known nothing is written and that reply returns.
  public var idempotency: StoredReply?
  public init(
    changes: [DocumentChange] = [], events: [NewEvent] = [], idempotency: StoredReply? = nil
  ) {
    self.changes = changes
    self.events = events
    self.idempotency = idempotency
  }

  public struct Reply: Codable, Hashable, Sendable {
    /// Names the journal.
    public var epoch: String
    /// The events as they stand in the journal, in order.
    public var events: [JournalEvent]
    /// The reply that another commit stored under the idempotency key before; nothing was written now.
    /// Nil also where this very commit came twice.
    public var repeated: RawJSON?
    public init(epoch: String, events: [JournalEvent], repeated: RawJSON? = nil) {
      self.epoch = epoch
      self.events = events
      self.repeated = repeated
    }
  }
}

/// Reads documents: one by id, or a page of a collection.
public struct Load: BusCommand, Hashable {
  public typealias Reply = DocumentPage
  public static let target = "persistence.load"
  public var query: DocumentQuery
  public init(_ query: DocumentQuery) { self.query = query }

  /// On the wire its members are those of the query.
  public init(from decoder: any Decoder) throws { query = try DocumentQuery(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Reads events from the journal.
public struct Replay: BusCommand, Hashable {
  public typealias Reply = EventPage
  public static let target = "persistence.replay"
  public var query: JournalQuery
  public init(_ query: JournalQuery) { self.query = query }

  /// On the wire its members are those of the query.
  public init(from decoder: any Decoder) throws { query = try JournalQuery(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Searches documents by their words.
public struct SearchDocuments: BusCommand, Hashable {
  public typealias Reply = FoundDocuments
  public static let target = "persistence.search"
  public var query: TextQuery
  public init(_ query: TextQuery) { self.query = query }

  /// On the wire its members are those of the query.
  public init(from decoder: any Decoder) throws { query = try TextQuery(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Replies stored under idempotency keys, newest first.
public struct LoadReplies: BusCommand, Hashable {
  public typealias Reply = StoredReplies
  public static let target = "persistence.replies"
  public var limit: Int
  public init(limit: Int) { self.limit = limit }
}

/// Writes a consistent copy of the database while it is in use.
public struct Backup: BusCommand, Hashable {
  public static let target = "persistence.backup"
  /// An absolute path on the machine of the persistence service.
  public var path: String
  /// Whether a file that is there may be replaced.
  public var overwrite: Bool
  public init(path: String, overwrite: Bool = false) {
    self.path = path
    self.overwrite = overwrite
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var path: String
    public var bytes: Int64
    public init(path: String, bytes: Int64) {
      self.path = path
      self.bytes = bytes
    }
  }
}

/// Asks where the journal stands.
public struct GetJournalRange: BusCommand, Hashable {
  public typealias Reply = JournalRange
  public static let target = "persistence.heads"
  public init() {}
}

/// Finds the events that one command led to.
public struct FindCorrelated: BusCommand, Hashable {
  public static let target = "persistence.trace"
  /// The id of the command or of one of its events, or how one begins, from 8 characters on.
  public var id: String
  /// Only events after this sequence.
  public var after: Int64?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  public init(id: String, after: Int64? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }

  public struct Reply: Codable, Hashable, Sendable {
    /// The commands that the id may stand for, at most 10. Only if it is one there are events.
    public var correlations: [String]
    public var events: [TracedEvent]
    public var hasMore: Bool
    public init(correlations: [String], events: [TracedEvent], hasMore: Bool) {
      self.correlations = correlations
      self.events = events
      self.hasMore = hasMore
    }
  }
}

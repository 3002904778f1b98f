public import Bus
public import Foundation

/// Changes documents and appends events, all in one transaction.
public struct Commit: BusCommand, Hashable {
  public static let target = "persistence.commit"
  public var changes: [DocumentChange]
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
    public var epoch: String
    /// The events as they stand in the journal, in order.
    public var events: [JournalEvent]
    /// The reply that was already stored under the idempotency key, if it was.
    public var repeated: JSONValue?
    public init(epoch: String, events: [JournalEvent], repeated: JSONValue? = nil) {
      self.epoch = epoch
      self.events = events
      self.repeated = repeated
    }
  }
}

/// One change of one document, or of all that belong to a parent.
public enum DocumentChange: Hashable, Sendable {
  case put(Document)
  case delete(collection: String, id: String)
  case deleteChildren(collection: String, parent: String)
}

/// One member, named after the change: `{"put": {…}}`, `{"delete": {…}}`, `{"deleteChildren": {…}}`.
extension DocumentChange: Codable {
  private enum CodingKeys: String, CodingKey { case put, delete, deleteChildren }

  private struct One: Codable {
    var collection: String
    var id: String
  }

  private struct Children: Codable {
    var collection: String
    var parent: String
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let document = try container.decodeIfPresent(Document.self, forKey: .put) {
      self = .put(document)
    } else if let one = try container.decodeIfPresent(One.self, forKey: .delete) {
      self = .delete(collection: one.collection, id: one.id)
    } else {
      let children = try container.decode(Children.self, forKey: .deleteChildren)
      self = .deleteChildren(collection: children.collection, parent: children.parent)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .put(let document):
      try container.encode(document, forKey: .put)
    case .delete(let collection, let id):
      try container.encode(One(collection: collection, id: id), forKey: .delete)
    case .deleteChildren(let collection, let parent):
      try container.encode(
        Children(collection: collection, parent: parent), forKey: .deleteChildren)
    }
  }
}

/// A document; what it says is opaque to persistence.
public struct Document: Codable, Hashable, Sendable {
  public var collection: String
  public var id: String
  /// The id of what it belongs to.
  public var parent: String?
  /// Lists are in this order; for a meeting, its date in milliseconds.
  public var sortKey: Int64?
  public var body: JSONValue
  /// What a search finds it by.
  public var searchText: String?
  public init(
    collection: String, id: String, parent: String? = nil, sortKey: Int64? = nil, body: JSONValue,
    searchText: String? = nil
  ) {
    self.collection = collection
    self.id = id
    self.parent = parent
    self.sortKey = sortKey
    self.body = body
    self.searchText = searchText
  }
}

/// An event that is to be appended.
public struct NewEvent: Codable, Hashable, Sendable {
  /// A UUID; unique in the journal.
  public var id: String
  public var source: String
  public var labels: EventLabels
  public var time: Date
  public var traceparent: String?
  public var data: JSONValue
  public init(
    id: String, source: String, labels: EventLabels, time: Date, traceparent: String? = nil,
    data: JSONValue
  ) {
    self.id = id
    self.source = source
    self.labels = labels
    self.time = time
    self.traceparent = traceparent
    self.data = data
  }
}

/// An event in the journal.
public struct JournalEvent: Codable, Hashable, Sendable {
  public var event: NewEvent
  /// Global and contiguous, from 1.
  public var sequence: Int64
  public var epoch: String
  /// The id of the command that began it all; nil for what was written before such ids were kept.
  public var correlation: String?
  /// The id of the commit that brought it.
  public var causation: String?
  /// The sequence of the previous event of the same type, standup and meeting; nil for the first.
  public var previousOfType: Int64?
  public var previousOfStandup: Int64?
  public var previousOfMeeting: Int64?
  public init(
    event: NewEvent, sequence: Int64, epoch: String, correlation: String? = nil,
    causation: String? = nil, previousOfType: Int64? = nil, previousOfStandup: Int64? = nil,
    previousOfMeeting: Int64? = nil
  ) {
    self.event = event
    self.sequence = sequence
    self.epoch = epoch
    self.correlation = correlation
    self.causation = causation
    self.previousOfType = previousOfType
    self.previousOfStandup = previousOfStandup
    self.previousOfMeeting = previousOfMeeting
  }
}

/// A reply that is stored under an idempotency key, for 24 hours.
public struct StoredReply: Codable, Hashable, Sendable {
  public var key: String
  public var reply: JSONValue
  public init(key: String, reply: JSONValue) {
    self.key = key
    self.reply = reply
  }
}

/// Reads documents: one by id, or a page of a collection.
public struct Load: BusCommand, Hashable {
  public static let target = "persistence.load"
  public var collection: String
  public var id: String?
  public var parent: String?
  /// The `next` of the page before.
  public var after: String?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  /// Descending by sort key; ascending unless told.
  public var newestFirst: Bool?
  public init(
    collection: String, id: String? = nil, parent: String? = nil, after: String? = nil,
    limit: Int? = nil, newestFirst: Bool? = nil
  ) {
    self.collection = collection
    self.id = id
    self.parent = parent
    self.after = after
    self.limit = limit
    self.newestFirst = newestFirst
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var documents: [Document]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// How many the collection (of that parent) has in all.
    public var total: Int
    public init(documents: [Document], next: String? = nil, total: Int) {
      self.documents = documents
      self.next = next
      self.total = total
    }
  }
}

/// Reads events from the journal.
public struct Replay: BusCommand, Hashable {
  public static let target = "persistence.replay"
  /// Events after this sequence; 0 for all.
  public var after: Int64
  /// Only these types; nil for all.
  public var types: [String]?
  public var standup: String?
  public var meeting: String?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  /// The epoch that the asker knows; another one is refused as `compacted`.
  public var epoch: String?
  public init(
    after: Int64, types: [String]? = nil, standup: String? = nil, meeting: String? = nil,
    limit: Int? = nil, epoch: String? = nil
  ) {
    self.after = after
    self.types = types
    self.standup = standup
    self.meeting = meeting
    self.limit = limit
    self.epoch = epoch
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var events: [JournalEvent]
    public var epoch: String
    /// The last sequence of the journal.
    public var head: Int64
    /// Whether more events that fit come after these.
    public var hasMore: Bool
    /// Go on after this one: all that fits up to here was given. A page may be empty before the end.
    public var resume: Int64?
    public init(
      events: [JournalEvent], epoch: String, head: Int64, hasMore: Bool, resume: Int64? = nil
    ) {
      self.events = events
      self.epoch = epoch
      self.head = head
      self.hasMore = hasMore
      self.resume = resume
    }
  }
}

/// Searches documents by their words.
public struct SearchDocuments: BusCommand, Hashable {
  public static let target = "persistence.search"
  public var collection: String
  public var query: String
  public var limit: Int?
  public var offset: Int?
  public init(collection: String, query: String, limit: Int? = nil, offset: Int? = nil) {
    self.collection = collection
    self.query = query
    self.limit = limit
    self.offset = offset
  }

  public struct Reply: Codable, Hashable, Sendable {
    public var hits: [Hit]
    public var total: Int
    public init(hits: [Hit], total: Int) {
      self.hits = hits
      self.total = total
    }
  }

  /// A document that has the words.
  public struct Hit: Codable, Hashable, Sendable {
    public var document: Document
    /// A piece of the text; each found word stands between U+0002 and U+0003.
    public var snippet: String
    public init(document: Document, snippet: String) {
      self.document = document
      self.snippet = snippet
    }
  }
}

/// Replies stored under idempotency keys, newest first.
public struct LoadReplies: BusCommand, Hashable {
  public static let target = "persistence.replies"
  public var limit: Int
  public init(limit: Int) { self.limit = limit }

  public struct Reply: Codable, Hashable, Sendable {
    public var replies: [StoredReply]
    public init(replies: [StoredReply]) { self.replies = replies }
  }
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

/// Where the journal stands.
public struct JournalHeads: BusCommand, Hashable {
  public static let target = "persistence.heads"
  public init() {}

  public struct Reply: Codable, Hashable, Sendable {
    public var epoch: String
    /// The last sequence; 0 for an empty journal.
    public var head: Int64
    /// The oldest sequence that can be replayed.
    public var oldest: Int64
    public init(epoch: String, head: Int64, oldest: Int64) {
      self.epoch = epoch
      self.head = head
      self.oldest = oldest
    }
  }
}

public import Bus
public import Documents
public import FastJSON

/// Changes documents and appends events, all in one transaction.
///
/// ```swift
/// let committed = try await caller.send(Commit(changes: [.put(document)], events: [event]))
/// let published = committed.publications  // what goes out now
/// ```
public struct Commit: BusCommand, Hashable {
  /// The name on the wire; only the parent may send it.
  public static let target = "persistence.commit"
  /// Applied in order; of one document the last change counts.
  public var changes: [DocumentChange]
  /// Appended in order.
  public var events: [NewEvent]
  /// Stored with the effect: when the key is already known nothing is written and that reply returns.
  public var idempotency: StoredReply?
  /// The term in which it was decided; nil for what is decided without knowing what is saved.
  public var term: WriterTerm?
  /// A transaction; what is left out it does not have. Refused as `too_large` where a document, or
  /// the events together, would not fit a message again (983,040 bytes), as `conflict` where an
  /// event has the id of another that is in the journal, or where the term is over.
  ///
  /// A commit whose events all are in the journal was sent again: it is done once.
  ///
  /// - Parameters:
  ///   - idempotency: a key that is remembered for 24 hours, with the reply that is for it.
  ///   - term: without one it is written in any term.
  public init(
    changes: [DocumentChange] = [], events: [NewEvent] = [], idempotency: StoredReply? = nil,
    term: WriterTerm? = nil
  ) {
    self.changes = changes
    self.events = events
    self.idempotency = idempotency
    self.term = term
  }

  /// The answer once all of it is on disk.
  public struct Reply: Codable, Hashable, Sendable {
    /// Names the journal.
    public var epoch: String
    /// The events as they stand in the journal, in order.
    public var events: [JournalEvent]
    /// Whether all of it was there already, by the events or by the key; nil for no.
    public var isRepeated: Bool?
    /// The reply that another commit stored under the idempotency key before; nothing was written now.
    /// Nil also where this very commit came twice.
    public var repeated: RawJSON?
    /// The reply; `repeated` is nil where this commit is the one that is on disk.
    /// `isRepeated` is true for both.
    public init(
      epoch: String, events: [JournalEvent], isRepeated: Bool? = nil, repeated: RawJSON? = nil
    ) {
      self.epoch = epoch
      self.events = events
      self.isRepeated = isRepeated
      self.repeated = repeated
    }

    /// The events with the views under which they go out.
    public var publications: [Publication] {
      events.map {
        Publication(
          event: $0.cloudEvent, labels: $0.event.labels, isRepeated: isRepeated ?? false)
      }
    }
  }
}

/// Reads documents: some by their ids, or a page of a collection.
///
/// ```swift
/// var page = try await caller.send(Load(DocumentQuery(collection: "webhooks")))
/// while let next = page.next {
///   page = try await caller.send(Load(DocumentQuery(collection: "webhooks", after: next)))
/// }
/// ```
public struct Load: BusCommand, Hashable {
  /// A page of documents; for those asked for by id, one with those that are there.
  public typealias Reply = DocumentPage
  /// The name on the wire; only the parent may send it.
  public static let target = "persistence.load"
  /// Which documents: some by their ids, or a page of a collection.
  public var query: DocumentQuery
  /// Asks for documents; `invalid` for a limit beyond 1 to 1000, more than 1000 ids, or an `after`
  /// that no page gave.
  public init(_ query: DocumentQuery) { self.query = query }

  /// On the wire its members are those of the query.
  public init(from decoder: any Decoder) throws { query = try DocumentQuery(from: decoder) }
  /// Writes what `init(from:)` reads.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Reads events from the journal.
public struct Replay: BusCommand, Hashable {
  /// Events as they were published, in the order of the journal.
  public typealias Reply = EventPage
  /// The name on the wire; only the parent may send it. Tools send `events.replay` to the router.
  public static let target = "persistence.replay"
  /// Which events: those after a sequence, by type, standup or meeting.
  public var query: JournalQuery
  /// Asks for events; `compacted` where some of them are gone or the epoch is another, `invalid`
  /// where the sequence is still to come.
  public init(_ query: JournalQuery) { self.query = query }

  /// On the wire its members are those of the query.
  public init(from decoder: any Decoder) throws { query = try JournalQuery(from: decoder) }
  /// Writes the query as the body itself.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Searches documents by their words.
public struct SearchDocuments: BusCommand, Hashable {
  /// What has all the words, the best match first, with a piece of each text.
  public typealias Reply = FoundDocuments
  /// The name on the wire; only the parent may send it.
  public static let target = "persistence.search"
  /// Which words in which collection.
  public var query: TextQuery
  /// Asks for what has the words, 64 words and phrases at most; without a word nothing is found.
  public init(_ query: TextQuery) { self.query = query }

  /// On the wire its members are those of the query.
  public init(from decoder: any Decoder) throws { query = try TextQuery(from: decoder) }
  /// Writes the query with its members at the top of the body.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Finds the reply that is stored under an idempotency key.
public struct FindReply: BusCommand, Hashable {
  /// The reply, if there is one; `conflict` if it is to another request.
  public typealias Reply = FoundReply
  /// The name on the wire; only the parent may send it.
  public static let target = "persistence.reply"
  /// The key.
  public var key: String
  /// Digest of the body of the command that came; nil for any.
  public var request: String?
  /// Asks for the reply under a key, with which a service knows a command that comes again.
  public init(key: String, request: String? = nil) { (self.key, self.request) = (key, request) }
}

/// Asks which other persistences wait until this one is gone.
public struct GetWaitingStores: BusCommand, Hashable {
  /// The name on the wire; only the parent may send it.
  public static let target = "persistence.waiting"
  /// A question without members: `{}` on the wire.
  public init() {}

  /// Those that wait.
  public struct Reply: Codable, Hashable, Sendable {
    /// The first one first; empty also where the store is a file, for which nobody waits.
    public var waiting: [WaitingStore]
    /// The answer.
    public init(waiting: [WaitingStore]) { self.waiting = waiting }
  }
}

/// A persistence that waits for the database.
public struct WaitingStore: Codable, Hashable, Sendable {
  /// Which instance it is.
  public var instance: String
  /// For how long it has waited, in milliseconds.
  public var waitedMs: Int64
  /// One that waits.
  public init(instance: String, waitedMs: Int64) {
    self.instance = instance
    self.waitedMs = waitedMs
  }
}

/// Begins the term of a service.
///
/// Once it is answered no commit of that service is written that has another term, however late it
/// comes; those that were written before it can be read.
public struct BeginTerm: BusCommand, Hashable {
  /// Only that it is durable.
  public typealias Reply = Done
  /// The name on the wire; only the parent may send it.
  public static let target = "persistence.beginTerm"
  /// The term that begins; the same one may begin again.
  public var term: WriterTerm
  /// Begins a term.
  public init(_ term: WriterTerm) { self.term = term }
}

/// Writes a consistent copy of the database while it is in use.
public struct Backup: BusCommand, Hashable {
  /// The name on the wire; answered when the copy was checked and is on disk.
  public static let target = "persistence.backup"
  /// The name of a file in the directory of backups (`STANDUPS_BACKUPS`): 1 to 100 letters, digits, dots, hyphens and
  /// underscores of ASCII; a letter or a digit first.
  public var name: String
  /// True replaces an earlier backup of that name.
  public var overwrite: Bool
  /// A command for a copy. Any other name is refused as `invalid`, a file that is there as `conflict`.
  ///
  /// - Parameter overwrite: true replaces an earlier backup once the copy is complete, and no file that is anything else.
  ///   Default: false.
  public init(name: String, overwrite: Bool = false) {
    self.name = name
    self.overwrite = overwrite
  }

  /// Where the copy is.
  public struct Reply: Codable, Hashable, Sendable {
    /// The path of the copy on the machine of the persistence service.
    public var path: String
    /// The size of the copy, in bytes.
    public var bytes: Int64
    /// The reply for a file that is complete.
    public init(path: String, bytes: Int64) {
      self.path = path
      self.bytes = bytes
    }
  }
}

/// Asks how far a backup is.
public struct GetBackup: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "persistence.backupProgress"
  /// Name of the backup. One that is over is known until the next one begins; `not_found` for any other.
  public var name: String
  /// Asks about the backup of that name.
  public init(name: String) { self.name = name }

  /// How far a backup is.
  public struct Reply: Codable, Hashable, Sendable {
    /// Name of the backup.
    public var name: String
    /// How many pages of the database are copied. When all are, the copy is checked.
    public var copied: Int
    /// How many there are; 0 until that is known.
    public var total: Int
    /// A backup that has so many pages of all.
    public init(name: String, copied: Int, total: Int) {
      self.name = name
      self.copied = copied
      self.total = total
    }
  }
}

/// Asks where the journal stands.
public struct GetJournalRange: BusCommand, Hashable {
  /// The epoch, the last sequence, and the oldest one that can be replayed.
  public typealias Reply = JournalRange
  /// The name on the wire; tools may send it as well, or `events.heads` to the router.
  public static let target = "persistence.heads"
  /// A question without members: `{}` on the wire.
  public init() {}
}

/// Finds the events that one command led to.
public struct FindCorrelated: BusCommand, Hashable {
  /// The name on the wire; only the parent may send it. Tools send `router.trace`.
  public static let target = "persistence.trace"
  /// The id of the command or of one of its events, or how one begins, from 8 characters on;
  /// events of one minute begin alike.
  public var id: String
  /// Only events after this sequence.
  public var after: Int64?
  /// From 1 to 1000; 100 unless told.
  public var limit: Int?
  /// Asks for the events of a command, oldest first.
  ///
  /// - Parameters:
  ///   - id: hexadecimal digits and dashes in either case, 8 or more; anything else is `invalid`.
  ///   - after: the sequence of the last event that is known; nil for all.
  public init(id: String, after: Int64? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }

  /// A page of what was found.
  public struct Reply: Codable, Hashable, Sendable {
    /// The commands that the id may stand for, at most 10. Only if it is one there are events.
    public var correlations: [String]
    /// In the order of the journal, without what they say.
    public var events: [TracedEvent]
    /// Whether there are more: ask again after the sequence of the last one.
    public var hasMore: Bool
    /// A page; without exactly one correlation it has no events.
    public init(correlations: [String], events: [TracedEvent], hasMore: Bool) {
      self.correlations = correlations
      self.events = events
      self.hasMore = hasMore
    }
  }
}

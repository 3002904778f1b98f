public import Bus
public import Documents
public import FastJSON
public import Schema

/// Changes documents and appends events, all in one transaction.
///
/// ```swift
/// let committed = try await caller.send(Commit(changes: [.put(document)], events: [event]))
/// let published = committed.publications  // the events to publish now
/// ```
public struct Commit: BusCommand, FastCodable, Hashable {
  public static let target = "persistence.commit"
  public static let traits = CommandTraits(access: .parent, isStored: true, errors: [.conflict])
  /// Changes to documents, applied in order. If a document is changed more than once, the last
  /// change counts.
  public var changes: [DocumentChange]
  /// Events to append to the journal, in order.
  public var events: [NewEvent]
  /// Reply to store with the effect. If its key is already known, nothing is written, and the
  /// earlier reply is returned. Default: no reply is stored.
  public var idempotency: StoredReply?
  /// Writer epoch in which the changes were decided; a commit from an earlier epoch is rejected.
  /// Absent for changes that were decided without reading the saved data.
  public var term: WriterTerm?
  /// Creates a transaction from its parts.
  ///
  /// It fails with `too_large` if a document, or the events together, would not fit into a message
  /// when they are read (983,040 bytes), and with `conflict` if an event has the id of another
  /// event in the journal, if a document cannot be written because it exists (`DocumentChange`), or
  /// if the writer epoch is over. A commit whose events are all in the journal is a retry, and is not
  /// applied twice.
  ///
  /// - Parameters:
  ///   - idempotency: the reply to the command; its key is known for 24 hours.
  ///   - term: nil to write it in any writer epoch.
  public init(
    changes: [DocumentChange] = [], events: [NewEvent] = [], idempotency: StoredReply? = nil,
    term: WriterTerm? = nil
  ) {
    self.changes = changes
    self.events = events
    self.idempotency = idempotency
    self.term = term
  }

  /// Result, once everything is on disk.
  public struct Reply: FastCodable, Hashable, Sendable {
    /// Epoch of the journal.
    public var epoch: String
    /// Events as stored in the journal, in order.
    public var events: [JournalEvent]
    /// True if everything was already stored, as shown by the events or the key. Absent otherwise.
    public var isRepeated: Bool?
    /// Reply that another commit stored under the idempotency key earlier, so that nothing was
    /// written now. Absent if there was none, or if this same commit was sent twice.
    public var repeated: RawJSON?
    /// Creates the reply. `repeated` is nil if this commit is the one on disk. `isRepeated` is true
    /// for any retry.
    public init(
      epoch: String, events: [JournalEvent], isRepeated: Bool? = nil, repeated: RawJSON? = nil
    ) {
      self.epoch = epoch
      self.events = events
      self.isRepeated = isRepeated
      self.repeated = repeated
    }

    /// Events with the topic families in which they are published.
    public var publications: [Publication] {
      events.map {
        Publication(
          event: $0.cloudEvent, labels: $0.event.labels, isRepeated: isRepeated ?? false,
          isEarlier: repeated != nil)
      }
    }
  }
}

/// Reads documents: some by id, or a page of a collection.
///
/// ```swift
/// var page = try await caller.send(Load(DocumentQuery(collection: "webhooks")))
/// while let next = page.next {
///   page = try await caller.send(Load(DocumentQuery(collection: "webhooks", after: next)))
/// }
/// ```
public struct Load: BusCommand, Hashable, WrittenAs {
  public typealias Written = DocumentQuery
  /// A page of documents. If documents are requested by id, it contains those that exist.
  public typealias Reply = DocumentPage
  public static let target = "persistence.load"
  public static let traits = CommandTraits(access: .parent)
  /// Documents to read: some by id, or a page of a collection.
  public var query: DocumentQuery
  /// Requests documents. Fails with `invalid` for a limit outside 1 to 1000, for more than 1000
  /// ids, or for an `after` that is not the cursor of a page.
  public init(_ query: DocumentQuery) { self.query = query }

  /// Decodes the query from the members of the body.
  public init(from decoder: any Decoder) throws { query = try DocumentQuery(from: decoder) }
  /// Encodes the members of the query as those of the body.
  ///
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Reads events from the journal.
public struct Replay: BusCommand, Hashable, WrittenAs {
  public typealias Written = JournalQuery
  /// Events as they were published, in the order of the journal.
  public typealias Reply = EventPage
  /// Wire name. Only the router may send it; tools send `events.replay` to the router.
  public static let target = "persistence.replay"
  public static let traits = CommandTraits(access: .parent, errors: [.compacted])
  /// Query for the events to read: those after a sequence, optionally limited by type, standup or
  /// meeting.
  public var query: JournalQuery
  /// Requests events. Fails with `compacted` if the journal no longer retains some of them or has
  /// another epoch, and with `invalid` for a sequence beyond the last one.
  public init(_ query: JournalQuery) { self.query = query }

  /// Decodes the query from the members of the body.
  public init(from decoder: any Decoder) throws { query = try JournalQuery(from: decoder) }
  /// Encodes the members of the query as those of the body.
  ///
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Finds documents by their words.
public struct SearchDocuments: BusCommand, Hashable, WrittenAs {
  public typealias Written = TextQuery
  /// Documents that contain all the words, best match first, with an excerpt of each text.
  public typealias Reply = FoundDocuments
  public static let target = "persistence.search"
  public static let traits = CommandTraits(access: .parent)
  /// Words to find, and the collection to search.
  public var query: TextQuery
  /// Requests the documents that contain the words, at most 64 words and phrases; a query without a
  /// word finds nothing.
  public init(_ query: TextQuery) { self.query = query }

  /// Decodes the query from the members of the body.
  public init(from decoder: any Decoder) throws { query = try TextQuery(from: decoder) }
  /// Encodes the members of the query as those of the body.
  ///
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws { try query.encode(to: encoder) }
}

/// Finds the reply that is stored under an idempotency key.
public struct FindReply: BusCommand, Hashable {
  /// The reply, if there is one. The command fails with `conflict` if the reply belongs to another
  /// request.
  public typealias Reply = FoundReply
  public static let target = "persistence.reply"
  public static let traits = CommandTraits(access: .parent, errors: [.conflict])
  /// Idempotency key.
  public var key: String
  /// Digest of the body of the received command, with its teams (`StoredReply.request`). The command
  /// fails with `conflict` if the reply belongs to another request. Default: any request matches.
  public var request: String?
  /// Requests the reply stored under a key, so that a service can recognise a repeated command.
  public init(key: String, request: String? = nil) { (self.key, self.request) = (key, request) }
}

/// Lists the persistence processes that wait until this process no longer uses the store.
public struct GetWaitingStores: BusCommand, Hashable {
  public static let target = "persistence.waiting"
  public static let traits = CommandTraits(access: .parent)
  /// Creates the command, whose body is `{}`.
  public init() {}

  /// Waiting processes.
  public struct Reply: Codable, Hashable, Sendable {
    /// Waiting processes, longest wait first, at most 16. Empty if the store is a file, because no
    /// process waits for a file.
    public var waiting: [WaitingStore]
    /// Creates the reply; `waiting` is in the order in which the processes wait.
    public init(waiting: [WaitingStore]) { self.waiting = waiting }
  }
}

/// A persistence process that waits for the database.
public struct WaitingStore: Codable, Hashable, Sendable {
  /// Id of the instance.
  public var instance: String
  /// Time that it has waited, in milliseconds.
  public var waitedMs: Int64
  /// Creates the entry for one instance.
  public init(instance: String, waitedMs: Int64) {
    self.instance = instance
    self.waitedMs = waitedMs
  }
}

/// Begins the writer epoch of a service; commits of earlier epochs are rejected from then on.
///
/// After the reply, no commit of that service with another writer epoch is written, however late it
/// arrives. Commits that were written before can be read.
public struct BeginTerm: BusCommand, Hashable {
  /// Empty reply once the writer epoch is durable.
  public typealias Reply = Done
  public static let target = "persistence.beginTerm"
  public static let traits = CommandTraits(access: .parent, isStored: true)
  /// Writer epoch that begins. The current epoch may begin again.
  public var term: WriterTerm
  /// Begins the given writer epoch.
  public init(_ term: WriterTerm) { self.term = term }
}

/// Writes a consistent copy of the database while it is in use.
public struct Backup: BusCommand, Hashable {
  /// Wire name. The reply arrives once the copy is checked and on disk.
  public static let target = "persistence.backup"
  public static let traits = CommandTraits(access: .operator, errors: [.conflict])
  /// Name of a file in the backup directory (`STANDUPS_BACKUPS`): 1 to 100 ASCII letters, digits,
  /// dots, hyphens and underscores, the first of which is a letter or a digit. Any other name fails
  /// with `invalid`.
  public var name: String
  /// Replaces an earlier backup with that name. Any other file is never replaced.
  public var overwrite: Bool
  public static let bounds: MemberBounds<Self> = [
    \.name: .text(0...100, pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$")
  ]
  /// Creates the command for a copy. An invalid name fails with `invalid`, and an existing file
  /// with `conflict`.
  ///
  /// - Parameter overwrite: true to replace an earlier backup, but no other kind of file, once the
  ///   copy is complete. Default: false.
  public init(name: String, overwrite: Bool = false) {
    self.name = name
    self.overwrite = overwrite
  }

  /// Path and size of the copy.
  public struct Reply: Codable, Hashable, Sendable {
    /// Path of the copy on the machine of the persistence service.
    public var path: String
    /// Size of the copy, in bytes.
    public var bytes: Int64
    /// Creates the reply for a complete file.
    public init(path: String, bytes: Int64) {
      self.path = path
      self.bytes = bytes
    }
  }
}

/// Returns the progress of a backup.
///
/// The progress of a finished backup remains available until the next backup begins.
public struct GetBackup: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "persistence.backupProgress"
  public static let traits = CommandTraits(access: .operator, errors: [.notFound])
  /// Name of the backup. Only the last backup is known, until the next one begins; any other name
  /// fails with `not_found`.
  public var name: String
  /// Requests the progress of the backup with this name.
  public init(name: String) { self.name = name }

  /// Progress of a backup.
  public struct Reply: Codable, Hashable, Sendable {
    /// Name of the backup.
    public var name: String
    /// Number of database pages copied so far. Once all of them are copied, the copy is checked.
    public var copied: Int
    /// Number of pages to copy; 0 until it is known.
    public var total: Int
    /// Creates the progress from the number of copied pages and the number of all pages.
    public init(name: String, copied: Int, total: Int) {
      self.name = name
      self.copied = copied
      self.total = total
    }
  }
}

/// Returns the range of the journal; subscribers request it with `events.heads`.
public struct GetJournalRange: BusCommand, Hashable {
  /// Epoch, last sequence and oldest replayable sequence of the journal.
  public typealias Reply = JournalRange
  /// Wire name. Observers send `events.heads` to the router instead.
  public static let target = "persistence.heads"
  public static let traits = CommandTraits(access: .operator)
  /// Creates the command, whose body is `{}`.
  public init() {}
}

/// Finds the events that one command caused.
public struct FindCorrelated: BusCommand, Hashable {
  /// Wire name. Only the router may send it; tools send `router.trace`.
  public static let target = "persistence.trace"
  public static let traits = CommandTraits(access: .parent, errors: [.invalid])
  /// Id of the command or of one of its events, or a prefix of at least 8 characters. Ids of events
  /// from the same minute have a common prefix.
  public var id: String
  /// Returns only events after this sequence. Default: all.
  public var after: Int64?
  /// Maximum number of events per page, from 1 to 1000. Default: 100.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [
    \.id: .matching("^[0-9a-fA-F-]{8,36}$"),
    \.limit: .range(1...1000, default: 100),
  ]
  /// Requests the events of a command, oldest first.
  ///
  /// - Parameters:
  ///   - id: hexadecimal digits and hyphens in either case, at least 8; anything else fails with
  ///     `invalid`.
  ///   - after: sequence of the last event that is known; nil for all.
  public init(id: String, after: Int64? = nil, limit: Int? = nil) {
    self.id = id
    self.after = after
    self.limit = limit
  }

  /// A page of the matching events.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Ids of the commands that match the id, at most 10. Events are returned only if exactly one
    /// command matches.
    public var correlations: [String]
    /// Events in the order of the journal, without their data.
    public var events: [TracedEvent]
    /// True if there are more events; request them with `after` set to the sequence of the last
    /// one.
    public var hasMore: Bool
    public static let bounds: MemberBounds<Self> = [\.correlations: .count(0...10)]
    /// Creates a page. It has no events unless there is exactly one correlation.
    public init(correlations: [String], events: [TracedEvent], hasMore: Bool) {
      self.correlations = correlations
      self.events = events
      self.hasMore = hasMore
    }
  }
}

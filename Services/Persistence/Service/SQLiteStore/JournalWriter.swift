import Bus
import Documents
import StandupsSQLite

/// Appends events to the journal within the caller's transaction.
struct JournalWriter {
  let connection: SQLiteConnection
  /// Storage time of the events, in milliseconds since 1970.
  let now: Int64
  /// Epoch of the journal.
  let epoch: String
  /// Last sequence of the journal, including this transaction.
  private(set) var head: Int64

  private let damaged: DamagedItems
  /// Last sequence of the journal before the batch.
  private let start: Int64
  /// Last sequences of the topic families that the batch has looked up, as they are after its
  /// transactions so far; 0 for a family without events. They are written once, at the end: most
  /// transactions of a batch advance the same types and teams.
  private var families: [String: Int64] = [:]
  /// Last sequences before the current transaction, of the families that it has advanced.
  private var earlier: [(family: String, last: Int64)] = []

  private static let findFamily = SQL("SELECT last FROM heads WHERE view = ?")
  private static let writeFamily = SQL("INSERT OR REPLACE INTO heads (view, last) VALUES (?, ?)")
  private static let insertEvent = SQL(
    """
    INSERT INTO events (\(JournalEvent.columns), stored)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """)

  init(connection: SQLiteConnection, now: Int64, damaged: DamagedItems) throws {
    self.connection = connection
    self.damaged = damaged
    self.now = now
    let meta = Meta(connection: connection)
    self.epoch = try meta.epoch()
    head = try meta.integer(.head)
    start = head
  }

  /// Begins a transaction.
  ///
  /// - Returns: the last sequence before it, for `rewind`.
  mutating func begin() -> Int64 {
    earlier.removeAll(keepingCapacity: true)
    return head
  }

  /// Resets the last sequences after a rollback of the current transaction.
  mutating func rewind(to head: Int64) {
    self.head = head
    for (family, last) in earlier.reversed() { families[family] = last }
    earlier.removeAll(keepingCapacity: true)
  }

  /// Appends the events of a transaction.
  ///
  /// - Throws: `StoreError` with `conflict` if an id is already in use.
  mutating func append(_ transaction: Transaction) throws -> [JournalEvent] {
    try transaction.commit.events.map { event in
      head += 1
      let labels = event.labels
      let appended = JournalEvent(
        event: event, sequence: head, epoch: epoch, correlation: transaction.correlation,
        causation: transaction.causation, by: transaction.by,
        previousOfType: try advance(TopicFamily.type(labels.type)),
        previousOfStandup: try labels.standup.flatMap { try advance(TopicFamily.standup($0)) },
        previousOfMeeting: try labels.meeting.flatMap { try advance(TopicFamily.meeting($0)) },
        previousOfTeam: try labels.team.flatMap { try advance(TopicFamily.team($0)) })
      do {
        try insert(appended)
      } catch let error as SQLiteError where error.code == .constraint {
        throw StoreError.duplicateEvent(cause: error)
      }
      return appended
    }
  }

  /// Stored events if all of the events exist with the same content, which means that the sender
  /// repeated them because the reply was lost.
  ///
  /// - Returns: nil if any event is missing or different.
  func recall(_ events: [NewEvent]) throws -> [JournalEvent]? {
    guard !events.isEmpty else { return nil }
    var found: [JournalEvent] = []
    for event in events {
      let stored = try connection.first(
        "SELECT \(JournalEvent.readColumns) FROM events WHERE id = ?", [.text(event.id)],
        operation: "look up an event"
      ) { JournalEvent($0, epoch: epoch, damaged) }
      guard let stored, stored.event.labels == event.labels, stored.event.data == event.data,
        stored.event.source == event.source
      else { return nil }
      found.append(stored)
    }
    return found
  }

  /// Stores the last sequences of the journal and of its topic families, once for all appended
  /// events.
  func finish() throws {
    try Meta(connection: connection).set(.head, .integer(head))
    for (family, last) in families where last > start {
      try connection.run(
        Self.writeFamily, [.text(family), .integer(last)],
        operation: "write a topic family's last sequence")
    }
  }

  /// Records the new event as the last one of a topic family.
  ///
  /// - Returns: sequence of the previous event; nil if this is the first one.
  private mutating func advance(_ family: String) throws -> Int64? {
    let last = try families[family] ?? find(family)
    earlier.append((family, last))
    families[family] = head
    return last > 0 ? last : nil
  }

  /// Last sequence of a topic family before the batch; 0 for one without events.
  private func find(_ family: String) throws -> Int64 {
    try connection.first(
      Self.findFamily, [.text(family)], operation: "read a topic family's last sequence"
    ) { $0.integer(0) } ?? 0
  }

  private func insert(_ appended: JournalEvent) throws {
    let event = appended.event
    let labels = event.labels
    let time = Timestamp.format(event.time)
    try connection.run(
      Self.insertEvent,
      [
        .integer(appended.sequence), .text(event.id), .text(labels.type), .text(labels.subject),
        .text(time), .text(event.source), .optional(event.traceparent),
        .optional(labels.standup), .optional(labels.meeting), .utf8(event.data.bytes),
        .optional(appended.previousOfType), .optional(appended.previousOfStandup),
        .optional(appended.previousOfMeeting), .optional(appended.correlation),
        .optional(appended.causation), .integer(appended.checksum(time: time)),
        .optional(appended.by), .optional(labels.team), .optional(appended.previousOfTeam),
        .integer(now),
      ], operation: "append an event")
  }
}

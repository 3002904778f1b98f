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

  init(connection: SQLiteConnection, now: Int64, damaged: DamagedItems) throws {
    self.connection = connection
    self.damaged = damaged
    self.now = now
    let meta = Meta(connection: connection)
    self.epoch = try meta.epoch()
    self.head = try meta.integer(.head)
  }

  /// Resets the last sequence to `head` after a rollback.
  mutating func rewind(to head: Int64) { self.head = head }

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

  /// Stores the last sequence of the journal, once for all appended events.
  func finish() throws {
    try Meta(connection: connection).set(.head, .integer(head))
  }

  /// Records the new event as the last one of a topic family.
  ///
  /// - Returns: sequence of the previous event; nil if this is the first one.
  private func advance(_ family: String) throws -> Int64? {
    let last = try connection.first(
      "SELECT last FROM heads WHERE view = ?", [.text(family)],
      operation: "read a topic family's last sequence"
    ) { $0.integer(0) }
    try connection.run(
      "INSERT OR REPLACE INTO heads (view, last) VALUES (?, ?)",
      [.text(family), .integer(head)], operation: "write a topic family's last sequence")
    return last
  }

  private func insert(_ appended: JournalEvent) throws {
    let event = appended.event
    let labels = event.labels
    let time = Timestamp.format(event.time)
    try connection.run(
      """
      INSERT INTO events (\(JournalEvent.columns), stored)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
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

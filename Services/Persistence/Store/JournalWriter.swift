/// Adds events to the journal, inside a transaction that its caller opened.
struct JournalWriter {
  let connection: SQLiteConnection
  /// When the events are stored, in milliseconds since 1970.
  let now: Int64
  /// The end of the journal as this transaction sees it.
  private(set) var position: JournalPosition

  init(connection: SQLiteConnection, now: Int64) throws {
    self.connection = connection
    self.now = now
    self.position = try Meta(connection: connection).position()
  }

  /// Takes back what was appended since the journal stood at `position`, after a rollback.
  mutating func rewind(to position: JournalPosition) { self.position = position }

  mutating func append(_ event: NewEvent) throws -> StoredEvent {
    position.sequence += 1
    let stored = StoredEvent(
      sequence: position.sequence, event: event,
      prevType: try advance(View.type(event.type)),
      prevStandup: try event.standup.flatMap { try advance(View.standup($0)) },
      prevMeeting: try event.meeting.flatMap { try advance(View.meeting($0)) })
    do {
      try insert(stored)
    } catch let error as SQLiteError where error.code == .constraint {
      throw StoreError(
        .conflict, "An event with this id is in the journal already; give each its own.",
        cause: error)
    }
    return stored
  }

  /// Writes the end of the journal down, once for all that was appended.
  func finish() throws {
    try Meta(connection: connection).set(.head, .integer(position.sequence))
  }

  /// Makes the new event the last one of a view.
  /// - Returns: the one that was.
  private func advance(_ view: String) throws -> Int64? {
    let last = try connection.first(
      "SELECT last FROM heads WHERE view = ?", [.text(view)], operation: "read a view's head"
    ) { $0.integer(0) }
    try connection.run(
      "INSERT OR REPLACE INTO heads (view, last) VALUES (?, ?)",
      [.text(view), .integer(position.sequence)], operation: "write a view's head")
    return last
  }

  private func insert(_ stored: StoredEvent) throws {
    let event = stored.event
    try connection.run(
      """
      INSERT INTO events (
        sequence, id, type, subject, time, source, traceparent, standup, meeting, data,
        prevType, prevStandup, prevMeeting, stored, correlation, causation
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(stored.sequence), .text(event.id), .text(event.type), .text(event.subject),
        .text(event.time), .text(event.source), .optional(event.traceparent),
        .optional(event.standup), .optional(event.meeting), .text(event.data),
        .optional(stored.prevType), .optional(stored.prevStandup), .optional(stored.prevMeeting),
        .integer(now), .optional(event.correlation), .optional(event.causation),
      ], operation: "append an event")
  }
}

import Documents
import FastJSON
import StandupsSQLite

/// Idempotency store, which holds the replies for repeated commands. It works within the caller's
/// transaction.
struct IdempotencyStore {
  var connection: SQLiteConnection

  private static let find = SQL(
    "SELECT reply, firstSequence, lastSequence, request FROM replies WHERE key = ?")
  private static let insert = SQL(
    """
    INSERT INTO replies (key, reply, firstSequence, lastSequence, created, request)
    VALUES (?, ?, ?, ?, ?, ?)
    """)

  /// Result of the first transaction with this key; nil if there was none.
  ///
  /// - Throws: `StoreError` with `conflict` if the key was used for another request.
  func recall(
    _ stored: StoredReply, epoch: String, _ damaged: DamagedItems
  ) throws -> CommitResult? {
    let found = try connection.first(
      Self.find, [.text(stored.key)], operation: "look up a reply"
    ) {
      (
        reply: $0.json(0), first: $0.integer(1), last: $0.integer(2), request: $0.optionalText(3)
      )
    }
    guard let found else { return nil }
    guard !StoredReply.isAnother(stored.request, than: found.request) else {
      throw StoreError.anotherRequest
    }
    let events = try connection.rows(
      "SELECT \(JournalEvent.readColumns) FROM events WHERE sequence BETWEEN ? AND ?",
      [.integer(found.first), .integer(found.last)], operation: "read a reply's events"
    ) { JournalEvent($0, epoch: epoch, damaged) }
    return CommitResult(
      epoch: epoch, events: events, isRepeated: true, replayedReply: found.reply)
  }

  /// Stores the reply of a transaction with its events, which are those after `first`, up to
  /// `last`.
  func keep(_ stored: StoredReply, after first: Int64, upTo last: Int64, now: Int64) throws {
    try connection.run(
      Self.insert,
      [
        .text(stored.key), .utf8(stored.reply.bytes), .integer(first + 1), .integer(last),
        .integer(now), .optional(stored.request),
      ], operation: "store a reply")
  }

  /// Removes the replies stored before `time`, in milliseconds since 1970.
  func prune(before time: Int64) throws {
    try connection.run(
      "DELETE FROM replies WHERE created < ?", [.integer(time)], operation: "prune replies")
  }
}

extension SQLiteStore {
  nonisolated func reply(under key: String, to request: String?) async throws -> RawJSON? {
    let found = try await reader.read { connection in
      try connection.first(
        "SELECT reply, request FROM replies WHERE key = ?", [.text(key)],
        operation: "read a reply"
      ) { (reply: $0.json(0), request: $0.optionalText(1)) }
    }
    guard !StoredReply.isAnother(request, than: found?.request) else {
      throw StoreError.anotherRequest
    }
    return found?.reply
  }
}

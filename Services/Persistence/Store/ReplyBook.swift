import FoundationEssentials

/// The replies kept for those who ask again, inside a transaction that its caller opened.
struct ReplyBook {
  var connection: SQLiteConnection

  /// What the first transaction with this key became, or `nil` when there was none.
  func recall(_ key: String, epoch: String) throws -> CommitResult? {
    let found = try connection.first(
      "SELECT reply, versions, firstSequence, lastSequence FROM replies WHERE key = ?",
      [.text(key)], operation: "look for a reply"
    ) { (reply: $0.text(0), versions: $0.text(1), first: $0.integer(2), last: $0.integer(3)) }
    guard let found else { return nil }
    let events = try connection.rows(
      "SELECT \(EventReader.columns) FROM events WHERE sequence BETWEEN ? AND ?",
      [.integer(found.first), .integer(found.last)], operation: "read a reply's events"
    ) { EventReader.event(from: $0) }
    let versions = try JSONDecoder().decode(
      [CommitResult.Version].self, from: Data(found.versions.utf8))
    return CommitResult(
      epoch: epoch, events: events, versions: versions, replayedReply: found.reply)
  }

  /// Keeps the reply of a transaction whose events begin after `last`.
  func keep(
    _ idempotency: Transaction.Idempotency, for result: CommitResult, after last: Int64, now: Int64
  ) throws {
    let versions = String(decoding: try JSONEncoder().encode(result.versions), as: UTF8.self)
    try connection.run(
      """
      INSERT INTO replies (key, reply, versions, firstSequence, lastSequence, created)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(idempotency.key), .text(idempotency.reply), .text(versions), .integer(last + 1),
        .integer(last + Int64(result.events.count)), .integer(now),
      ], operation: "keep a reply")
  }

  /// Forgets the replies from before `time`, in milliseconds since 1970.
  func prune(before time: Int64) throws {
    try connection.run(
      "DELETE FROM replies WHERE created < ?", [.integer(time)], operation: "prune replies")
  }
}

import Documents
import FastJSON
import SQLite

/// Empties what the journal and the stored replies say, inside a transaction that its caller opened.
struct Eraser {
  var connection: SQLiteConnection

  /// - Parameter now: in milliseconds since 1970.
  func erase(_ erasure: Erasure, now: Int64) throws {
    if let meeting = erasure.meeting {
      try empty("meeting = ?1", meeting, now)
    }
    if let standup = erasure.standup {
      let own = erasure.keepsMeetings == true ? " AND meeting IS NULL" : ""
      try empty("standup = ?1\(own)", standup, now)
    }
    if let subject = erasure.subject {
      try empty("subject = ?1 AND standup IS NULL AND meeting IS NULL", subject, now)
    }
    for text in erasure.texts { try emptyReplies("instr(reply, ?1) > 0", text) }
    try Meta(connection: connection).set(.erasing, .integer(1))
  }

  /// A reply may tell what the events of its command tell, or more: then it names the id.
  private func empty(_ events: String, _ id: String, _ now: Int64) throws {
    let erased = RawJSON.erased.bytes
    try emptyReplies(
      """
      EXISTS (
        SELECT 1 FROM events WHERE sequence BETWEEN firstSequence AND lastSequence AND \(events)
      )
      """, id)
    try connection.run(
      "UPDATE events SET data = ?2, erased = ?3 WHERE \(events) AND erased IS NULL",
      [.text(id), .utf8(erased), .integer(now)], operation: "erase events")
  }

  private func emptyReplies(_ condition: String, _ text: String) throws {
    try connection.run(
      "UPDATE replies SET reply = ?2, request = NULL WHERE reply <> '{}' AND \(condition)",
      [.text(text), .utf8(RawJSON.erased.bytes)], operation: "erase replies")
  }

  /// Whether the disk may still have something of what was erased.
  var isUnfinished: Bool {
    get throws { try Meta(connection: connection).integer(.erasing) != 0 }
  }

  /// It has not.
  func finish() throws { try Meta(connection: connection).remove(.erasing) }
}

extension DocumentChange {
  /// Whether something is erased with it.
  var isErasure: Bool {
    if case .erase = self { true } else { false }
  }
}

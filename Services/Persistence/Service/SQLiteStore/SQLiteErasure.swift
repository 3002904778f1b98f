import Documents
import FastJSON
import StandupsSQLite

/// Erases content of events and replies within the caller's transaction.
struct Eraser {
  var connection: SQLiteConnection

  /// Applies an erasure.
  ///
  /// - Parameter now: the current time, in milliseconds since 1970.
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

  /// Erases matching events and their replies. A reply may repeat the content of its command's
  /// events, or contain more content; it then also contains the id.
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

  /// True while the disk may still contain erased content.
  var isUnfinished: Bool {
    get throws { try Meta(connection: connection).integer(.erasing) != 0 }
  }

  /// Records that the disk no longer contains erased content.
  func finish() throws { try Meta(connection: connection).remove(.erasing) }
}

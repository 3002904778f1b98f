import Documents
import FastJSON
import PostgreSQL

extension BatchSegment {
  /// Statements for an erasure. A reply may repeat the content of its command's events, or contain
  /// more content; it then also contains the id.
  static func erase(
    _ erasure: Erasure, cell: String, now: Int64
  ) -> [PostgreSQLStatement] {
    var statements: [PostgreSQLStatement] = []
    func empty(_ condition: String, _ id: String) {
      let erased = PostgreSQLValue.bytes(RawJSON.erased.bytes)
      statements.append(
        PostgreSQLStatement(
          """
          UPDATE replies SET reply = $2::bytea, request = NULL
          WHERE reply <> '{}'::bytea AND EXISTS (
            SELECT 1 FROM events
            WHERE sequence BETWEEN firstsequence AND lastsequence AND \(condition)
          )
          """, [.text(id), erased]))
      statements.append(
        PostgreSQLStatement(
          """
          UPDATE events SET data = $2::bytea, erased = $3::int8
          WHERE \(condition) AND erased IS NULL
          """, [.text(id), erased, .integer(now)]))
    }
    if let meeting = erasure.meeting { empty("meeting = $1::text", meeting) }
    if let standup = erasure.standup {
      let own = erasure.keepsMeetings == true ? " AND meeting IS NULL" : ""
      empty("standup = $1::text\(own)", standup)
    }
    if let subject = erasure.subject {
      empty("subject = $1::text AND standup IS NULL AND meeting IS NULL", subject)
    }
    statements += erasure.texts.map { text in
      PostgreSQLStatement(
        """
        UPDATE replies SET reply = $2::bytea, request = NULL
        WHERE reply <> '{}'::bytea AND position($1::bytea IN reply) > 0
        """, [.bytes(Array(text.utf8)), .bytes(RawJSON.erased.bytes)])
    }
    statements.append(
      PostgreSQLStatement(
        "UPDATE journal SET erasing = true WHERE cell = $1::text", [.text(cell)]))
    return statements
  }
}

/// Removes erased content from the tables. Readers no longer see it after the transaction, but it
/// remains in old versions of rows and in the index of words.
extension PostgreSQLStore {
  /// Starts to remove erased content from the tables, if there is any.
  func finishErasing() {
    guard erasing == nil, writer?.isErasing == true else { return }
    erasing = Task {
      while !Task.isCancelled, !isClosed {
        do {
          try await vacuum()
          try maintain { try $0.recordErased() }
          erasureProblem = nil
          break
        } catch {
          erasureProblem = "Erased text may still be in the database: \(error)"
        }
        do { try await configuration.pause() } catch { break }
      }
      erasing = nil
    }
  }

  func erased() async { await erasing?.value }

  /// True while the tables may still contain erased content.
  var isErasing: Bool { writer?.isErasing ?? false }

  /// Removes old row versions, including those in the index of words.
  private func vacuum() async throws {
    let cleaner = try PostgreSQLReader(postgreSQL, acknowledged, name: "store-clean")
    do {
      for table in ["documents", "events", "replies"] {
        try await cleaner.read { connection, _ in
          _ = try connection.run(
            "VACUUM (INDEX_CLEANUP ON, TRUNCATE OFF) \(table)", operation: "free erased space")
        }
      }
      await cleaner.close()
    } catch {
      await cleaner.close()
      throw error
    }
  }
}

extension PostgreSQLWriter {
  /// Records that the tables no longer contain erased content.
  func recordErased() throws {
    try write(
      [
        PostgreSQLStatement(
          "UPDATE journal SET erasing = false WHERE cell = $1::text", [.text(configuration.cell)])
      ], operation: "record an erasure")
    isErasing = false
  }
}

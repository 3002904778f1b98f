import PostgreSQL

/// Fence of a writer: the journal's row, which it updates with every write.
///
/// The condition is part of the commit. If the writer epoch is over, or another writer extended the
/// journal, no row matches, and the transaction fails with a division by zero. A writer that only
/// repeats replies updates the row as well, because only a write waits for the standby.
struct Fence {
  var cell: String
  var term: Int64
  /// Last sequence of the journal known to this writer.
  var head: Int64
  /// Latest epoch of a router, including the current write.
  var router: Int64

  /// Releases the journal, so that the next writer can claim it without waiting for the lease to
  /// end.
  func release(_ connection: PostgreSQLConnection) {
    // If this fails, the next writer waits.
    _ = try? connection.run(
      "UPDATE journal SET holder = NULL WHERE cell = $1::text AND term = $2::int8",
      [.text(cell), .integer(term)], operation: "release the journal")
  }

  /// Statement that checks and updates the fence.
  ///
  /// - Parameters:
  ///   - next: last sequence of the journal after the write.
  ///   - counts: whether the write must survive a failure, and therefore increases the revision.
  func statement(next: Int64, counts: Bool) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      WITH fence AS (
        UPDATE journal SET head = $1::int8, revision = revision + $2::int8, renewed = now(),
          router = $6::int8
        WHERE cell = $3::text AND term = $4::int8 AND head = $5::int8 AND router <= $6::int8
        RETURNING 1
      ) SELECT 1 / count(*) FROM fence
      """,
      [
        .integer(next), .integer(counts ? 1 : 0), .text(cell), .integer(term), .integer(head),
        .integer(router),
      ])
  }
}

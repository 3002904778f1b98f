import PostgreSQL

/// The row of the journal that a writer changes with everything that it writes.
///
/// The condition is part of the commit: a writer whose term is over, or behind whose back the journal went on,
/// changes no row, which fails the transaction as a division by zero. A writer that only gave replies again
/// changes the row, too: without a write nothing waits for the standby.
struct Fence {
  var cell: String
  var term: Int64
  /// The end of the journal as this writer knows it.
  var head: Int64
  /// The latest term of a router, what is written included.
  var router: Int64

  /// Lets the next writer have the journal at once, instead of once its time is over.
  func release(_ connection: PostgreSQLConnection) {
    // If it is not told, it waits.
    _ = try? connection.run(
      "UPDATE journal SET holder = NULL WHERE cell = $1::text AND term = $2::int8",
      [.text(cell), .integer(term)], operation: "release the journal")
  }

  /// - Parameters:
  ///   - next: where the journal ends from now on.
  ///   - counts: whether something is written that must be found again.
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

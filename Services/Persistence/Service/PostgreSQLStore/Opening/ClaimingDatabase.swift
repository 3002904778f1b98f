import PostgreSQL

/// Claims a database for one writer. The claim begins a writer epoch and fences earlier writers.
extension PostgreSQLOpener {
  /// The journal's row, as claimed by this writer.
  struct Claim {
    var epoch: String
    var head: Int64
    var term: Int64
    var router: Int64
    var revision: Int64
    var isErasing: Bool
    var isAnother: Bool
  }

  /// Begins the next writer epoch in a transaction that is acknowledged before this function
  /// returns, so that everything before it is durable as well.
  func claimJournal(_ connection: PostgreSQLConnection, after earlier: Int64?) throws -> Claim {
    try connection.run("BEGIN", operation: "begin")
    if earlier == nil {
      try connection.run(
        """
        INSERT INTO journal (cell, epoch, head, lowest, term, router, revision, erasing, instance, renewed)
        VALUES ($1::text, $2::text, 0, 1, 0, 0, 0, false, '', now()) ON CONFLICT DO NOTHING
        """, [cell, .text(configuration.common.uuid().lowercaseText)],
        operation: "create the journal")
    }
    let rows = try connection.run(
      """
      SELECT epoch, head, term, revision, erasing,
        holder IS NOT NULL AND clock_timestamp() - renewed < $2::int8 * interval '1 millisecond'
          AND EXISTS (
            SELECT 1 FROM pg_stat_activity AS a
            WHERE a.pid = holder AND a.backend_start = holder_started AND a.pid <> pg_backend_pid()),
        instance, (SELECT system_identifier FROM pg_control_system())::text || '/'
          || (SELECT oid FROM pg_database WHERE datname = current_database())::text,
        router
      FROM journal WHERE cell = $1::text FOR UPDATE
      """, [cell, .integer(configuration.leaseMs)], operation: "read the journal")
    guard rows.count == 1 else { throw StoreError.fenced(address) }
    if !isMoving { try MoveFacts.check(rows.text(0, 0), of: "\(address)") }
    let head = try StoreLimits.counter(rows.integer(0, 1), "head")
    let last = try StoreLimits.counter(rows.integer(0, 2), "term")
    let revision = try StoreLimits.counter(rows.integer(0, 3), "revision")
    if let earlier, last != earlier { throw StoreError.fenced(address) }
    if earlier == nil, rows.boolean(0, 5) {
      throw StoreError(
        .locked,
        "The database \(address) is in use by another persistence service; stop that one first.")
    }
    let (instance, present) = (rows.text(0, 6), rows.text(0, 7))
    try connection.run(
      """
      UPDATE journal SET term = $2::int8, instance = $3::text, renewed = now(),
        holder = pg_backend_pid(), holder_started =
          (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
      WHERE cell = $1::text
      """, [cell, .integer(last + 1), .text(present)], operation: "claim the writer epoch")
    let claim = Claim(
      epoch: rows.text(0, 0), head: head, term: last + 1,
      router: try StoreLimits.counter(rows.integer(0, 8), "router"), revision: revision,
      isErasing: rows.boolean(0, 4),
      isAnother: !instance.isEmpty && instance != present)
    try connection.run("COMMIT", operation: "claim the writer epoch")
    return claim
  }
}

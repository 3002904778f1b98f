extension PostgreSQLConnection {
  /// Sets the connection up for short changes of a few rows that others change as well, and makes those where they are not.
  ///
  /// Who waits for somebody else's change gives up before it is given up: a server does not notice that nobody waits for the
  /// answer any more, and would run out of connections.
  ///
  /// - Parameters:
  ///   - what: what the rows are, for errors: “the map of cells”.
  ///   - schema: a schema of their own: the database may have another use as well.
  ///   - table: one of it, which is there when all of it is.
  ///   - statements: make all of it; they may find some of it there.
  /// - Throws: `PostgreSQLError`.
  public func prepare(
    _ what: String, schema: String, table: String, making statements: [PostgreSQLStatement]
  ) throws {
    try run(
      """
      SELECT set_config('search_path', 'pg_catalog', false),
        set_config('lock_timeout', '900', false), set_config('statement_timeout', '0', false),
        CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
          THEN set_config('synchronous_commit', 'on', false) END
      """, operation: "set up the connection")
    let found = try run(
      "SELECT to_regclass($1::text) IS NOT NULL", [.text("\(schema).\(table)")],
      operation: "look up \(what)")
    guard !found.boolean(0, 0) else { return }
    // Two that come at once make it one after the other.
    _ = try run(
      [
        PostgreSQLStatement("BEGIN"),
        PostgreSQLStatement(
          "SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", [.text(schema)]),
        PostgreSQLStatement("CREATE SCHEMA IF NOT EXISTS \(schema)"),
      ] + statements + [PostgreSQLStatement("COMMIT")], operation: "create \(what)")
  }
}

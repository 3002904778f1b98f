extension PostgreSQLConnection {
  /// Configures the connection for short changes to a few contended rows, and creates the tables if
  /// they do not exist.
  ///
  /// The lock timeout, 0.9 s, is shorter than the reply timeout of `PostgreSQLPatience.short`,
  /// because the server does not notice that a client has stopped waiting, and would otherwise run
  /// out of connections.
  ///
  /// - Parameters:
  ///   - what: name of the rows in error messages, such as “the cell map”.
  ///   - schema: a separate schema, because the database may have other uses as well.
  ///   - table: a table of the schema; if it exists, all of them do.
  ///   - statements: create the tables; some may exist already.
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
    // The advisory lock serializes two sessions that create the schema at the same time.
    _ = try run(
      [
        PostgreSQLStatement("BEGIN"),
        PostgreSQLStatement(
          "SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", [.text(schema)]),
        PostgreSQLStatement("CREATE SCHEMA IF NOT EXISTS \(schema)"),
      ] + statements + [PostgreSQLStatement("COMMIT")], operation: "create \(what)")
  }
}

import FoundationEssentials
import PostgreSQL

/// Migration of a database to the current schema.
extension PostgreSQLOpener {
  func migrate(_ connection: PostgreSQLConnection) throws {
    let schema = PostgreSQLSchema.name
    try connection.run("BEGIN", operation: "begin")
    // The lock makes processes that create the schema at the same time wait for each other.
    try connection.run(
      "SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", [.text("standups schema")],
      operation: "lock the schema")
    let found = try connection.run(
      """
      SELECT to_regnamespace($1::text) IS NOT NULL, to_regclass($2::text) IS NOT NULL
      """, [.text(schema), .text("\(schema).migrations")], operation: "look up the schema")
    if !found.boolean(0, 1) {
      guard try !found.boolean(0, 0) && isEmpty(connection) else {
        throw StoreError(
          .foreign,
          "The database \(address) belongs to another application; create one for Standups alone.")
      }
      try connection.run("CREATE SCHEMA \(schema)", operation: "create the schema")
      try connection.run(
        """
        CREATE TABLE migrations (
          position int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          name text NOT NULL UNIQUE, applied text NOT NULL)
        """, operation: "create the migrations table")
    }
    try applyMigrations(connection)
    try connection.run("COMMIT", operation: "create the schema")
  }

  /// True if the database has no objects other than extensions, the leases of routers and the cell
  /// map. Those may exist already, because the programs can start in any order.
  private func isEmpty(_ connection: PostgreSQLConnection) throws -> Bool {
    let rows = try connection.run(
      """
      SELECT EXISTS (
        SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'standups_leases', 'standups_cells')
          AND n.nspname NOT LIKE 'pg\\_%'
          AND NOT EXISTS (
            SELECT 1 FROM pg_depend AS d
            WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'))
      """, operation: "check which application owns the database")
    return !rows.boolean(0, 0)
  }

  private func applyMigrations(_ connection: PostgreSQLConnection) throws {
    let rows = try connection.run(
      "SELECT name FROM migrations ORDER BY position", operation: "read the migrations")
    let done = Set((0..<rows.count).map { rows.text($0, 0) })
    guard done.subtracting(migrations.map(\.name)).isEmpty else {
      throw StoreError(
        .newer,
        "The database \(address) was written by a later version of Standups and was not changed; upgrade this"
          + " service.")
    }
    let missing = migrations.filter { !done.contains($0.name) }
    for migration in missing {
      for statement in migration.statements {
        try connection.run(statement, operation: "migrate: \(migration.name)")
      }
      try connection.run(
        "INSERT INTO migrations (name, applied) VALUES ($1::text, $2::text)",
        [.text(migration.name), .text(configuration.common.now().formatted(.iso8601))],
        operation: "record a migration")
    }
    if !missing.isEmpty { try indexTexts(connection) }
  }

  /// Number of texts that are read at once; each has at most one megabyte.
  private static let stepTexts = 20

  /// Computes the words of the texts that have none, because a migration removed them.
  private func indexTexts(_ connection: PostgreSQLConnection) throws {
    var count = 0
    repeat {
      let rows = try connection.run(
        """
        SELECT collection, id, searchtext FROM documents
        WHERE searchtext IS NOT NULL AND words IS NULL LIMIT \(Self.stepTexts)
        """, operation: "read the texts without words")
      count = rows.count
      for row in 0..<count {
        let statement = SearchTokens(rows.text(row, 2)).update(
          .text(rows.text(row, 0)), .text(rows.text(row, 1)))
        try connection.run(statement.sql, statement.values, operation: "index a text")
      }
    } while count > 0
  }
}

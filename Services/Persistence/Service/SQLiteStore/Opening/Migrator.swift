import FoundationEssentials
import StandupsSQLite

/// Migrates a database to the current schema.
struct Migrator {
  var migrations = Schema.migrations

  /// Names of the applied migrations; `nil` if the file has no table for them.
  func applied(in connection: SQLiteConnection) throws -> [String]? {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'",
      operation: "look up the migrations table"
    ) { $0.text(0) }
    guard !tables.isEmpty else { return nil }
    return try connection.rows(
      "SELECT name FROM migrations ORDER BY position", operation: "read the migrations"
    ) { $0.text(0) }
  }

  /// Checks that all applied migrations are known.
  ///
  /// - Throws: `StoreError` with `newer` if the file has unknown ones.
  func checkKnown(_ connection: SQLiteConnection, path: String) throws {
    let version = try connection.first(
      "PRAGMA user_version", operation: "read the version of the schema"
    ) { $0.integer(0) }
    let known = Set(migrations.map(\.name))
    let unknown = try applied(in: connection)?.contains { !known.contains($0) } ?? false
    guard !unknown, version ?? 0 <= Int64(migrations.count) else {
      throw StoreError(
        .newer,
        "The database \(path) was written by a later version of Standups and was not changed; upgrade this"
          + " service.")
    }
  }

  /// True if a file is an intact database of Standups that needs no migration.
  ///
  /// - Throws: `StoreError` with `newer` if the file has unknown migrations.
  func isCurrent(_ connection: SQLiteConnection, path: String) throws -> Bool {
    func integer(_ pragma: String) throws -> Int64? {
      try connection.first("PRAGMA \(pragma)", operation: "read the \(pragma)") { $0.integer(0) }
    }
    guard try integer("application_id") == Schema.applicationID else { return false }
    try checkKnown(connection, path: path)
    let finding = try connection.first(
      "PRAGMA quick_check(1)", operation: "check the database"
    ) { $0.text(0) }
    return try integer("user_version") == Int64(migrations.count) && finding == "ok"
  }

  /// Applies the missing migrations in one transaction.
  func migrate(_ connection: SQLiteConnection, now: Date) throws {
    try connection.transaction(.immediate, operation: "migrate the database") {
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS migrations (
          position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, applied TEXT NOT NULL
        ) STRICT
        """, operation: "create the migrations table")
      let done = Set(try applied(in: connection) ?? [])
      guard done.count < migrations.count else { return }
      for migration in migrations where !done.contains(migration.name) {
        try connection.execute(migration.script, operation: "migrate: \(migration.name)")
        try connection.run(
          "INSERT INTO migrations (name, applied) VALUES (?, ?)",
          [.text(migration.name), .text(now.formatted(.iso8601))],
          operation: "record a migration")
      }
      // A pragma accepts no parameters.
      try connection.execute(
        """
        PRAGMA application_id = \(Schema.applicationID);
        PRAGMA user_version = \(migrations.count);
        """, operation: "sign the database")
    }
  }
}

import Documents
import FastJSON
import FoundationEssentials
import PostgreSQL

/// Opens a connection as the writer: checks the ownership of the database, migrates its schema, and
/// begins the next writer epoch.
struct PostgreSQLOpener {
  var configuration: PostgreSQLConfiguration
  var migrations = PostgreSQLSchema.migrations
  /// True if a store is being moved into or out of the database.
  var isMoving = false

  /// Initial state of a writer.
  struct Opened {
    var connection: PostgreSQLConnection
    var epoch: String
    var head: Int64
    var term: Int64
    /// Latest epoch of a router that wrote.
    var router: Int64
    var promise: Promise
    var isErasing: Bool
    /// Current writer epochs of the services, by owner.
    var terms: [String: String]
    /// Reasons why acknowledged changes may be missing, or may be lost in a power failure.
    var problems: [String]
  }

  private var address: PostgreSQLAddress { configuration.address }
  private var cell: PostgreSQLValue { .text(configuration.cell) }

  /// Opens the database.
  ///
  /// - Parameter earlier: previous writer epoch of this process, if it reconnects; nil for a new
  ///   process.
  /// - Throws: `StoreError`: `unreachable`, `foreign`, `newer`, `locked` while another process
  ///   writes, `readOnly`, `fenced` if another process wrote after the earlier writer epoch.
  func open(after earlier: Int64? = nil) throws -> Opened {
    try StoreError.translating(address) {
      let connection = try PostgreSQLConnection.connect(to: address)
      do {
        let problems = try settle(connection)
        if earlier == nil { try migrate(connection) }
        let taken = try take(connection, after: earlier)
        return try opened(connection, taken, problems)
      } catch {
        connection.close()
        throw error
      }
    }
  }

  /// Checks the server's settings, and configures the connection.
  ///
  /// - Returns: problems that an operator has to know.
  private func settle(_ connection: PostgreSQLConnection) throws -> [String] {
    let rows = try connection.run(
      """
      SELECT current_setting('server_encoding'), current_setting('synchronous_commit'),
        current_setting('fsync'), current_setting('full_page_writes')
      """, operation: "read the server's settings")
    guard rows.text(0, 0) == "UTF8" else {
      throw StoreError(
        .foreign,
        "The database \(address) has the encoding \(rows.text(0, 0)); create one with the encoding UTF8."
      )
    }
    try Self.settle(connection, statementTimeout: 0)
    // An acknowledgement has to mean that a change is on disk, and on the synchronous standby if
    // there is one, whatever the default for other clients is.
    if ["off", "local"].contains(rows.text(0, 1)) {
      try connection.run("SET synchronous_commit = on", operation: "set up the connection")
    }
    return [("fsync", rows.text(0, 2)), ("full_page_writes", rows.text(0, 3))].compactMap {
      $0.1 == "off"
        ? "The database server is running with \($0.0) = off, so a power failure may lose acknowledged changes or"
          + " damage the database; set it to on." : nil
    }
  }

  /// Makes a connection independent of the defaults of the server, the database and the user.
  ///
  /// - Parameter statementTimeout: timeout of statements, in milliseconds; 0 for none.
  static func settle(_ connection: PostgreSQLConnection, statementTimeout: Int) throws {
    let settings = [
      ("search_path", "\(PostgreSQLSchema.name), pg_catalog"),
      ("statement_timeout", "\(statementTimeout)"), ("lock_timeout", "0"),
      ("idle_in_transaction_session_timeout", "0"), ("idle_session_timeout", "0"),
      ("default_transaction_isolation", "read committed"),
      ("default_transaction_deferrable", "off"), ("jit", "off"),
      ("plan_cache_mode", "force_generic_plan"), ("standard_conforming_strings", "on"),
    ]
    _ = try connection.run(
      settings.map { name, value in
        PostgreSQLStatement(
          "SELECT set_config($1::text, $2::text, false)", [.text(name), .text(value)])
      }, operation: "set up the connection")
  }

  // MARK: Schema

  private func migrate(_ connection: PostgreSQLConnection) throws {
    let schema = PostgreSQLSchema.name
    try connection.run("BEGIN", operation: "begin")
    // The lock serializes processes that create the schema at the same time.
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

  /// True if the database has no objects besides extensions, the leases of routers and the cell
  /// map. Those may already exist, because the programs can start in any order.
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
    for migration in migrations where !done.contains(migration.name) {
      for statement in migration.statements {
        try connection.run(statement, operation: "migrate: \(migration.name)")
      }
      try connection.run(
        "INSERT INTO migrations (name, applied) VALUES ($1::text, $2::text)",
        [.text(migration.name), .text(configuration.common.now().formatted(.iso8601))],
        operation: "record a migration")
    }
  }

  // MARK: Writer epoch

  /// The journal's row, as claimed by this writer.
  private struct Taken {
    var epoch: String
    var head: Int64
    var term: Int64
    var router: Int64
    var revision: Int64
    var isErasing: Bool
    var isAnother: Bool
  }

  /// Begins the next writer epoch in a transaction that is acknowledged before this returns, so
  /// everything before it is durable as well.
  private func take(_ connection: PostgreSQLConnection, after earlier: Int64?) throws -> Taken {
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
      """, [cell, .integer(configuration.lease)], operation: "read the journal")
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
    let taken = Taken(
      epoch: rows.text(0, 0), head: head, term: last + 1,
      router: try StoreLimits.counter(rows.integer(0, 8), "router"), revision: revision,
      isErasing: rows.boolean(0, 4),
      isAnother: !instance.isEmpty && instance != present)
    try connection.run("COMMIT", operation: "claim the writer epoch")
    return taken
  }

  // MARK: Lost changes

  private func opened(
    _ connection: PostgreSQLConnection, _ taken: Taken, _ problems: [String]
  ) throws -> Opened {
    var problems = problems
    var (epoch, revision) = (taken.epoch, taken.revision)
    var loss: String?
    if let path = configuration.mark {
      switch try PromiseMark.read(of: path) {
      case .none: break
      case .unreadable: problems.append(PromiseMark.unreadable)
      case .promise(let promise):
        if promise.epoch == epoch, promise.revision > revision {
          loss =
            Promise.missing(promise.revision - revision)
            + ": an earlier copy of the database was restored, or a server without them was promoted to primary."
            + " The remaining data is in use."
        }
      }
    }
    if loss != nil || taken.isAnother {
      epoch = configuration.common.uuid().lowercaseText
      revision += 1
      try beginAnew(connection, taken, epoch: epoch, loss)
    }
    let rows = try connection.run(
      "SELECT owner, id FROM terms", operation: "read the writer epochs")
    let terms = Dictionary(
      uniqueKeysWithValues: (0..<rows.count).map { (rows.text($0, 0), rows.text($0, 1)) })
    return Opened(
      connection: connection, epoch: epoch, head: taken.head, term: taken.term,
      router: taken.router, promise: Promise(epoch: epoch, revision: revision),
      isErasing: taken.isErasing, terms: terms,
      problems: problems)
  }

  /// Begins a new journal for a database that was restored from a dump or has lost changes:
  /// subscribers have seen events, and services know documents, that the database no longer
  /// contains.
  private func beginAnew(
    _ connection: PostgreSQLConnection, _ taken: Taken, epoch: String, _ loss: String?
  ) throws {
    var statements = [
      PostgreSQLStatement("BEGIN"),
      Fence(cell: configuration.cell, term: taken.term, head: taken.head, router: taken.router)
        .statement(next: taken.head, counts: true),
      PostgreSQLStatement(
        "UPDATE journal SET epoch = $2::text WHERE cell = $1::text", [cell, .text(epoch)]),
      PostgreSQLStatement("DELETE FROM terms"),
    ]
    if let loss {
      let notice = DataFailedToLoad(
        path: "\(address)", reason: loss, date: configuration.common.now().formatted(.iso8601))
      var segment = BatchSegment()
      segment.take(
        .put(
          Document(
            collection: DataFailedToLoad.collection, id: DataFailedToLoad.id,
            body: try RawJSON(encoding: notice))))
      statements += segment.statements(cell: configuration.cell, now: 0)
    }
    statements.append(PostgreSQLStatement("COMMIT"))
    _ = try connection.run(statements, operation: "start a new journal")
  }
}

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
    var watermark: Watermark
    var isErasing: Bool
    /// Current writer epochs of the services, by owner.
    var terms: [String: String]
    /// Problems because of which acknowledged changes may be missing, or may be lost in a power
    /// failure.
    var problems: [String]
  }

  var address: PostgreSQLAddress { configuration.address }
  var cell: PostgreSQLValue { .text(configuration.cell) }

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
        let problems = try configure(connection)
        if earlier == nil { try migrate(connection) }
        let claim = try claimJournal(connection, after: earlier)
        return try opened(connection, claim, problems)
      } catch {
        connection.close()
        throw error
      }
    }
  }

  /// Checks the server's settings, and configures the connection.
  ///
  /// - Returns: problems that an operator should know.
  private func configure(_ connection: PostgreSQLConnection) throws -> [String] {
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
    try Self.configure(connection, statementTimeout: 0)
    // An acknowledgement must mean that a change is on disk, and on the synchronous standby if
    // there is one, regardless of the default for other clients.
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
  static func configure(_ connection: PostgreSQLConnection, statementTimeout: Int) throws {
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
}

import TestSupport
import Testing

@testable import PersistenceService

/// Gives `body` a database, and drops it afterwards.
func withDatabase(
  on server: PostgreSQLServer? = nil, _ body: (TestDatabase) async throws -> Void
) async throws {
  let database = try await TestDatabase(on: server)
  do {
    try await body(database)
  } catch {
    await database.remove()
    throw error
  }
  await database.remove()
}

/// Opens a store on a database, and closes it afterwards.
func withStore(
  on database: TestDatabase, _ configure: (inout PostgreSQLConfiguration) -> Void = { _ in },
  _ body: (PostgreSQLStore) async throws -> Void
) async throws {
  var configuration = try database.configuration()
  configure(&configuration)
  let store = try await PostgreSQLStore.open(configuration)
  do {
    try await body(store)
  } catch {
    await store.close()
    throw error
  }
  await store.close()
}

extension TestDatabase {
  /// How an administrator of the server ends pending work.
  enum Ending: String, CaseIterable, CustomTestStringConvertible {
    /// Waits until it has ended, at most this number of milliseconds.
    case connection = "pg_terminate_backend(pid, 10000)"
    case statement = "pg_cancel_backend(pid)"

    var testDescription: String { rawValue }
  }

  /// Ends the connections of the stores, or their statements; callers that wait for them get no outcome.
  ///
  /// Connections that wait for a lock come first: if the holder of the lock were ended before them, they would commit.
  func endAll(_ ending: Ending = .connection) throws {
    try server.psql(
      name,
      """
      SELECT \(ending.rawValue) FROM (
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        ORDER BY wait_event_type = 'Lock' DESC NULLS LAST OFFSET 0) AS connections
      """)
  }

  /// Number of connections that wait for a lock, or for a standby.
  func waiting(for event: String) async throws -> Int {
    try await run { connection in
      Int(
        try connection.run(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend'
            AND (wait_event_type = $1::text OR wait_event = $1::text)
          """, [.text(event)], operation: "count who waits"
        ).integer(0, 0))
    }
  }

  func execute(_ sql: String) async throws {
    try await run { _ = try $0.run(sql, operation: "prepare a test") }
  }
}

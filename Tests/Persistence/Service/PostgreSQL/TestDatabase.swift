import Foundation
import PostgreSQL
import TestSupport
import Testing

@testable import PersistenceService

/// A test's database on a server.
final class TestDatabase: Sendable {
  let server: PostgreSQLServer
  let name: String
  /// All tests start at once; a server does not have that many connections.
  private static let places = Places(12)

  /// - Parameter server: default: the server that all tests share.
  init(on server: PostgreSQLServer? = nil, encoding: String = "UTF8") async throws {
    self.server = try server ?? PostgreSQLServer.shared()
    name = "test_" + UUID().uuidString.prefix(13).lowercased().filter { $0 != "-" }
    await Self.places.take()
    do {
      try await Self.on(self.server) { connection in
        _ = try connection.run(
          """
          CREATE DATABASE \(self.name) TEMPLATE template0 ENCODING '\(encoding)' LOCALE 'C'
          """, operation: "make a database")
      }
    } catch {
      await Self.places.giveBack()
      throw error
    }
  }

  /// Drops it, even with open connections.
  func remove() async {
    // It is removed with its server at the latest.
    try? await Self.on(server) { [name] connection in
      _ = try connection.run("DROP DATABASE \(name) WITH (FORCE)", operation: "drop a database")
    }
    await Self.places.giveBack()
  }

  /// Runs statements on it, behind the store's back.
  @discardableResult
  func run<Result: Sendable>(
    _ body: @Sendable @escaping (PostgreSQLConnection) throws -> Result
  ) async throws -> Result {
    try await Self.on(server, name, body)
  }

  func address() throws -> PostgreSQLAddress {
    try #require(PostgreSQLAddress(server.address(name)))
  }

  /// A second store takes over at once.
  func configuration() throws -> PostgreSQLConfiguration {
    var configuration = PostgreSQLConfiguration(try address())
    configuration.leaseMs = 0
    // Sleeps because no lease is renewed during a test.
    configuration.renewal = { try await Task.sleep(for: .seconds(3600)) }
    return configuration
  }

  private static func on<Result: Sendable>(
    _ server: PostgreSQLServer, _ database: String = "postgres",
    _ body: @Sendable @escaping (PostgreSQLConnection) throws -> Result
  ) async throws -> Result {
    let address = try #require(PostgreSQLAddress(server.address(database)))
    return try await blocking {
      let connection = try PostgreSQLConnection.connect(to: address)
      defer { connection.close() }
      try connection.run(
        "SELECT set_config('search_path', 'standups, pg_catalog', false)", operation: "look there")
      return try body(connection)
    }
  }
}

/// Limits the number of concurrent holders; the others wait in order.
private actor Places {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func take() async {
    guard free == 0 else { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  func giveBack() {
    guard !waiting.isEmpty else { return free += 1 }
    waiting.removeFirst().resume()
  }
}

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

  /// Ends the connections of the stores, or their statements; callers that wait for them get no
  /// outcome.
  ///
  /// Connections that wait for a lock come first: if the holder of the lock were ended before them,
  /// they would commit.
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

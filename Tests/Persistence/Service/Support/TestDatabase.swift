import Foundation
import PostgreSQL
import TestSupport
import Testing
import Threads

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
    configuration.lease = 0
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

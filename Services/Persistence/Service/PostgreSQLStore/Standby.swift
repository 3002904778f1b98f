import PersistenceAPI
import PostgreSQL
import Threads

extension StorePlace {
  /// Interval at which a standby tries to open the database.
  private static let pause = Duration.milliseconds(200)

  /// Waits for the database. While it waits, the server may become unavailable, and another server
  /// may be promoted to primary.
  static func wait(
    for server: PostgreSQLConfiguration, as instance: String
  ) async throws -> any Store {
    let notice = try WaitingNotice(server.address, instance: instance)
    do {
      let store = try await wait(for: server, showing: notice)
      await notice.close()
      return store
    } catch {
      await notice.close()
      throw error
    }
  }

  private static func wait(
    for server: PostgreSQLConfiguration, showing notice: WaitingNotice
  ) async throws -> any Store {
    while true {
      try await Task.sleep(for: pause)
      // Ignore a failed announcement: if the server is unavailable, the next step fails as well.
      try? await notice.announce()
      do {
        return try await PostgreSQLStore.open(server)
      } catch let error as StoreError where [.locked, .unreachable, .readOnly].contains(error.code)
      {
        continue
      }
    }
  }
}

/// Announces a standby to the active persistence service through a separate connection, which is
/// open while the standby waits.
actor WaitingNotice {
  static let role = "store"

  private let executor: BlockingExecutor
  private let address: PostgreSQLAddress
  private let instance: String
  private var connection: PostgreSQLConnection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ address: PostgreSQLAddress, instance: String) throws {
    executor = try .forStore("store-waiting")
    self.address = address
    self.instance = instance
  }

  /// Announces this standby, or announces it again if the connection was lost.
  ///
  /// - Throws: an error if the server is currently unavailable.
  func announce() throws {
    connection?.listen()
    if let connection, !connection.isLost { return }
    close()
    let new = try PostgreSQLConnection.connect(to: address, patience: .short)
    do {
      try WaitingSession.announce(Self.role, instance, over: new)
    } catch {
      new.close()
      throw error
    }
    connection = new
  }

  /// Ends the announcement.
  func close() {
    connection?.close()
    connection = nil
  }
}

extension PostgreSQLStore {
  nonisolated func waiting() async throws -> [WaitingStore] {
    try await reader.read { connection, _ in
      try WaitingSession.all(WaitingNotice.role, over: connection).map {
        WaitingStore(instance: $0.name, waitedMs: $0.waitedMs)
      }
    }
  }
}

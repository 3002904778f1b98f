import PostgreSQL
import Threads

/// Announces a standby to the active persistence service, by a separate connection that is open
/// while the standby waits.
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

  /// Announces this standby, again if the connection was lost.
  ///
  /// - Throws: an error if the server is currently unavailable.
  func show() throws {
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

import PostgreSQL
import Threads

/// Tells the persistence that has the database who waits for it: by a connection of its own, which is there for as long.
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

  /// Shows that this one waits, also again where its connection was lost.
  ///
  /// - Throws: where the server cannot be asked at present.
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

  /// It waits no more.
  func close() {
    connection?.close()
    connection = nil
  }
}

import StandupsSQLite
import Threads

/// Connection for reading, which is independent of the writer. Each read sees the last commit
/// before it.
actor SQLiteReader {
  private let executor: BlockingExecutor
  let path: String
  var connection: SQLiteConnection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(path: String, name: String = "store-reader") throws {
    self.executor = try .forStore(name)
    self.path = path
  }

  func open(timeoutMs: Int32) throws {
    try StoreError.translating(path: path) {
      connection = try SQLiteConnection.open(path, .read, patience: timeoutMs)
    }
  }

  func close() {
    connection?.close()
    connection = nil
  }

  /// Runs `body` on one snapshot of the database.
  ///
  /// - Parameter limit: maximum duration; nil for none.
  /// - Throws: `StoreError` with `invalid` if it takes longer.
  func read<Result: Sendable>(
    within limit: Duration? = nil, _ body: @Sendable (SQLiteConnection) throws -> Result
  ) throws -> Result {
    guard let connection else { throw StoreError.closed }
    return try StoreError.translating(path: path) {
      try connection.limiting(to: limit) {
        try connection.transaction(.deferred, operation: "read") { try body(connection) }
      }
    }
  }
}

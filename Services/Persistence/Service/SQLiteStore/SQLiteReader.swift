import Glibc
import SQLite
import Threads

/// A connection for reading, independent of the writer: each read sees the last commit before it.
actor SQLiteReader {
  private let executor: BlockingExecutor
  private let path: String
  private var connection: SQLiteConnection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(path: String, name: String = "store-reader") throws {
    self.executor = try .forStore(name)
    self.path = path
  }

  func open(patience: Int32) throws {
    try StoreError.translating(path: path) {
      connection = try SQLiteConnection.open(path, .read, patience: patience)
    }
  }

  /// Opens an intact database of the current version on a read-only file system.
  ///
  /// - Throws: `StoreError`: `newer`; `readOnly` if the database would have to be changed first.
  func openUnwritable(migrator: Migrator = Migrator(), patience: Int32) throws {
    try StoreError.translating(path: path) {
      let hasLog = try FileSystem.entry(at: path + "-wal") != .nothing
      let connection = try SQLiteConnection.open(
        path, hasLog ? .read : .immutable, patience: patience)
      do {
        guard try migrator.isCurrent(connection, path: path),
          try Meta(connection: connection).text(.backup) == nil
        else { throw SystemError(code: EROFS, operation: "migrate the database") }
        self.connection = connection
      } catch {
        connection.close()
        throw error
      }
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

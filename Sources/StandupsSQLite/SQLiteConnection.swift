import CSQLite

/// One connection to a database file.
///
/// Not `Sendable`: the compiler confines it to the actor that opened it, so SQLite's own mutexes
/// are switched off. No pointer of SQLite leaves this directory.
package final class SQLiteConnection {
  /// Access mode of a database file.
  package enum Mode: Sendable {
    /// Read and write; creates the file if it does not exist.
    case create
    /// Read and write an existing file.
    case write
    /// Read an existing file.
    case read
    /// Read a file on a read-only file system, where SQLite cannot create a write-ahead log.
    case immutable
    /// Inspect a file that may belong to another program: closing leaves it and its write-ahead log
    /// unchanged.
    case inspect
  }

  /// Only for use in this directory (`SQLiteBackup`).
  package let pointer: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  /// Prepared statements by the number of their `SQL`.
  private var numbered: [SQLiteStatement?] = []

  private init(pointer: OpaquePointer) { self.pointer = pointer }

  deinit { close() }

  package private(set) var isClosed = false

  /// Opens the file at `path`. Nothing is read before the first statement.
  /// - Parameter patience: maximum wait for another connection's lock, in milliseconds.
  package static func open(_ path: String, _ mode: Mode, patience: Int32 = 250) throws
    -> SQLiteConnection
  {
    let access: Int32
    switch mode {
    case .create: access = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .write, .inspect: access = SQLITE_OPEN_READWRITE
    case .read: access = SQLITE_OPEN_READONLY
    case .immutable: access = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
    var pointer: OpaquePointer?
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    let name = mode == .immutable ? immutableName(path) : path
    let result = sqlite3_open_v2(name, &pointer, flags, nil)
    guard result == SQLITE_OK, let pointer else {
      defer { sqlite3_close_v2(pointer) }
      throw SQLiteError(result: result, database: pointer, operation: "open the database")
    }
    let connection = SQLiteConnection(pointer: pointer)
    sqlite3_busy_timeout(pointer, patience)
    csqlite_be_defensive(pointer)
    try SearchTokenizer.register(on: pointer)
    if mode == .inspect { csqlite_leave_log_on_close(pointer) }
    return connection
  }

  /// Returns the URI of the file in immutable mode (https://www.sqlite.org/uri.html); without it
  /// SQLite tries to create a write-ahead log.
  private static func immutableName(_ path: String) -> String {
    let plain = Set("/-._~abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    let escaped = path.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return plain.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return "file:" + escaped.joined() + "?immutable=1"
  }

  /// Closes the connection. Idempotent. Closing the last connection to a file copies the
  /// write-ahead log into it.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    statements.removeAll()
    numbered.removeAll()
    sqlite3_close_v2(pointer)
  }

  /// True while a transaction is open. SQLite itself rolls back after some failures.
  package var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(pointer) == 0 }

  /// Number of rows that the last statement inserted, updated or deleted.
  package var changes: Int { Int(sqlite3_changes64(pointer)) }

  /// Number of rows inserted, updated or deleted since the connection was opened.
  package var totalChanges: Int { Int(sqlite3_total_changes64(pointer)) }

  /// Returns true if the file was renamed or removed while the connection is open. Later writes are
  /// lost when the last handle is closed.
  package func hasMoved() -> Bool {
    var moved: Int32 = 0
    let result = sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return result == SQLITE_OK && moved != 0
  }

  /// Runs statements without parameters or results.
  package func execute(_ sql: String, operation: String) throws {
    try checkOpen(operation)
    let result = sqlite3_exec(pointer, sql, nil, nil, nil)
    guard result == SQLITE_OK else {
      throw SQLiteError(result: result, database: pointer, operation: operation)
    }
  }

  /// Runs one statement, prepared once and cached. Calls `body` with each row until it returns
  /// `false`.
  package func run(
    _ sql: String, _ values: [SQLiteValue] = [], operation: String,
    _ body: (borrowing SQLiteRow) throws -> Bool = { _ in true }
  ) throws {
    try checkOpen(operation)
    try statement(sql).run(values, operation: operation, body)
  }

  /// Runs a statement that runs often, like one given as a string.
  package func run(
    _ sql: SQL, _ values: [SQLiteValue] = [], operation: String,
    _ body: (borrowing SQLiteRow) throws -> Bool = { _ in true }
  ) throws {
    try checkOpen(operation)
    try statement(sql).run(values, operation: operation, body)
  }

  /// Returns the first row of a statement that runs often, or `nil` if it has no rows.
  package func first<Element>(
    _ sql: SQL, _ values: [SQLiteValue] = [], operation: String,
    _ transform: (borrowing SQLiteRow) throws -> Element
  ) throws -> Element? {
    var element: Element?
    try run(sql, values, operation: operation) { row in
      element = try transform(row)
      return false
    }
    return element
  }

  /// Returns all rows of one statement, converted by `transform`.
  package func rows<Element>(
    _ sql: String, _ values: [SQLiteValue] = [], operation: String,
    _ transform: (borrowing SQLiteRow) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try run(sql, values, operation: operation) { row in
      elements.append(try transform(row))
      return true
    }
    return elements
  }

  /// Returns the first row of one statement, or `nil` if it has no rows.
  package func first<Element>(
    _ sql: String, _ values: [SQLiteValue] = [], operation: String,
    _ transform: (borrowing SQLiteRow) throws -> Element
  ) throws -> Element? {
    var element: Element?
    try run(sql, values, operation: operation) { row in
      element = try transform(row)
      return false
    }
    return element
  }

  /// Runs `body`; any of its statements that still runs after `limit` has passed fails with
  /// `interrupt`.
  package func limiting<Result>(to limit: Duration?, _ body: () throws -> Result) rethrows -> Result
  {
    guard let limit else { return try body() }
    // The deadline, which must exist for as long as the handler is set.
    let end = UnsafeMutablePointer<ContinuousClock.Instant>.allocate(capacity: 1)
    end.initialize(to: .now + limit)
    // SQLite calls the handler every few thousand steps of its virtual machine, that is, every few
    // tens of microseconds.
    sqlite3_progress_handler(
      pointer, 5000,
      { end in
        guard let end else { return 0 }
        return end.load(as: ContinuousClock.Instant.self) < .now ? 1 : 0
      }, end)
    defer {
      sqlite3_progress_handler(pointer, 0, nil, nil)
      end.deallocate()
    }
    return try body()
  }

  /// Runs `body`. If the current task is cancelled, the statements of `body` fail with `interrupt`.
  package func endingWithItsTask<Result>(_ body: () throws -> Result) rethrows -> Result {
    sqlite3_progress_handler(pointer, 5000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    defer { sqlite3_progress_handler(pointer, 0, nil, nil) }
    return try body()
  }

  private func statement(_ sql: String) throws -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement.prepare(sql, in: pointer)
    statements[sql] = statement
    return statement
  }

  private func statement(_ sql: SQL) throws -> SQLiteStatement {
    if sql.number < numbered.count, let statement = numbered[sql.number] { return statement }
    let statement = try SQLiteStatement.prepare(sql.text, in: pointer)
    while numbered.count <= sql.number { numbered.append(nil) }
    numbered[sql.number] = statement
    return statement
  }

  private func checkOpen(_ operation: String) throws {
    guard !isClosed else { throw SQLiteError(extendedCode: SQLITE_MISUSE, operation: operation) }
  }
}

import CSQLite

/// A prepared statement. It belongs to its connection and is confined to the same actor.
package final class SQLiteStatement {
  private let pointer: OpaquePointer

  private init(pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sqlite3_finalize(pointer) }

  /// Compiles one statement.
  /// - Throws: `SQLiteError` if the string is not exactly one SQL statement, or if the schema is
  ///   damaged.
  package static func prepare(_ sql: String, in database: OpaquePointer) throws -> SQLiteStatement {
    var pointer: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let result = sqlite3_prepare_v3(database, sql, -1, flags, &pointer, nil)
    guard result == SQLITE_OK, let pointer else {
      throw SQLiteError(
        result: result == SQLITE_OK ? SQLITE_MISUSE : result, database: database,
        operation: "prepare a statement")
    }
    return SQLiteStatement(pointer: pointer)
  }

  /// Runs the statement and calls `body` with each row until it returns `false`.
  package func run(
    _ values: [SQLiteValue], operation: String, _ body: (borrowing SQLiteRow) throws -> Bool
  ) throws {
    assert(sqlite3_stmt_busy(pointer) == 0, "the statement is already running")
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    try bind(values, from: 0, operation: operation) { try step(operation, body) }
  }

  private func step(_ operation: String, _ body: (borrowing SQLiteRow) throws -> Bool) throws {
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW:
        guard try body(SQLiteRow(statement: pointer)) else { return }
      case SQLITE_DONE:
        return
      case let result:
        throw failure(result, operation)
      }
    }
  }

  /// Binds the values from index `start` on, and calls `body` while the bytes lent to SQLite are
  /// valid.
  private func bind(
    _ values: [SQLiteValue], from start: Int, operation: String, _ body: () throws -> Void
  ) throws {
    for index in start..<values.count {
      let place = Int32(index + 1)
      let result: Int32
      switch values[index] {
      case .null: result = sqlite3_bind_null(pointer, place)
      case .integer(let integer): result = sqlite3_bind_int64(pointer, place, integer)
      case .text(var text): result = text.withUTF8 { bind($0, at: place, isLent: false) }
      case .utf8(let bytes):
        return try bytes.withUnsafeBufferPointer { lent in
          let result = bind(lent, at: place, isLent: true)
          guard result == SQLITE_OK else { throw failure(result, operation) }
          try bind(values, from: index + 1, operation: operation, body)
        }
      }
      guard result == SQLITE_OK else { throw failure(result, operation) }
    }
    try body()
  }

  /// Binds a string to a parameter.
  ///
  /// - Parameter isLent: true if the bytes stay valid until the statement has run; otherwise SQLite
  ///   copies them.
  private func bind(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int32, isLent: Bool) -> Int32 {
    // A null pointer would bind NULL, so the empty string has a separate, non-null address.
    guard let start = utf8.baseAddress else { return csqlite_bind_text(pointer, place, "", 0) }
    let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    let count = UInt64(utf8.count)
    return isLent
      ? sqlite3_bind_text64(pointer, place, text, count, nil, UInt8(SQLITE_UTF8))
      : csqlite_bind_text(pointer, place, text, count)
  }

  private func failure(_ result: Int32, _ operation: String) -> SQLiteError {
    SQLiteError(result: result, database: sqlite3_db_handle(pointer), operation: operation)
  }
}

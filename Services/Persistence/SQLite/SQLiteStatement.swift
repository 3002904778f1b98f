import CSQLite

/// A prepared statement. It belongs to its connection and is used where that is.
final class SQLiteStatement {
  private let pointer: OpaquePointer

  private init(pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sqlite3_finalize(pointer) }

  /// Compiles one statement.
  /// - Throws: `SQLiteError` when the text is not one statement of SQL, or on a damaged schema.
  static func prepare(_ sql: String, in database: OpaquePointer) throws -> SQLiteStatement {
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

  /// Runs the statement, lending each row to `body` until it returns `false`.
  func run(
    _ values: [SQLiteValue], operation: String, _ body: (borrowing SQLiteRow) throws -> Bool
  ) throws {
    assert(sqlite3_stmt_busy(pointer) == 0, "a statement is run inside its own rows")
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    for (index, value) in values.enumerated() {
      try bind(value, at: Int32(index + 1), operation: operation)
    }
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

  private func bind(_ value: SQLiteValue, at index: Int32, operation: String) throws {
    let result: Int32
    switch value {
    case .null: result = sqlite3_bind_null(pointer, index)
    case .integer(let integer): result = sqlite3_bind_int64(pointer, index, integer)
    case .text(var text):
      result = text.withUTF8 { bytes in
        // A null pointer would bind NULL: the empty string has an address of its own.
        guard let base = bytes.baseAddress else {
          return csqlite_bind_text(pointer, index, "", 0)
        }
        return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          csqlite_bind_text(pointer, index, $0, UInt64(bytes.count))
        }
      }
    }
    guard result == SQLITE_OK else { throw failure(result, operation) }
  }

  private func failure(_ result: Int32, _ operation: String) -> SQLiteError {
    SQLiteError(result: result, database: sqlite3_db_handle(pointer), operation: operation)
  }
}

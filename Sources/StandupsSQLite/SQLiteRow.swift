import CSQLite

/// Current row of a statement, valid during a closure.
///
/// It is not copyable, so it cannot be stored: SQLite owns its memory and reuses it at the next
/// step.
package struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  package init(statement: OpaquePointer) { self.statement = statement }

  /// Returns the column's text, or `nil` for NULL. Invalid UTF-8 is repaired.
  package func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Returns the column's text, or the empty string for NULL.
  package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  /// Returns the column's stored text in UTF-8; empty for NULL.
  package func bytes(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Returns the column's integer, or `nil` for NULL.
  package func optionalInteger(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(statement, column)
  }

  /// Returns the column's integer, or 0 for NULL.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
}

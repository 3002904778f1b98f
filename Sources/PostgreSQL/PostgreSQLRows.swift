import CPostgreSQL

/// Rows that a statement returned, in memory.
package final class PostgreSQLRows {
  private let pointer: OpaquePointer

  package init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  package var count: Int { Int(PQntuples(pointer)) }

  /// Number of rows that the statement inserted, updated or deleted.
  package var changed: Int { PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }

  private func isNull(_ row: Int, _ column: Int) -> Bool {
    PQgetisnull(pointer, Int32(row), Int32(column)) != 0
  }

  /// Returns the column's bytes as the server sent them.
  private func raw(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
    let count = Int(PQgetlength(pointer, Int32(row), Int32(column)))
    guard count > 0, let start = PQgetvalue(pointer, Int32(row), Int32(column)) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Returns the column's bytes; empty for NULL.
  package func bytes(_ row: Int, _ column: Int) -> [UInt8] { Array(raw(row, column)) }

  /// Returns the column's string, with `StoredText` decoded; nil for NULL.
  package func optionalText(_ row: Int, _ column: Int) -> String? {
    isNull(row, column) ? nil : StoredText.text(raw(row, column))
  }

  package func text(_ row: Int, _ column: Int) -> String { optionalText(row, column) ?? "" }

  /// Returns the column's integer, an `int8` or a shorter type; nil for NULL.
  package func optionalInteger(_ row: Int, _ column: Int) -> Int64? {
    guard !isNull(row, column) else { return nil }
    let bytes = raw(row, column)
    let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  package func integer(_ row: Int, _ column: Int) -> Int64 { optionalInteger(row, column) ?? 0 }

  package func boolean(_ row: Int, _ column: Int) -> Bool { raw(row, column).first == 1 }
}

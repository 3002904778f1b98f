import FastJSON
import SQLite

/// How the store's tables keep what is neither a number nor plain text.
extension SQLiteRow {
  /// The column's JSON, byte for byte as it was written. It is not checked again: only what was
  /// checked when it entered, as a `RawJSON`, is ever written.
  func json(_ column: Int32) -> RawJSON { RawJSON(unchecked: bytes(column)) }
}

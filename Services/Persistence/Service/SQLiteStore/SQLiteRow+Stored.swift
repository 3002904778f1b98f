import FastJSON
import SQLite

/// Columns with types of the store.
extension SQLiteRow {
  /// JSON of a column, byte for byte as written. It is not validated again, because only validated
  /// `RawJSON` values are ever written.
  func json(_ column: Int32) -> RawJSON { RawJSON(unchecked: bytes(column)) }
}

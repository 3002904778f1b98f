import Bus
import FastJSON
import FoundationEssentials

/// How the store's tables keep what is neither a number nor plain text.
extension SQLiteRow {
  /// The column's JSON, byte for byte as it was written. It is not checked again: only what was
  /// checked when it entered, as a `RawJSON`, is ever written.
  func json(_ column: Int32) -> RawJSON { RawJSON(unchecked: bytes(column)) }

  /// The column's moment.
  /// - Parameter sequence: of the event that it belongs to, for the sentence.
  func time(_ column: Int32, ofEvent sequence: Int64) throws(StoreError) -> Date {
    guard let time = Timestamp.parse(text(column)) else {
      throw StoreError(.internal, "The event \(sequence) has no readable time.")
    }
    return time
  }
}

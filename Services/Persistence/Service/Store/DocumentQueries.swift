import Cells
import Documents

extension DocumentQuery {
  /// Validates the query, and returns the cursor after which the page begins; nil for the first
  /// page.
  ///
  /// - Throws: `StoreError` with `invalid` for a limit out of range, too many ids, or an invalid
  ///   cursor.
  func checked() throws -> DocumentCursor? {
    if let ids {
      guard ids.count <= DocumentQuery.maxIDs else {
        throw StoreError(
          .invalid, "Too many ids: \(ids.count); expected at most \(DocumentQuery.maxIDs).")
      }
      return nil
    }
    try StoreLimits.check(limit: limit ?? 100)
    guard let after else { return nil }
    guard let cursor = DocumentCursor(after) else {
      throw StoreError(.invalid, DocumentCursor.invalid)
    }
    return cursor
  }
}

/// Slot of a document in SQL: three digits of an id.
///
/// The slot of a UUID consists of its last ten bits, and is therefore in its last three digits,
/// which are characters 34 to 36 of its string. Only two bits of the first of these digits count,
/// so four strings of three digits belong to each slot.
enum SlotDigits {
  /// SQL expression for these three digits of the document's parent or, without a parent, of the
  /// document itself.
  static let expression = "lower(substr(coalesce(parent, id), 34, 3))"

  /// Strings of digits of all given slots.
  static func texts(of slots: SlotSet) -> [String] {
    slots.flatMap { slot in
      (0..<4).map { high in
        let digits = String(high << 10 | slot.number, radix: 16)
        return String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
  }
}

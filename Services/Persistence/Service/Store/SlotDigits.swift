import Cells

/// Slot of a document in SQL: three digits of an id.
///
/// A slot consists of the last ten bits of a UUID, so it is in its last three digits, which are
/// characters 34 to 36 of its string. Only two bits of the first of these digits count, so each
/// slot has four strings of three digits.
enum SlotDigits {
  /// SQL expression for the three digits: those of the document's parent, or of the document
  /// itself.
  static let expression = "lower(substr(coalesce(parent, id), 34, 3))"

  /// The strings of all given slots.
  static func texts(of slots: SlotSet) -> [String] {
    slots.flatMap { slot in
      (0..<4).map { high in
        let digits = String(high << 10 | slot.number, radix: 16)
        return String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
  }
}

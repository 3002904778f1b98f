import Cells

/// The slot of a document as a database finds it: by three of the digits of an id.
///
/// A slot is the last ten bits of a UUID, and so of its last three digits, which are in the 34th to the 36th character
/// of its text. Of the first digit only two bits count: each slot has four texts of three digits.
enum SlotDigits {
  /// The three digits in SQL: those of what a document belongs to, or of the document itself.
  static let expression = "lower(substr(coalesce(parent, id), 34, 3))"

  /// All texts of some slots.
  static func texts(of slots: SlotSet) -> [String] {
    slots.flatMap { slot in
      (0..<4).map { high in
        let digits = String(high << 10 | slot.number, radix: 16)
        return String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
  }
}

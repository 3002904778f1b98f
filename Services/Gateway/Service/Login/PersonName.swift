import Bus
import Schema

/// Validated name of a person.
struct PersonName: Hashable, Sendable {
  /// Maximum length as UTF-8, in bytes.
  static let maxBytes = 64

  let text: String

  /// Normalises a name to composed characters (NFC), and validates it.
  ///
  /// - Throws: `invalid` for a name that is empty, too long, or contains control characters.
  init(_ text: String) throws(BusError) {
    let name = text.precomposedStringWithCanonicalMapping
    guard name.isLine(Self.maxBytes), name.contains(where: { !$0.isWhitespace }) else {
      throw BusError(
        .invalid,
        "Invalid name; expected 1 to \(Self.maxBytes) bytes without control characters, and not only spaces.",
        detail: ["field": "name"])
    }
    self.text = name
  }
}

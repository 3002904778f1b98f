import Bus
import Schema

/// The subject of a schedule: a checked, opaque id.
struct Subject: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Maximum length of a name, in bytes.
  static let maxBytes = 128

  let name: String

  /// Checks a name.
  ///
  /// - Throws: `invalid` for a name that cannot be an id.
  init(_ name: String) throws(BusError) {
    self.init(id: name)
    guard isValid else {
      throw BusError(
        .invalid,
        "Invalid subject; expected 1 to \(Self.maxBytes) bytes without control characters or “/”.",
        detail: ["field": "subject"])
    }
  }

  /// The subject of a saved document, which may be invalid.
  init(id: String) { name = id }

  /// True if a command may name it.
  var isValid: Bool { name.isLine(Self.maxBytes) && !name.contains("/") }

  static func < (a: Subject, b: Subject) -> Bool { a.name < b.name }
  var description: String { name }
}

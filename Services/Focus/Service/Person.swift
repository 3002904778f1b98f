import Bus
import FocusAPI

/// Owner of a focus session: a name in Unicode Normalization Form C. The name is checked, unless it
/// comes from a saved document.
struct Person: Comparable, Hashable, Sendable, CustomStringConvertible {
  let name: String

  /// Checks and normalises a name.
  ///
  /// - Throws: `invalid` for a name that cannot be an id.
  init(_ text: String) throws(BusError) {
    // Swift treats two encodings of one letter as equal, but the disk and the timer do not.
    let name = text.precomposedStringWithCanonicalMapping
    guard Focus.isPerson(name) else {
      throw BusError(.invalid, Self.problem, detail: ["field": "person"])
    }
    self.name = name
  }

  /// The person of a saved document, who may have an invalid name.
  init(id: String) { name = id }

  /// True if commands accept the name.
  var isValid: Bool { Focus.isPerson(name) }

  /// The error message for an invalid name.
  static let problem =
    "Invalid person; expected 1 to \(Focus.maxPersonBytes) bytes without control characters or “/”."

  static func < (a: Person, b: Person) -> Bool { a.name < b.name }
  var description: String { name }
}

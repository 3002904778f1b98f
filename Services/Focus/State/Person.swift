import Bus

/// Whose focus it is: a name that was checked, always in the same spelling.
struct Person: Comparable, Hashable, Sendable, CustomStringConvertible {
  static let mostBytes = 64

  let name: String

  /// - Throws: `invalid` for a name that cannot be an id.
  init(_ text: String) throws(BusError) {
    // Swift holds two spellings of one letter for equal; the disk and the timer do not.
    let name = text.precomposedStringWithCanonicalMapping
    guard (1...Self.mostBytes).contains(name.utf8.count), !name.contains("/"),
      !name.hasControlCharacters
    else {
      throw BusError(
        .invalid,
        "A person has 1 to \(Self.mostBytes) bytes, without control characters and without “/”.",
        detail: ["field": "person"])
    }
    self.name = name
  }

  static func < (a: Person, b: Person) -> Bool { a.name < b.name }
  var description: String { name }
}

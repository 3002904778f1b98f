import Bus

/// What meets: an id that was checked, of which nothing else is known.
struct Subject: Comparable, Hashable, Sendable, CustomStringConvertible {
  static let mostBytes = 128

  let name: String

  /// - Throws: `invalid` for a name that cannot be an id.
  init(_ name: String) throws(BusError) {
    guard (1...Self.mostBytes).contains(name.utf8.count), !name.contains("/"),
      !name.hasControlCharacters
    else {
      throw BusError(
        .invalid,
        "A subject has 1 to \(Self.mostBytes) bytes, without control characters and without “/”.",
        detail: ["field": "subject"])
    }
    self.name = name
  }

  static func < (a: Subject, b: Subject) -> Bool { a.name < b.name }
  var description: String { name }
}

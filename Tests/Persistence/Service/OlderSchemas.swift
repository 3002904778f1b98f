import Testing

extension Array {
  /// Returns the migrations of a database that does not have this one yet.
  ///
  /// - Throws: if no migration has this name.
  func before(_ name: String, name nameOf: (Element) -> String) throws -> [Element] {
    Array(self[..<(try #require(firstIndex { nameOf($0) == name }))])
  }
}

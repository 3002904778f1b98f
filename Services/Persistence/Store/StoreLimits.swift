/// The bounds of what a store is asked for.
enum StoreLimits {
  /// The most elements that a page can have.
  static let page = 1000
  /// The most events that one replay looks at, so that a rare type does not hold up other reads.
  static let scan = 10_000
  /// The most commands that are named where an id may stand for several.
  static let correlations = 10

  /// Largest sequence, revision or term that a database may contain: as far as every client can read a number of JSON
  /// exactly (RFC 8259, section 6), and far from where adding one traps.
  static let maxCounter: Int64 = (1 << 53) - 1

  /// Checks a number that the store counts up from.
  ///
  /// - Parameters:
  ///   - value: as it is in the database.
  ///   - name: what it counts, for the error.
  /// - Throws: `StoreError` with `damaged` for a number that no writer can have reached.
  static func counter(_ value: Int64, _ name: String) throws -> Int64 {
    guard (0...maxCounter).contains(value) else {
      throw StoreError(
        .damaged,
        "The database contains \(value) as its \(name); expected 0 to \(maxCounter). Another program has changed it."
          + " Restore a backup.")
    }
    return value
  }

  /// - Throws: `StoreError` with `invalid` for a limit out of range.
  static func check(limit: Int) throws {
    guard (1...page).contains(limit) else {
      throw StoreError(.invalid, "Invalid limit \(limit); expected 1 to \(page).")
    }
  }
}

/// Limits of queries and counters.
enum StoreLimits {
  /// Maximum number of items per page.
  static let page = 1000
  /// Maximum number of events scanned by one replay, so that a rare type does not delay other
  /// reads.
  static let scan = 10_000
  /// Maximum number of commands listed for an ambiguous id.
  static let correlations = 10

  /// Largest sequence, revision or epoch that a database may contain: every client can represent it
  /// exactly as a JSON number (RFC 8259, section 6), and incrementing it cannot overflow.
  static let maxCounter: Int64 = (1 << 53) - 1

  /// Validates a counter of the store.
  ///
  /// - Parameters:
  ///   - value: the stored value.
  ///   - name: name of the counter, for the error.
  /// - Throws: `StoreError` with `damaged` for a value that no writer can have reached.
  static func counter(_ value: Int64, _ name: String) throws -> Int64 {
    guard (0...maxCounter).contains(value) else {
      throw StoreError(
        .damaged,
        "The database contains \(value) as its \(name); expected 0 to \(maxCounter). Another program has changed it."
          + " Restore a backup.")
    }
    return value
  }

  /// Validates a limit.
  ///
  /// - Throws: `StoreError` with `invalid` if it is out of range.
  static func check(limit: Int) throws {
    guard (1...page).contains(limit) else {
      throw StoreError(.invalid, "Invalid limit \(limit); expected 1 to \(page).")
    }
  }
}

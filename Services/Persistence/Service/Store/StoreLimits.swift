import FastJSON

/// Limits of queries and counters.
enum StoreLimits {
  /// Maximum number of items per page.
  static let page = 1000
  /// Maximum number of events scanned by one replay, so that a rare type does not delay other
  /// reads.
  static let scan = 10_000
  /// Maximum number of commands listed for an ambiguous id.
  static let correlations = 10

  /// Validates a counter of the store.
  ///
  /// - Parameters:
  ///   - value: the stored value.
  ///   - name: name of the counter, for the error.
  /// - Throws: `StoreError` with `damaged` for a value that no writer can have reached.
  static func counter(_ value: Int64, _ name: String) throws -> Int64 {
    guard WireTime.counts.contains(value) else {
      throw StoreError(
        .damaged,
        "The database contains \(value) as its \(name); expected 0 to \(WireTime.counts.upperBound)."
          + " Another program has changed it. Restore a backup.")
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

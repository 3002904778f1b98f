/// The bounds of what a store is asked for.
enum StoreLimits {
  /// The most elements that a page can have.
  static let page = 1000
  /// The most events that one replay looks at, so that a rare type does not hold up other reads.
  static let scan = 10_000
  /// The most commands that are named where an id may stand for several.
  static let correlations = 10

  /// - Throws: `StoreError` with `invalid` for a limit out of range.
  static func check(limit: Int) throws {
    guard (1...page).contains(limit) else {
      throw StoreError(.invalid, "The limit must be between 1 and \(page).")
    }
  }
}

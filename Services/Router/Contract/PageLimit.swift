package import Bus

/// Limits on a page of one of the router's own lists.
package enum PageLimit {
  private static let items = 1...1000
  /// Size from which a page is full, in bytes of JSON.
  package static let bytes = 500_000

  /// Validates a limit; the maximum if it is nil.
  ///
  /// - Throws: `BusError` `invalid` if it is out of range.
  package static func checked(_ limit: Int?) throws(BusError) -> Int {
    let limit = limit ?? items.upperBound
    guard items.contains(limit) else {
      throw BusError(
        .invalid,
        "Invalid limit \(limit); expected \(items.lowerBound) to \(items.upperBound).")
    }
    return limit
  }
}

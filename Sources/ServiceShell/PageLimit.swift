public import Bus

/// The limit of a page of a service's list.
public enum PageLimit {
  /// Checks a limit.
  ///
  /// - Parameters:
  ///   - fallback: the limit of a command that has none.
  ///   - limits: the valid limits.
  /// - Throws: `invalid` outside of `limits`.
  public static func checked(
    _ limit: Int?, default fallback: Int, in limits: ClosedRange<Int> = 1...1000
  ) throws(BusError) -> Int {
    let limit = limit ?? fallback
    guard limits.contains(limit) else {
      throw BusError(
        .invalid,
        "Invalid limit \(limit); expected \(limits.lowerBound) to \(limits.upperBound).",
        detail: ["field": "limit"])
    }
    return limit
  }
}

/// Robust slope of points over time: the median of the slopes between all pairs, with its 95 %
/// confidence interval (Theil 1950, Sen 1968). Single outliers do not affect it.
struct TheilSen: Hashable, Sendable {
  var slope: Double
  var low: Double
  var high: Double

  /// Minimum number of points.
  static let least = 8
  /// Maximum number of points. If there are more, neighbouring points are combined into blocks,
  /// because disturbances of a machine last for a while, so that adjacent seconds are not
  /// independent.
  static let most = 24

  /// Computes the slope.
  ///
  /// - Parameter points: in ascending order of x.
  /// - Returns: nil for fewer than ``least`` points, or if all have the same x.
  init?(_ points: [(x: Double, y: Double)]) {
    guard points.count >= Self.least else { return nil }
    let points = Self.blocks(points)
    var slopes: [Double] = []
    for (index, b) in points.enumerated() {
      for a in points[..<index] where b.x > a.x { slopes.append((b.y - a.y) / (b.x - a.x)) }
    }
    guard !slopes.isEmpty else { return nil }
    slopes.sort()
    let n = Double(points.count)
    // Standard deviation of Kendall's S without ties, multiplied by 1.96 for both sides of the
    // interval.
    let width = 1.96 * (n * (n - 1) * (2 * n + 5) / 18).squareRoot()
    let below = Int(((Double(slopes.count) - width) / 2).rounded(.down))
    slope = Comparison.median(slopes)
    low = slopes[max(0, below - 1)]
    high = slopes[min(slopes.count - 1, slopes.count - below)]
  }

  /// Combines the points into at most ``most`` blocks, each with the medians of its points.
  static func blocks(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    let count = min(most, points.count)
    return (0..<count).map { block in
      let part = points[(block * points.count / count)..<((block + 1) * points.count / count)]
      return (Comparison.median(part.map(\.x)), Comparison.median(part.map(\.y)))
    }
  }
}

/// The slope of points over time that single wild points do not move: the median of the slopes between
/// all pairs, and the range in which the true one lies in 95 of 100 cases. (Theil 1950, Sen 1968.)
struct TheilSen: Hashable, Sendable {
  var slope: Double
  var low: Double
  var high: Double

  /// Fewer points tell nothing.
  static let least = 8
  /// More are put together, neighbours with neighbours: what disturbs a machine lasts for a while, and
  /// two seconds next to each other are no two proofs.
  static let most = 24

  /// - Parameter points: in the order of x.
  /// - Returns: nil for fewer than ``least``, or where all have one x.
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
    // The deviation of Kendall's S without ties; 1.96 of it on both sides.
    let width = 1.96 * (n * (n - 1) * (2 * n + 5) / 18).squareRoot()
    let below = Int(((Double(slopes.count) - width) / 2).rounded(.down))
    slope = Comparison.median(slopes)
    low = slopes[max(0, below - 1)]
    high = slopes[min(slopes.count - 1, slopes.count - below)]
  }

  /// As many points as shall be, each with the medians of its block.
  static func blocks(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    let count = min(most, points.count)
    return (0..<count).map { block in
      let part = points[(block * points.count / count)..<((block + 1) * points.count / count)]
      return (Comparison.median(part.map(\.x)), Comparison.median(part.map(\.y)))
    }
  }
}

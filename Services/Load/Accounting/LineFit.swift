/// Linear regression by least squares, in constant memory.
struct LineFit: Hashable, Sendable {
  /// Estimated increase of y when x increases by 1.
  struct Slope: Hashable, Sendable {
    var slope: Double
    /// Standard error of the slope.
    var error: Double
    /// Number of points.
    var count: Int
  }

  private(set) var count = 0
  private var sumX = 0.0
  private var sumY = 0.0
  private var sumXX = 0.0
  private var sumXY = 0.0
  private var sumYY = 0.0

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    sumX += x
    sumY += y
    sumXX += x * x
    sumXY += x * y
    sumYY += y * y
  }

  /// Estimated slope; nil with fewer than three points, or if x does not vary.
  var estimate: Slope? {
    let n = Double(count)
    let spread = n * sumXX - sumX * sumX
    guard count >= 3, spread > 1e-9 * n * sumXX else { return nil }
    let slope = (n * sumXY - sumX * sumY) / spread
    let rest = n * sumYY - sumY * sumY - slope * (n * sumXY - sumX * sumY)
    let error = (max(0, rest) / (n - 2) / spread).squareRoot()
    return Slope(slope: slope, error: error, count: count)
  }
}

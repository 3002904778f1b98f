/// A straight line through points, by least squares, in constant memory.
struct LineFit: Hashable, Sendable {
  /// By how much y grows when x grows by 1, as far as the points tell.
  struct Slope: Hashable, Sendable {
    var slope: Double
    /// By how much chance alone moves the slope, as a standard deviation.
    var error: Double
    /// Of how many points.
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

  /// Nil where the points do not tell: of fewer than three nobody knows how good the line is.
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

/// A straight line through points, by least squares, in constant memory.
struct LineFit: Hashable, Sendable {
  private(set) var count = 0
  private var sumX = 0.0
  private var sumY = 0.0
  private var sumXX = 0.0
  private var sumXY = 0.0

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    sumX += x
    sumY += y
    sumXX += x * x
    sumXY += x * y
  }

  /// By how much y grows when x grows by 1; nil where the points do not tell.
  var slope: Double? {
    let n = Double(count)
    let spread = n * sumXX - sumX * sumX
    guard count >= 2, spread > 1e-9 * n * sumXX else { return nil }
    return (n * sumXY - sumX * sumY) / spread
  }
}

/// Upper bounds of a histogram's buckets, and the unit of observed values.
public struct Buckets: Hashable, Sendable {
  /// Upper bounds in the metric's unit, ascending, without +Inf.
  public let bounds: [Double]
  /// Size of one observed step in the metric's unit, such as 1e-9 for nanoseconds shown as seconds.
  public let step: Double

  /// Creates buckets from their upper bounds.
  ///
  /// - Parameters:
  ///   - bounds: ascending and finite.
  ///   - step: size of one observed step in the metric's unit.
  public init(_ bounds: [Double], step: Double = 1) {
    precondition(
      zip(bounds, bounds.dropFirst()).allSatisfy(<) && bounds.allSatisfy(\.isFinite),
      "the bounds of buckets ascend")
    self.bounds = bounds
    self.step = step
  }

  /// Request latency: seconds, observed in nanoseconds, from 0.5 ms to 10 s.
  public static let latency = Buckets(
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], step: 1e-9)
  /// Timer lateness: seconds, observed in nanoseconds, from 50 µs to 1 s.
  public static let lateness = Buckets(
    [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    step: 1e-9)
  /// Batch sizes: powers of two from 1 to 1024.
  public static let sizes = Buckets((0...10).map { Double(1 << $0) })
}

/// The upper bounds of a histogram's buckets, and the unit in which values are observed.
public struct Buckets: Hashable, Sendable {
  /// In the metric's unit, ascending; the one for +Inf is not among them.
  public let bounds: [Double]
  /// What an observed 1 is in the metric's unit.
  public let step: Double

  /// - Parameters:
  ///   - bounds: ascending and finite.
  ///   - step: what an observed 1 is in the metric's unit.
  public init(_ bounds: [Double], step: Double = 1) {
    precondition(
      zip(bounds, bounds.dropFirst()).allSatisfy(<) && bounds.allSatisfy(\.isFinite),
      "the bounds of buckets ascend")
    self.bounds = bounds
    self.step = step
  }

  /// Seconds, observed in nanoseconds, from half a millisecond to ten seconds: what a request takes.
  public static let latency = Buckets(
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], step: 1e-9)
  /// Seconds, observed in nanoseconds, from 50 µs to a second: how late a timer is.
  public static let lateness = Buckets(
    [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    step: 1e-9)
  /// Powers of two from 1 to 1024: how many things go together.
  public static let sizes = Buckets((0...10).map { Double(1 << $0) })
}

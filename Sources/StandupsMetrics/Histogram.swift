import Synchronization

/// Counts of observed values by range, and their sum: `…_bucket`, `…_sum`, `…_count`.
///
/// An observation is a short search and two atomic additions, without a lock or an allocation.
///
/// `@unchecked Sendable`: the memory holds only atomics, is allocated once and freed with the
/// object.
public final class Histogram: Metric, @unchecked Sendable {
  /// Type in the `# TYPE` line.
  public static let kind = "histogram"

  /// Upper bounds of the buckets, and the unit of observed values.
  public let buckets: Buckets
  /// Bounds in observed units, rounded down. Observed values are whole numbers, so a comparison
  /// with the rounded bound gives the same result.
  private let limits: [Int]
  /// One count per bound, and one for values above all bounds.
  private let counts: UnsafeMutablePointer<Atomic<Int>>
  private let sum = Atomic<Int>(0)

  /// Creates a histogram without observations.
  public init(_ buckets: Buckets) {
    self.buckets = buckets
    // Floating-point arithmetic may produce a bound just below the intended whole number.
    limits = buckets.bounds.map { Int(($0 / buckets.step * (1 + 1e-12)).rounded(.down)) }
    counts = .allocate(capacity: limits.count + 1)
    for index in 0...limits.count { (counts + index).initialize(to: Atomic(0)) }
  }

  deinit {
    counts.deinitialize(count: limits.count + 1)
    counts.deallocate()
  }

  /// Records a value `times` times. A negative value counts as 0.
  public func observe(_ value: Int, times: Int = 1) {
    let value = max(0, value)
    var index = 0
    while index < limits.count, limits[index] < value { index += 1 }
    counts[index].wrappingAdd(times, ordering: .relaxed)
    sum.wrappingAdd(value &* times, ordering: .relaxed)
  }

  /// Number of observed values.
  public var count: Int {
    (0...limits.count).reduce(0) { $0 + counts[$1].load(ordering: .relaxed) }
  }

  /// Sum of the observed values, in the metric's unit.
  public var total: Double { Double(sum.load(ordering: .relaxed)) * buckets.step }

  /// Writes one line with the cumulative count of each bucket, including `+Inf`, then the sum and
  /// the count.
  public func write(to out: inout MetricText, name: String, labels: String) {
    let separator = labels.isEmpty ? "" : ","
    var count = 0
    for (index, bound) in (buckets.bounds + [.infinity]).enumerated() {
      // The last cumulative count is used as the total, so the two always agree.
      count += counts[index].load(ordering: .relaxed)
      out.line(
        name + "_bucket", "\(labels)\(separator)le=\"\(MetricText.number(bound))\"", "\(count)")
    }
    out.line(name + "_sum", labels, MetricText.number(total))
    out.line(name + "_count", labels, "\(count)")
  }
}

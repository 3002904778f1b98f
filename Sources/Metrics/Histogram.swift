import Synchronization

/// How often values fell into ranges, and their sum: `…_bucket`, `…_sum`, `…_count`.
///
/// An observation is a short search and two atomic additions, without a lock and without allocation.
///
/// `@unchecked Sendable`: the memory holds atomics only, is made once and freed with the object.
public final class Histogram: Metric, @unchecked Sendable {
  /// `histogram`, as it stands in a `# TYPE` line.
  public static let kind = "histogram"

  /// The upper bounds into which values are sorted, and the unit in which they are observed.
  public let buckets: Buckets
  /// The bounds in observed units, rounded down: a whole number is at most the one if it is at most
  /// the other.
  private let limits: [Int]
  /// One for each bound, and one for what is above all.
  private let counts: UnsafeMutablePointer<Atomic<Int>>
  private let sum = Atomic<Int>(0)

  /// A histogram without values.
  public init(_ buckets: Buckets) {
    self.buckets = buckets
    // A bound that floating point puts just below a whole number means that number.
    limits = buckets.bounds.map { Int(($0 / buckets.step * (1 + 1e-12)).rounded(.down)) }
    counts = .allocate(capacity: limits.count + 1)
    for index in 0...limits.count { (counts + index).initialize(to: Atomic(0)) }
  }

  deinit {
    counts.deinitialize(count: limits.count + 1)
    counts.deallocate()
  }

  /// Takes a value, as often as it occurred. A negative one counts as 0.
  public func observe(_ value: Int, times: Int = 1) {
    let value = max(0, value)
    var index = 0
    while index < limits.count, limits[index] < value { index += 1 }
    counts[index].wrappingAdd(times, ordering: .relaxed)
    sum.wrappingAdd(value &* times, ordering: .relaxed)
  }

  /// How many values there were.
  public var count: Int {
    (0...limits.count).reduce(0) { $0 + counts[$1].load(ordering: .relaxed) }
  }

  /// Their sum, in the metric's unit.
  public var total: Double { Double(sum.load(ordering: .relaxed)) * buckets.step }

  /// Writes a line for each bucket, `+Inf` included, with its cumulative count, and sum and count.
  public func write(to out: inout MetricText, name: String, labels: String) {
    let separator = labels.isEmpty ? "" : ","
    var count = 0
    for (index, bound) in (buckets.bounds + [.infinity]).enumerated() {
      // Cumulative; the last one is the count, so the two never contradict each other.
      count += counts[index].load(ordering: .relaxed)
      out.line(
        name + "_bucket", "\(labels)\(separator)le=\"\(MetricText.number(bound))\"", "\(count)")
    }
    out.line(name + "_sum", labels, MetricText.number(total))
    out.line(name + "_count", labels, "\(count)")
  }
}

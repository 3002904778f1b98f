import Synchronization

/// A number that goes up and down. Set and read from any thread.
public final class Gauge: Metric {
  /// `gauge`, as it stands in a `# TYPE` line.
  public static let kind = "gauge"

  private let bits = Atomic<UInt64>(0)

  /// A gauge at 0.
  public init() {}

  /// The value as it was set last; 0 before.
  public var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

  /// Replaces the value, which is in the metric's unit.
  public func set(_ value: Double) {
    bits.store(value.bitPattern, ordering: .relaxed)
  }

  /// Replaces the value by a whole number; exact up to 2⁵³.
  public func set(_ value: some BinaryInteger) { set(Double(value)) }

  /// 1 for true, 0 for false, as is usual.
  public func set(_ flag: Bool) { set(flag ? 1.0 : 0.0) }

  /// Writes one line with the present value.
  public func write(to out: inout MetricText, name: String, labels: String) {
    out.line(name, labels, MetricText.number(value))
  }
}

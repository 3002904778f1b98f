import Synchronization

/// A value that goes up and down. It can be set and read from any thread.
public final class Gauge: Metric {
  /// Type in the `# TYPE` line.
  public static let kind = "gauge"

  private let bits = Atomic<UInt64>(0)

  /// Creates a gauge at 0.
  public init() {}

  /// Last value that was set; 0 before.
  public var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

  /// Sets the value, in the metric's unit.
  public func set(_ value: Double) {
    bits.store(value.bitPattern, ordering: .relaxed)
  }

  /// Sets the value to an integer; exact up to 2⁵³.
  public func set(_ value: some BinaryInteger) { set(Double(value)) }

  /// Sets the value to 1 for true and 0 for false, the usual convention.
  public func set(_ flag: Bool) { set(flag ? 1.0 : 0.0) }

  /// Writes one line with the current value.
  public func write(to out: inout MetricText, name: String, labels: String) {
    out.line(name, labels, MetricText.number(value))
  }
}

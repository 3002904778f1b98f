import Synchronization

/// A number that goes up and down. Set and read from any thread.
public final class Gauge: Metric {
  public static let kind = "gauge"

  private let bits = Atomic<UInt64>(0)

  public init() {}

  /// The value as it was set last; 0 before.
  public var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

  public func set(_ value: Double) {
    bits.store(value.bitPattern, ordering: .relaxed)
  }

  public func set(_ value: some BinaryInteger) { set(Double(value)) }

  /// 1 for true, 0 for false, as is usual.
  public func set(_ flag: Bool) { set(flag ? 1.0 : 0.0) }

  public func write(to out: inout MetricText, name: String, labels: String) {
    out.line(name, labels, MetricText.number(value))
  }
}

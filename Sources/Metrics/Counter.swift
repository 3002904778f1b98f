import Synchronization

/// A number that only grows: `…_total`.
///
/// Counted in whole steps, so that an increment is one atomic addition from any thread.
public final class Counter: Metric {
  /// `counter`, as it stands in a `# TYPE` line.
  public static let kind = "counter"

  private let value = Atomic<Int>(0)
  private let step: Double

  /// - Parameter step: what one step is in the metric's unit, such as 1e-9 for nanoseconds that are
  ///   shown as seconds.
  public init(step: Double = 1) {
    self.step = step
  }

  /// Adds steps; a negative number would be a defect and is ignored.
  @inline(__always)
  public func add(_ steps: Int = 1) {
    if steps > 0 { value.wrappingAdd(steps, ordering: .relaxed) }
  }

  /// Shows a total that is kept elsewhere, in steps.
  public func show(_ total: Int) {
    value.store(total, ordering: .relaxed)
  }

  /// How many steps there were.
  public var steps: Int { value.load(ordering: .relaxed) }

  /// Writes one line with the total in the metric's unit.
  public func write(to out: inout MetricText, name: String, labels: String) {
    out.line(name, labels, step == 1 ? "\(steps)" : MetricText.number(Double(steps) * step))
  }
}

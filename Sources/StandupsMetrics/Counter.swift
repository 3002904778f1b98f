import Synchronization

/// A counter (`…_total`), whose value only increases.
///
/// It counts whole steps, so an increment is one atomic addition from any thread.
public final class Counter: Metric {
  /// Type in the `# TYPE` line.
  public static let kind = "counter"

  private let value = Atomic<Int>(0)
  private let step: Double

  /// Creates a counter at 0.
  ///
  /// - Parameter step: size of one step in the metric's unit, such as 1e-9 for nanoseconds that are
  ///   shown as seconds.
  public init(step: Double = 1) {
    self.step = step
  }

  /// Adds steps. Ignores a negative number, which would be a bug in the caller.
  @inline(__always)
  public func add(_ steps: Int = 1) {
    if steps > 0 { value.wrappingAdd(steps, ordering: .relaxed) }
  }

  /// Sets the total number of steps, for a count that other code keeps.
  public func show(_ total: Int) {
    value.store(total, ordering: .relaxed)
  }

  /// Total number of steps.
  public var steps: Int { value.load(ordering: .relaxed) }

  /// Writes one line with the total in the metric's unit.
  public func write(to out: inout MetricText, name: String, labels: String) {
    out.line(name, labels, step == 1 ? "\(steps)" : MetricText.number(Double(steps) * step))
  }
}

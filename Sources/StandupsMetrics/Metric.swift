/// One time series, or the related series of a histogram.
public protocol Metric: AnyObject, Sendable {
  /// Type in the `# TYPE` line.
  static var kind: String { get }
  /// Writes the lines of the metric.
  ///
  /// - Parameters:
  ///   - name: name of the metric.
  ///   - labels: names and values, already escaped and joined, without braces; may be empty.
  func write(to out: inout MetricText, name: String, labels: String)
}

/// One time series, or for a histogram a few that belong together.
public protocol Metric: AnyObject, Sendable {
  /// The word after the name in a `# TYPE` line.
  static var kind: String { get }
  /// Writes its lines.
  ///
  /// - Parameters:
  ///   - name: the metric's.
  ///   - labels: names and values, already escaped and joined, without braces; may be empty.
  func write(to out: inout MetricText, name: String, labels: String)
}

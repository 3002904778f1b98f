public import StandupsMetrics

/// A parsed page of metrics, as Prometheus reads it: the series by their names.
public struct Scrape: Sendable {
  /// Text of the page.
  public let text: String
  private let values: [String: Double]

  /// Parses a page of metrics.
  ///
  /// - Parameter text: a page in the text format
  ///   (prometheus.io/docs/instrumenting/exposition_formats).
  public init(_ text: String) {
    self.text = text
    values = Dictionary(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        guard let space = line.lastIndex(of: " ") else { return nil }
        return Double(line[line.index(after: space)...]).map { (String(line[..<space]), $0) }
      }, uniquingKeysWith: { $1 })
  }

  /// Names of all metrics on the page.
  public var names: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
      .compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) }
  }

  /// Value of a series, named as on the page, with its labels; nil if the page does not have it.
  public subscript(_ series: String) -> Double? { values[series] }
}

extension MetricRegistry {
  /// Returns the current value of a series; nil if it does not exist.
  public func value(_ series: String) -> Double? { Scrape(text())[series] }

  /// Returns the value of a series after the closures of `onRead` have run; nil if it does not
  /// exist.
  public func refreshed(_ series: String) async -> Double? {
    await refresh()
    return value(series)
  }
}

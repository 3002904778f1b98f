public import Metrics

/// What Prometheus would read of a page of metrics: the series by their names.
public struct Scrape: Sendable {
  /// The page.
  public let text: String
  private let values: [String: Double]

  /// - Parameter text: in the text format (prometheus.io/docs/instrumenting/exposition_formats).
  public init(_ text: String) {
    self.text = text
    values = Dictionary(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        guard let space = line.lastIndex(of: " ") else { return nil }
        return Double(line[line.index(after: space)...]).map { (String(line[..<space]), $0) }
      }, uniquingKeysWith: { $1 })
  }

  /// The names of all metrics.
  public var names: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
      .compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) }
  }

  /// The value of a series as it is written, with its labels; nil without it.
  public subscript(_ series: String) -> Double? { values[series] }
}

extension MetricRegistry {
  /// The value that a series has been counted or set to; nil without it.
  public func value(_ series: String) -> Double? { Scrape(text())[series] }

  /// The same, after what is so only when it is read was brought up to date.
  public func refreshed(_ series: String) async -> Double? {
    await refresh()
    return value(series)
  }
}

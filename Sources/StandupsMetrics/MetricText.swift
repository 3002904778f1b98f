/// A page in Prometheus' text exposition format, version 0.0.4
/// (prometheus.io/docs/instrumenting/exposition_formats).
public struct MetricText: Sendable {
  /// Value of the `Content-Type` header.
  public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// Everything written so far.
  public private(set) var text = ""

  /// Creates an empty page.
  public init() {}

  /// Writes the `# HELP` and `# TYPE` lines of a metric.
  public mutating func begin(_ name: String, kind: String, help: String) {
    text += "# HELP \(name) \(Self.escape(help, quotes: false))\n# TYPE \(name) \(kind)\n"
  }

  /// Writes the line of one time series.
  ///
  /// - Parameter labels: from `labels(_:_:)`; may be empty.
  public mutating func line(_ name: String, _ labels: String, _ value: String) {
    text += name
    if !labels.isEmpty {
      text += "{"
      text += labels
      text += "}"
    }
    text += " "
    text += value
    text += "\n"
  }

  /// Formats labels as they appear between the braces.
  public static func labels(_ names: [String], _ values: [String]) -> String {
    zip(names, values).map { "\($0)=\"\(escape($1, quotes: true))\"" }.joined(separator: ",")
  }

  /// Formats a number for Go's `ParseFloat`.
  public static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    // Writes a number as an integer if that is exact.
    if value.magnitude < 9_007_199_254_740_992, value == value.rounded() { return "\(Int(value))" }
    return "\(value)"
  }

  private static func escape(_ text: String, quotes: Bool) -> String {
    guard text.utf8.contains(where: { $0 == 0x5C || $0 == 0x0A || $0 == 0x22 }) else { return text }
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\"" where quotes: out += "\\\""
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}

import CommandLineKit

/// One figure of a report, such as the 99th percentile of one of its parts.
struct MeasuredFigure: Hashable, Sendable {
  enum Unit: String, Hashable, Sendable {
    case microseconds = "us"
    case count
    case perSecond = "per_s"
  }

  /// Part of the report, such as `fan-out` or `create/64`.
  var part: String
  var name: String
  var value: Double
  var unit: Unit

  static let percentiles = ["p50", "p90", "p99", "p99.9", "p99.99", "max"]
  static let faults = [
    "lost", "duplicate", "early", "reordered", "stray", "missed", "unanswered", "refused",
    "unfinished",
  ]
  /// Names of all figures that reports can have.
  static let names = percentiles + ["per_second"] + faults

  static func latency(_ part: String, _ summary: LatencySummary) -> [MeasuredFigure] {
    // A part without measurements has no figures to fail on.
    guard summary.count > 0 else { return [] }
    let values = [summary.p50, summary.p90, summary.p99, summary.p999, summary.p9999, summary.max]
    return zip(percentiles, values).map {
      MeasuredFigure(part: part, name: $0, value: $1, unit: .microseconds)
    }
  }

  static func count(_ part: String, _ name: String, _ value: Int64) -> MeasuredFigure {
    MeasuredFigure(part: part, name: name, value: Double(value), unit: .count)
  }
}

/// Interface that all kinds of reports share.
protocol LoadReport: Encodable, Sendable {
  var kind: String { get }
  var began: String { get }
  var router: String { get }
  var wasInterrupted: Bool? { get }
  var figures: [MeasuredFigure] { get }
  var charts: [LineChart] { get }
  func lines(_ ink: Ink) -> [String]
}

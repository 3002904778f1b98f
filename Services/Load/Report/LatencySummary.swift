/// Summary of a histogram, optionally with the complete histogram. All times are in microseconds.
struct LatencySummary: Codable, Hashable, Sendable {
  var count: Int64
  var mean: Double
  var p50: Double
  var p90: Double
  var p99: Double
  var p999: Double
  var p9999: Double
  var max: Double
  /// The complete histogram, in nanoseconds, for adding and comparing results.
  var histogram: Histogram?

  init(_ histogram: Histogram, isWhole: Bool = true) {
    func us(_ percentile: Double) -> Double { Double(histogram.value(at: percentile)) / 1000 }
    count = histogram.count
    mean = histogram.mean / 1000
    p50 = us(50)
    p90 = us(90)
    p99 = us(99)
    p999 = us(99.9)
    p9999 = us(99.99)
    max = Double(histogram.max ?? 0) / 1000
    self.histogram = isWhole ? histogram : nil
  }

  /// Cells of a table row: the percentiles and the maximum.
  var cells: [String] {
    [p50, p90, p99, p999, p9999, max].map { count == 0 ? "–" : Self.text($0) }
  }

  static let header = ["p50", "p90", "p99", "p99.9", "p99.99", "max"]

  /// Formats microseconds in a readable unit: `870 µs`, `12.3 ms`, `4.21 s`.
  static func text(_ microseconds: Double) -> String {
    let (value, unit) =
      switch abs(microseconds) {
      case ..<1000: (microseconds, "µs")
      case ..<1_000_000: (microseconds / 1000, "ms")
      default: (microseconds / 1_000_000, "s")
      }
    return Figure.text(value) + " " + unit
  }
}

/// Formats numbers with three significant digits.
enum Figure {
  static func text(_ value: Double) -> String {
    let size = abs(value)
    let places = size >= 100 || value == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
    return decimal(value, places)
  }

  static func decimal(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    let scale = (0..<places).reduce(Int64(1)) { product, _ in product * 10 }
    let scaled = Int64((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(scaled) }
    let rest = String(scaled % scale)
    return sign + "\(scaled / scale)." + String(repeating: "0", count: places - rest.count) + rest
  }

  /// Groups thousands with thin spaces: `1 234 567`.
  static func count(_ value: Int64) -> String {
    var out = ""
    let digits = String(abs(value))
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { out += "\u{2009}" }
      out.append(digit)
    }
    return value < 0 ? "-" + out : out
  }

  static func bytes(_ value: Int64) -> String {
    value >= 1 << 30
      ? decimal(Double(value) / 1_073_741_824, 2) + " GiB"
      : decimal(Double(value) / 1_048_576, 1) + " MiB"
  }
}

/// Parses durations, and formats them in human-readable form.
package enum DurationText {
  private static let units: [(String, Int64)] = [
    ("ms", 1), ("h", 3_600_000), ("m", 60_000), ("s", 1_000),
  ]

  /// A day, in milliseconds.
  package static let day: Int64 = 86_400_000

  /// Parses a duration.
  ///
  /// - Parameters:
  ///   - plainUnit: value of a number without a unit, in milliseconds.
  ///   - longUnits: further units, in milliseconds. A duration in one of them has no other unit.
  /// - Returns: the duration, in milliseconds; nil if the string is invalid or the duration is too
  ///   long.
  package static func milliseconds(
    _ text: String, plainUnit: Int64, longUnits: [Character: Int64] = [:]
  ) -> Int64? {
    if let plain = number(text[...]) { return scaled(plain, plainUnit) }
    if let unit = text.last.flatMap({ longUnits[$0] }), let count = number(text.dropLast()) {
      return scaled(count, unit)
    }
    var rest = text.lowercased()[...]
    var total: Int64 = 0
    var last = Int64.max
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      guard let value = number(digits),
        let (name, unit) = units.first(where: { rest.hasPrefix($0.0) }), unit < last,
        let ms = scaled(value, unit)
      else { return nil }
      rest = rest.dropFirst(name.count)
      last = unit
      let (sum, overflow) = total.addingReportingOverflow(ms)
      if overflow { return nil }
      total = sum
    }
    return total
  }

  private static func number(_ text: Substring) -> Double? {
    guard let first = text.first, first.isNumber, text.allSatisfy({ $0.isASCII }) else {
      return nil
    }
    guard text.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
    return Double(text)
  }

  private static func scaled(_ value: Double, _ unit: Int64) -> Int64? {
    Int64(exactly: (value * Double(unit)).rounded())
  }

  /// Formats a duration in clock form, truncated to whole seconds: `0:36`, `1:05:00`.
  package static func clock(_ ms: Int64) -> String {
    let seconds = max(0, ms) / 1000
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    func two(_ n: Int64) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return h > 0 ? "\(h):\(two(m)):\(two(s))" : "\(m):\(two(s))"
  }

  /// Formats a duration with units: `5 min`, `36 s`, `1 h 30 min`.
  package static func words(_ ms: Int64) -> String {
    let parts = [(3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms")]
    var rest = max(0, ms)
    var out: [String] = []
    for (unit, name) in parts {
      let count = rest / Int64(unit)
      rest %= Int64(unit)
      // Milliseconds are shown only for durations under a second.
      if count > 0, unit > 1 || out.isEmpty { out.append("\(count) \(name)") }
    }
    return out.isEmpty ? "0 s" : out.joined(separator: " ")
  }
}

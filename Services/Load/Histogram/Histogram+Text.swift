import Foundation

extension Histogram {
  /// Returns the percentile distribution as text in HdrHistogram's format (`.hgrm`), which its
  /// plotter and other tools read.
  ///
  /// - Parameters:
  ///   - scale: divisor of the values; 1000 turns nanoseconds into microseconds.
  ///   - ticks: number of lines per halving of the distance to 100 %.
  func percentileText(scale: Double = 1, ticks: Int = 5) -> String {
    var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
    for step in percentileSteps(ticks: ticks) {
      let share = step.percentile / 100
      text += String(
        format: "%12.3f %2.12f %10lld", Double(step.value) / scale, share, step.total)
      text += share < 1 ? String(format: " %14.2f\n", 1 / (1 - share)) : "\n"
    }
    let last = max.map { Self.last(of: Self.index(of: $0)) } ?? 0
    return text
      + String(
        format: "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", mean / scale,
        standardDeviation / scale)
      + String(
        format: "#[Max     = %12.3f, Total count    = %12lld]\n", Double(last) / scale, count)
      + String(
        format: "#[Buckets = %12lld, SubBuckets     = %12lld]\n",
        Int64(counts.count / Self.half - 1), Int64(Self.subBuckets))
  }

  /// One line of the distribution.
  struct PercentileStep: Hashable, Sendable {
    /// Largest value of the bucket that was reached.
    public var value: Int64
    /// Percentile at which it was reached, from 0 to 100.
    public var percentile: Double
    /// Cumulative count: number of values that do not exceed this one.
    public var total: Int64
  }

  /// Returns the distribution in steps that become finer towards 100 %, like HdrHistogram's
  /// iteration.
  func percentileSteps(ticks: Int = 5) -> [PercentileStep] {
    guard count > 0 else { return [] }
    var steps: [PercentileStep] = []
    var level = 0.0
    var total: Int64 = 0
    for index in counts.indices where counts[index] > 0 {
      total += counts[index]
      let value = Self.last(of: index)
      let reached = 100 * Double(total) / Double(count)
      while reached >= level {
        steps.append(PercentileStep(value: value, percentile: level, total: total))
        let halvings = Int(log2(100 / (100 - level))) + 1
        level += 100 / (Double(ticks) * pow(2, Double(halvings)))
        // After the last value, one line for 100 % follows.
        if total == count { break }
      }
      if total == count {
        steps.append(PercentileStep(value: value, percentile: 100, total: total))
      }
    }
    return steps
  }
}

import Foundation

/// Comparison of two results, figure by figure.
struct Comparison: Codable, Hashable, Sendable {
  enum Verdict: String, Codable, Sendable {
    case worse, better, same
    /// There are too few values for a verdict.
    case unknown
  }

  struct Figure: Codable, Hashable, Sendable {
    var name: String
    /// Value of each result, which is a median or a count.
    var a: Double
    var b: Double
    /// Numbers of seconds or intervals from which the medians are computed; nil for counts of the
    /// whole run.
    var medianOf: [Int]?
    /// Ratio of the two values, oriented so that a value above 1 means that b is worse, whichever
    /// direction is better for this figure.
    var ratio: Double?
    /// Probability that b looks this much worse, or better, by chance alone.
    var chance: Double?
    var verdict: Verdict
  }

  /// Thresholds of a difference.
  struct Rule: Codable, Hashable, Sendable {
    /// Minimum ratio of medians that counts as a difference.
    var ratio = 1.1
    /// Maximum probability of a chance result at which a difference counts.
    var chance = 0.01
  }

  var rule: Rule
  var figures: [Figure]
  /// Differences between the runs that make them hard to compare.
  var notes: [String]

  /// Overall verdict on all figures.
  enum Outcome: String, Codable, Sendable {
    case worse, notWorse, tooLittle
  }

  /// A single worse figure is enough for `worse`; `notWorse` requires a verdict on every figure.
  var outcome: Outcome {
    if figures.contains(where: { $0.verdict == .worse }) { return .worse }
    return figures.isEmpty || figures.contains { $0.verdict == .unknown } ? .tooLittle : .notWorse
  }

  /// Compares samples. A difference must exceed the minimum ratio, and must be unlikely to be due
  /// to chance.
  static func samples(
    _ name: String, _ a: [Double], _ b: [Double], lowerIsBetter: Bool = true, _ rule: Rule
  ) -> Figure {
    let (first, second) = (median(a), median(b))
    let sign = lowerIsBetter ? 1.0 : -1.0
    let (x, y) = (a.map { $0 * sign }, b.map { $0 * sign })
    let ratio: Double? =
      first > 0 && second > 0 ? (lowerIsBetter ? second / first : first / second) : nil
    var figure = Figure(
      name: name, a: first, b: second, medianOf: [a.count, b.count], ratio: nil, chance: nil,
      verdict: .unknown)
    guard MannWhitney.canTell(a.count, b.count, chance: rule.chance) else { return figure }
    figure.ratio = ratio
    let worse = MannWhitney.chanceThatLarger(x, y) ?? 1
    let better = MannWhitney.chanceThatLarger(y, x) ?? 1
    figure.chance = min(worse, better)
    // Without a ratio (if a median is 0), the ranks alone decide.
    figure.verdict =
      worse <= rule.chance && (ratio ?? .infinity) >= rule.ratio
      ? .worse : better <= rule.chance && (ratio ?? 0) <= 1 / rule.ratio ? .better : .same
    return figure
  }

  /// Compares counts of faults. Any increase for the same work is worse, because there should be no
  /// faults.
  static func faults(_ name: String, _ a: Int64, _ b: Int64) -> Figure {
    Figure(
      name: name, a: Double(a), b: Double(b), ratio: nil, chance: nil,
      verdict: b > a ? .worse : b < a ? .better : .same)
  }

  private static func interruptions(_ a: Bool?, _ b: Bool?) -> [String] {
    [("A", a), ("B", b)].filter { $0.1 == true }.map {
      "\($0.0) was interrupted, so it has fewer seconds than planned."
    }
  }

  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

extension Comparison {
  init(_ a: TimerReport, _ b: TimerReport, _ rule: Rule) {
    self.rule = rule
    notes = a.workload == b.workload ? [] : ["The workloads differ."]
    if a.machine.cpu != b.machine.cpu || a.machine.cores != b.machine.cores {
      notes.append("The machines differ.")
    }
    notes += Self.interruptions(a.wasInterrupted, b.wasInterrupted)
    notes += [("A", a), ("B", b)].flatMap { name, report in
      report.tester.bottlenecks.map { "\(name): the tester \($0)" }
    }
    // If no interval is steady, as in a burst, use all intervals with ticks.
    func intervals(_ report: TimerReport) -> [TimerReport.Interval] {
      let steady = report.intervals.filter { $0.isSteady && $0.ticks > 0 }
      return steady.isEmpty ? report.intervals.filter { $0.ticks > 0 } : steady
    }
    let (first, second) = (intervals(a), intervals(b))
    func figure(_ name: String, _ value: (TimerReport.Interval) -> Double) -> Figure {
      Self.samples(name, first.map(value), second.map(value), rule)
    }
    let kinds = Set(a.commands.keys).intersection(b.commands.keys).sorted()
    figures = [
      Self.faults("ticks lost", a.ticks.lost, b.ticks.lost),
      Self.faults("ticks duplicate", a.ticks.duplicate, b.ticks.duplicate),
      Self.faults("ticks early", a.ticks.early, b.ticks.early),
      Self.faults("ticks reordered", a.ticks.reordered, b.ticks.reordered),
      Self.faults("ticks stray", a.ticks.stray, b.ticks.stray),
      Self.faults("speaker changes missed", a.speakers.missed, b.speakers.missed),
    ]
    figures += kinds.map { kind in
      Self.faults(
        "\(kind), unanswered", a.commands[kind]?.unanswered ?? 0,
        b.commands[kind]?.unanswered ?? 0)
    }
    figures += [
      figure("lateness p50, µs", \.p50), figure("lateness p99, µs", \.p99),
      figure("lateness p99.9, µs", \.p999),
      figure("CPU µs per tick") { $0.cpuSeconds * 1e6 / Double($0.ticks) },
      figure("memory, MiB") { Double($0.residentBytes) / 1_048_576 },
    ]
  }

  init(_ a: BusReport, _ b: BusReport, _ rule: Rule) {
    self.rule = rule
    notes = a.workload == b.workload ? [] : ["The workloads differ."]
    notes += Self.interruptions(a.wasInterrupted, b.wasInterrupted)
    figures = []
    for first in a.parts {
      guard let second = b.parts.first(where: { $0.part == first.part }) else { continue }
      figures.append(
        Self.samples(
          "\(first.part.rawValue), messages/s", first.samples, second.samples,
          lowerIsBetter: false, rule))
      figures.append(Self.faults("\(first.part.rawValue), lost", first.lost, second.lost))
    }
  }

  init(_ a: CommandsReport, _ b: CommandsReport, _ rule: Rule) {
    self.rule = rule
    notes = a.workload == b.workload ? [] : ["The workloads differ."]
    notes += Self.interruptions(a.wasInterrupted, b.wasInterrupted)
    figures = []
    for first in a.parts {
      let second = b.parts.first { $0.part == first.part && $0.window == first.window }
      guard let second else { continue }
      let name = "\(first.part.rawValue), \(first.window) in flight"
      figures.append(
        Self.samples(
          "\(name), per s", first.samples, second.samples, lowerIsBetter: false, rule))
      figures.append(Self.faults("\(name), not completed", first.lost, second.lost))
    }
  }
}

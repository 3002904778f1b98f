extension LineChart {
  /// Plots the percentile curves of several measurements together.
  static func percentiles(_ title: String, _ summaries: [(String, LatencySummary)]) -> LineChart {
    let lines = summaries.compactMap { name, summary -> Line? in
      guard let histogram = summary.histogram, histogram.count > 0 else { return nil }
      return Line(
        name: name,
        points: histogram.percentileSteps().filter { $0.percentile < 100 }
          .map { ($0.percentile, max(1, Double($0.value) / 1000)) })
    }
    let shares = [
      (0.0, "0"), (50, "50"), (90, "90"), (99, "99"), (99.9, "99.9"), (99.99, "99.99"),
      (99.999, "99.999"),
    ]
    // First displayed percentile beyond all points.
    let last = lines.compactMap { $0.points.last?.0 }.max() ?? 100
    let most = [90, 99, 99.9, 99.99].first { $0 >= last } ?? 99.999
    return LineChart(
      title: title,
      x: Axis(
        label: "percentile", scale: .nines,
        ticks: shares.filter { $0.0 <= most }.map { (value: $0.0, text: "\($0.1) %") }),
      y: Axis(
        label: title.lowercased(), scale: .logarithmic,
        ticks: latencyTicks(lines.flatMap { $0.points.map(\.1) })),
      lines: lines)
  }

  /// Plots the number of messages per second.
  static func rates(_ title: String, _ samples: [(String, [Double])]) -> LineChart {
    let lines = samples.map { name, values in
      Line(name: name, points: values.enumerated().map { (Double($0.offset + 1), $0.element) })
    }
    let points = lines.flatMap(\.points)
    return LineChart(
      title: title,
      x: Axis(
        label: "seconds", scale: .linear, ticks: roundTicks(to: points.map(\.0).max() ?? 1)),
      y: Axis(
        label: "per second", scale: .linear, ticks: roundTicks(to: points.map(\.1).max() ?? 1)),
      lines: lines)
  }
}

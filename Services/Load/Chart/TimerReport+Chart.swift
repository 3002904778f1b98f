extension TimerReport {
  /// The percentile curve, and lateness over time.
  var svg: String {
    ChartPage.svg([percentileChart, timeChart])
  }

  private var percentileChart: LineChart {
    var lines: [LineChart.Line] = []
    for (name, summary) in [("received", lateness), ("sent, 1 ms", sentLateness)] {
      guard let histogram = summary.histogram, histogram.count > 0 else { continue }
      let points = histogram.percentileSteps().filter { $0.percentile < 100 }
        .map { ($0.percentile, max(1, Double($0.value) / 1000)) }
      lines.append(LineChart.Line(name: name, points: points))
    }
    let shares = [
      (0.0, "0"), (50, "50"), (90, "90"), (99, "99"), (99.9, "99.9"), (99.99, "99.99"),
      (99.999, "99.999"),
    ]
    let most = lineEnd(lines)
    return LineChart(
      title: "Lateness of \(Figure.count(lateness.count)) ticks of \(workload.meetings) meetings",
      x: LineChart.Axis(
        label: "percentile", scale: .nines,
        ticks: shares.filter { $0.0 <= most }.map { (value: $0.0, text: "\($0.1) %") }),
      y: LineChart.Axis(
        label: "lateness", scale: .logarithmic,
        ticks: LineChart.latencyTicks(lines.flatMap { $0.points.map(\.1) })),
      lines: lines)
  }

  /// The first of the percentiles shown that has all the points before it.
  private func lineEnd(_ lines: [LineChart.Line]) -> Double {
    let last = lines.compactMap { $0.points.last?.0 }.max() ?? 100
    return [90, 99, 99.9, 99.99].first { $0 >= last } ?? 99.999
  }

  private var timeChart: LineChart {
    let all: [(String, (Interval) -> Double)] = [
      ("p50", \.p50), ("p99", \.p99), ("p99.9", \.p999), ("max", \.max),
    ]
    let lines = all.map { name, value in
      LineChart.Line(
        name: name,
        points: intervals.filter { $0.ticks > 0 }.map { ($0.at, Swift.max(1, value($0))) })
    }
    return LineChart(
      title: "Lateness over time",
      x: LineChart.Axis(
        label: "seconds since the first start", scale: .linear,
        ticks: LineChart.roundTicks(to: intervals.last?.at ?? 1)),
      y: LineChart.Axis(
        label: "lateness when received", scale: .logarithmic,
        ticks: LineChart.latencyTicks(lines.flatMap { $0.points.map(\.1) })),
      lines: lines)
  }
}

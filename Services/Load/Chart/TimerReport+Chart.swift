extension TimerReport {
  /// The percentile curve, and lateness over time.
  var svg: String {
    ChartPage.svg(charts)
  }

  var percentileChart: LineChart {
    var chart = LineChart.percentiles(
      "Lateness", [("on receipt", lateness), ("when sent (1 ms)", sentLateness)])
    chart.title =
      "Lateness of \(Figure.count(lateness.count)) ticks of \(workload.meetings) meetings"
    return chart
  }

  var timeChart: LineChart {
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

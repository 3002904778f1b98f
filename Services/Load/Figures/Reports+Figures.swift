extension TimerReport: LoadReport {
  var figures: [MeasuredFigure] {
    var all = MeasuredFigure.latency("ticks", lateness)
    all += [
      .count("ticks", "lost", ticks.lost), .count("ticks", "duplicate", ticks.duplicate),
      .count("ticks", "early", ticks.early), .count("ticks", "reordered", ticks.reordered),
      .count("ticks", "stray", ticks.stray),
    ]
    all += MeasuredFigure.latency("speakers", speakerLateness)
    all.append(.count("speakers", "missed", speakers.missed))
    return all + commands.sorted { $0.key < $1.key }.flatMap { $0.value.figures($0.key) }
  }

  var charts: [LineChart] { [percentileChart, timeChart] }
}

extension TimerReport.Command {
  func figures(_ kind: String) -> [MeasuredFigure] {
    MeasuredFigure.latency(kind, latency) + [
      .count(kind, "unanswered", unanswered),
      .count(kind, "refused", refused.values.reduce(0, +)),
    ]
  }
}

extension BusReport: LoadReport {
  var figures: [MeasuredFigure] {
    parts.flatMap { part in
      let name = BusWorkload.Part.dashed(part.part.rawValue)
      return MeasuredFigure.latency(name, part.latency) + [
        MeasuredFigure(
          part: name, name: "per_second", value: part.perSecond, unit: .perSecond),
        .count(name, "lost", part.lost),
      ]
    }
  }

  var charts: [LineChart] {
    [
      .percentiles(
        "Latency", parts.map { (BusWorkload.Part.dashed($0.part.rawValue), $0.latency) }),
      .rates("Messages per second", parts.map { ($0.part.rawValue, $0.samples) }),
    ]
  }
}

extension CommandsReport: LoadReport {
  var figures: [MeasuredFigure] {
    parts.flatMap { part in
      let name = part.title
      return MeasuredFigure.latency(name, part.latency) + [
        MeasuredFigure(
          part: name, name: "per_second", value: part.perSecond, unit: .perSecond),
        .count(name, "lost", part.lost),
      ]
    }
  }

  var charts: [LineChart] {
    [
      .percentiles("Latency", parts.map { ($0.title, $0.latency) }),
      .rates("Commands per second", parts.map { ($0.title, $0.samples) }),
    ]
  }
}

extension CommandsReport.Part {
  /// Part, and number of commands in flight.
  var title: String { "\(part.rawValue)/\(window)" }
}

extension MeetingsReport: LoadReport {
  private var latencies: [(String, LatencySummary)] {
    [("ticks", lateness), ("speakers", speakerLateness), ("finish", finishLateness)]
  }

  var figures: [MeasuredFigure] {
    var all = latencies.flatMap { MeasuredFigure.latency($0.0, $0.1) }
    all += [
      .count("meetings", "unfinished", Int64(workload.meetings - finished)),
      .count("ticks", "lost", ticks.lost), .count("ticks", "duplicate", ticks.duplicate),
      .count("ticks", "early", ticks.early), .count("ticks", "reordered", ticks.reordered),
      .count("speakers", "missed", speakers.missed),
    ]
    return all + commands.sorted { $0.key < $1.key }.flatMap { $0.value.figures($0.key) }
  }

  var charts: [LineChart] {
    let asked = commands.sorted { $0.key < $1.key }.map { ($0.key, $0.value.latency) }
    return [.percentiles("Lateness", latencies), .percentiles("Commands, time to reply", asked)]
  }
}

import CommandLineKit

/// Result of a test of commands.
struct CommandsReport: Codable, Sendable {
  struct Part: Codable, Sendable {
    var part: CommandsWorkload.Part
    /// Number of commands in flight.
    var window: Int
    var answered: Int64
    var perSecond: Double
    /// Time since the command was sent.
    var latency: LatencySummary
    /// Number of commands that had no reply or were rejected.
    var lost: Int64
    /// Number of rejections, by error code; commands rejected with `busy` were sent again.
    var refused: [String: Int64]
    /// CPU time of each service per command, in microseconds.
    var cpuUs: [String: Double]
    /// Number of commands in each second, for comparing runs.
    var samples: [Double]
  }

  var format = TimerReport.format
  var kind = "commands"
  var version: String
  var began: String
  var machine: Machine
  /// Description of the router.
  var router: String
  /// True if the run was interrupted; nil otherwise.
  var wasInterrupted: Bool?
  var workload: CommandsWorkload
  var parts: [Part]
  /// Resource usage of each service since it was started.
  var services: [ServiceUsage]
}

extension CommandsReport.Part {
  init(
    _ part: CommandsWorkload.Part, window: Int, _ result: RequestRun.Result,
    _ services: [ServiceUsage]
  ) {
    let count = Double(max(1, result.answered))
    self.part = part
    self.window = window
    answered = result.answered
    perSecond = Double(result.answered) / max(result.seconds, 1e-9)
    latency = LatencySummary(result.latency)
    lost = result.lost
    refused = result.refused
    cpuUs = Dictionary(
      services.map { ($0.name, $0.cpuSeconds / count * 1e6) }, uniquingKeysWith: +)
    samples = result.samples
  }
}

extension CommandsReport {
  func lines(_ ink: Ink) -> [String] {
    let names = services.map(\.name)
    var table = Table(
      header: ["", "in flight", "per s"] + names.map { "µs \($0)" } + LatencySummary.header)
    for part in parts {
      table.rows.append(
        [name(part.part), "\(part.window)", Figure.count(Int64(part.perSecond))]
          + names.map { Figure.text(part.cpuUs[$0] ?? 0) } + part.latency.cells)
    }
    var lines =
      workload.parts == [.requests]
      ? [] : ["commands with \(Figure.count(Int64(workload.saved))) standups saved beforehand"]
    lines +=
      ["router   \(router)", "machine  \(machine.words)", ""] + table.lines(width: nil, ink: ink)
    for part in parts where part.lost == 0 {
      guard let busy = part.refused["busy"] else { continue }
      lines.append(
        "\(part.part.rawValue), \(part.window) in flight: rejected as busy and retried successfully:"
          + " \(Figure.count(busy))")
    }
    for part in parts where part.lost > 0 {
      let codes = part.refused.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      lines.append(
        ink.red(
          "\(part.part.rawValue), \(part.window) in flight: \(Figure.count(part.lost)) not completed"
            + (codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))")))
    }
    if !services.isEmpty { lines.append("") }
    for service in services {
      lines.append("\(service.name): peak memory \(Figure.bytes(service.peakBytes))")
    }
    return lines
  }

  private func name(_ part: CommandsWorkload.Part) -> String {
    switch part {
    case .create: "create a standup (durable write)"
    case .get: "get a standup"
    case .list: "list a page of 50"
    case .live: "list live meetings"
    case .requests: "requests of the file"
    }
  }
}

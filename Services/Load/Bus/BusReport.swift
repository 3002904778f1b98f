import CommandLineKit

/// Result of a test of a router.
struct BusReport: Codable, Sendable {
  struct Part: Codable, Sendable {
    var part: BusWorkload.Part
    var seconds: Double
    /// Number of answered requests, or total number of events delivered to all subscribers.
    var messages: Int64
    var perSecond: Double
    /// Time since the scheduled sending, or, without a schedule, since the actual sending.
    var latency: LatencySummary
    var lost: Int64
    /// CPU seconds of the router per million messages.
    var cpuSecondsPerMillion: Double?
    /// CPU use of the tester's process, as a fraction of one core.
    var testerShare: Double
    /// Number of messages in each second, for comparing runs.
    var samples: [Double]
  }

  var format = TimerReport.format
  var kind = "bus"
  var version: String
  var began: String
  var machine: Machine
  /// Description of the router.
  var router: String
  /// True if the run was interrupted; nil otherwise.
  var wasInterrupted: Bool?
  var workload: BusWorkload
  var parts: [Part]
  var peakBytes: Int64?
}

extension BusReport {
  func lines(_ ink: Ink) -> [String] {
    var table = Table(
      header: ["", "messages/s", "CPU s per million"] + LatencySummary.header + ["lost"])
    for part in parts {
      let cost = part.cpuSecondsPerMillion.map { Figure.text($0) } ?? "–"
      table.rows.append(
        [name(part.part), Figure.count(Int64(part.perSecond)), cost] + part.latency.cells
          + [Figure.count(part.lost)])
    }
    var lines = [
      "router   \(router)", "load     \(workload.size) bytes per message",
      "machine  \(machine.words)", "",
    ]
    lines += table.lines(width: nil, ink: ink)
    if let peakBytes { lines += ["", "process  peak memory \(Figure.bytes(peakBytes))"] }
    for part in parts where part.testerShare > 1.6 {
      lines.append(
        ink.yellow(
          "tester   used \(Figure.text(part.testerShare)) cores in “\(part.part.rawValue)”:"
            + " messages/s is limited by the tester; the router's CPU time is still valid."))
    }
    return lines
  }

  private func name(_ part: BusWorkload.Part) -> String {
    switch part {
    case .single: "requests, one at a time"
    case .pipelined: "requests, \(workload.window) in flight"
    case .events: "events to 1 subscriber"
    case .fanOut: "events to \(workload.subscribers), delivered"
    }
  }
}

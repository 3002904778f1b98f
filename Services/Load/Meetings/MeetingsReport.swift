import CommandLineKit

/// Result of a test of whole meetings.
struct MeetingsReport: Codable, Sendable {
  var format = TimerReport.format
  var kind = "meetings"
  var version: String
  var began: String
  var machine: Machine
  /// Description of the router.
  var router: String
  /// True if the run was interrupted; nil otherwise.
  var wasInterrupted: Bool?
  var workload: MeetingsWorkload
  var finished: Int
  var ticks: TickCounts
  var speakers: SpeakerCounts
  var lateness: LatencySummary
  var speakerLateness: LatencySummary
  /// Delay from the end of a meeting's time to its `meeting.finished` event.
  var finishLateness: LatencySummary
  var commands: [String: TimerReport.Command]
  /// Lateness of the tester's own commands.
  var testerLateness: LatencySummary
  var services: [ServiceUsage]
}

extension MeetingsReport {
  func lines(_ ink: Ink) -> [String] {
    func count(_ value: Int64, _ word: String) -> String {
      let text = "\(Figure.count(value)) \(word)"
      return value > 0 ? ink.red(text) : text
    }
    var lines = [
      "meetings \(workload.meetings), \(workload.attendees) attendees each, "
        + "\(Figure.text(Double(workload.lengthMs) / 1000)) s long",
      "router   \(router)", "machine  \(machine.words)", "",
      "finished \(finished), " + count(Int64(workload.meetings - finished), "not"),
      "ticks    \(Figure.count(ticks.expected)) due, " + count(ticks.lost, "lost") + ", "
        + count(ticks.duplicate, "duplicate") + ", " + count(ticks.early, "early") + ", "
        + count(ticks.reordered, "reordered"),
      "speakers \(Figure.count(speakers.received)) changed, " + count(speakers.missed, "missed"),
      "",
    ]
    var table = Table(header: ["", "count"] + LatencySummary.header)
    func add(_ name: String, _ summary: LatencySummary) {
      table.rows.append([name, Figure.count(summary.count)] + summary.cells)
    }
    for (name, command) in commands.sorted(by: { $0.key < $1.key }) {
      add("\(name), time to reply", command.latency)
    }
    add("tick lateness, on receipt", lateness)
    add("speaker change, on disk", speakerLateness)
    add("finish, on disk", finishLateness)
    add("lateness of the tester", testerLateness)
    lines += table.lines(width: nil, ink: ink) + [""]
    for (name, command) in commands.sorted(by: { $0.key < $1.key }) where !command.refused.isEmpty {
      let refused = command.refused.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      lines.append(ink.red("\(name): rejected \(refused.joined(separator: ", "))"))
    }
    for service in services {
      lines.append(
        "\(service.name): \(Figure.text(service.cpuSeconds)) CPU s,"
          + " peak memory \(Figure.bytes(service.peakBytes))")
    }
    return lines
  }
}

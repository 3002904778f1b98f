import CommandLineKit

extension TimerReport {
  /// The result as human-readable text.
  func lines(_ ink: Ink) -> [String] {
    var lines = [headline, "router   \(router)", "machine  \(machine.words)", rampLine(ink), ""]
    lines += countLines(ink)
    lines.append("")
    lines += latencyTable(ink)
    lines += [""] + driftLines + processLines + testerLines(ink)
    if let recovery {
      let state = recovery.secondsToState.map { Figure.text($0) + " s" } ?? "never"
      lines.append(
        "restart  \(state) until the timer had its countdowns, \(Figure.text(recovery.secondsToSchedule)) s"
          + " until every tick arrived again")
    }
    lines += sharing?.lines ?? []
    lines += problems.map { ink.red("problem ") + " " + $0 }
    return lines
  }

  private var headline: String {
    let way = isThroughRouter ? ", through a router" : ""
    let speakers = workload.speakers == 1 ? "1 speaker" : "\(workload.speakers) speakers"
    return "timer    \(Figure.count(Int64(workload.meetings))) meetings, \(speakers) each,"
      + " \(Figure.text(seconds)) s, seed \(workload.seed)\(way)"
  }

  private func rampLine(_ ink: Ink) -> String {
    let planned = Figure.text(ramp.plannedSeconds)
    guard let seconds = ramp.seconds else {
      return "ramp     in \(planned) s, "
        + ink.red("\(Figure.count(ramp.unanswered)) without a reply when measuring started")
    }
    return "ramp     in \(planned) s, all answered after \(Figure.text(seconds)) s;"
      + " measuring started then"
  }

  private func countLines(_ ink: Ink) -> [String] {
    func count(_ value: Int64, _ word: String) -> String {
      let text = "\(Figure.count(value)) \(word)"
      return value > 0 ? ink.red(text) : text
    }
    let faults = [
      count(ticks.lost, "lost"), count(ticks.duplicate, "duplicate"), count(ticks.early, "early"),
      count(ticks.reordered, "reordered"), count(ticks.stray, "stray"),
    ]
    var lines = [
      "ticks    \(Figure.count(ticks.expected)) due, \(Figure.count(ticks.received)) received, "
        + faults.joined(separator: ", ")
    ]
    if ticks.unjudged > 0 { lines.append("         " + count(ticks.unjudged, "not judged")) }
    // Behind a router, the router receives the calls.
    guard !isThroughRouter else { return lines }
    lines.append(
      "calls    \(Figure.count(speakers.received)) speakers changed, "
        + count(speakers.missed, "missed") + ", \(Figure.count(speakers.repeated)) repeated, "
        + "\(Figure.count(speakers.finished)) finished")
    return lines
  }

  private func latencyTable(_ ink: Ink) -> [String] {
    var table = Table(header: ["", "count"] + LatencySummary.header)
    func add(_ name: String, _ summary: LatencySummary) {
      guard summary.count > 0 else { return }
      table.rows.append([name, Figure.count(summary.count)] + summary.cells)
    }
    add("tick lateness, on receipt", lateness)
    add("tick lateness, when sent (1 ms)", sentLateness)
    add("speaker change, on receipt", speakerLateness)
    for (name, command) in commands.sorted(by: { $0.key < $1.key }) {
      add("\(name), time to reply", command.latency)
    }
    add("lateness of the tester", tester.lateness)
    var lines = table.lines(width: nil, ink: ink)
    for (name, command) in commands.sorted(by: { $0.key < $1.key }) {
      let refused = command.refused.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      if !refused.isEmpty {
        lines.append("\(name): rejected \(refused.joined(separator: ", "))")
      }
      if command.unanswered > 0 {
        lines.append(ink.red("\(name): \(command.unanswered) without a reply"))
      }
    }
    return lines
  }

  private var driftLines: [String] {
    guard drift.meetings > 0 else {
      return ["drift    too few ticks in every meeting to measure it"]
    }
    func rate(_ value: Double?) -> String { value.map { Figure.text($0) } ?? "–" }
    var common = "drift    too few seconds to measure it"
    if let range = drift.range {
      common =
        "drift    \(rate(range.usPerHour)) µs/h, with 95 % confidence between"
        + " \(rate(range.lowUsPerHour)) and \(rate(range.highUsPerHour))"
        + (range.hasZero ? ": no significant drift" : "")
    }
    var single =
      "         of \(Figure.count(Int64(drift.meetings))) meetings: median"
      + " \(rate(drift.medianUsPerHour)), worst \(rate(drift.worstUsPerHour)),"
      + " spread ± \(rate(drift.spreadUsPerHour)), by chance ± \(rate(drift.chanceUsPerHour)) µs/h"
    if drift.told > 0 { single += "; more than by chance: \(drift.apart)" }
    return [common, single]
  }

  private var processLines: [String] {
    guard let process else { return [] }
    var line = "process  \(Figure.decimal(process.cpuShare * 100, 1)) % of a core"
    if let cost = process.cpuSecondsPerMillionTicks {
      line += ", \(Figure.text(cost)) CPU s per million ticks"
    }
    var memory =
      "memory   \(Figure.bytes(process.residentBytesBefore)) after all meetings started,"
      + " \(Figure.bytes(process.residentBytesAfter)) at the end,"
      + " \(Figure.bytes(process.peakBytes)) peak"
    if let each = process.bytesPerMeeting { memory += "; \(Figure.text(each)) bytes per meeting" }
    return [line, memory]
  }

  private func testerLines(_ ink: Ink) -> [String] {
    let line =
      "tester   ticks \(Figure.decimal(tester.tickThreadShare * 100, 1)) %, commands"
      + " \(Figure.decimal(tester.commandThreadShare * 100, 1)) % of a core; the machine was"
      + " \(Figure.decimal(tester.machineShare * 100, 0)) % busy; memory"
      + " \(Figure.bytes(tester.residentBytesBefore)) at the start,"
      + " \(Figure.bytes(tester.residentBytesAfter)) at the end"
    return [line] + tester.bottlenecks.map { ink.yellow("tester   \($0)") }
  }
}

extension Machine {
  var words: String {
    "\(cpu), \(cores) cores, \(Figure.bytes(memoryBytes)), Linux \(kernel), load \(Figure.text(load))"
  }
}

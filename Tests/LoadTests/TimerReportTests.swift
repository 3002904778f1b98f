import CommandLineKit
import Testing

@testable import LoadTester

/// A result in words and for other programs.
@Suite struct TimerReportTests {
  /// A successful run of 1000 meetings.
  static func report() -> TimerReport {
    let nothing = LatencySummary(Histogram())
    var workload = TimerWorkload()
    workload.meetings = 1000
    var ticks = TickCounts()
    ticks.expected = 10_000
    ticks.received = 10_000
    return TimerReport(
      version: "1.0.0", began: "2026-11-21T09:00:00Z",
      machine: Machine(cpu: "CPU", cores: 2, kernel: "6.1", memoryBytes: 1 << 30, load: 0),
      workload: workload, isThroughRouter: false,
      ramp: TimerReport.Ramp(plannedSeconds: 1, seconds: 1.25, unanswered: 0), seconds: 10,
      ticks: ticks, speakers: SpeakerCounts(), lateness: nothing, sentLateness: nothing,
      speakerLateness: nothing, drift: Drift(slopes: [], overall: nil),
      commands: ["ramp": command(sent: 1000), "start": command(sent: 20)], droppedFromPlan: 0,
      process: nil,
      tester: TimerReport.Tester(
        lateness: nothing, tickThreadShare: 0, commandThreadShare: 0, fullQueueShare: 0,
        machineShare: 0, residentBytesBefore: 1 << 20, residentBytesAfter: 1 << 20,
        bottlenecks: []),
      intervals: [], recovery: nil, sharing: nil, problems: [])
  }

  private static func command(sent: Int64, done: Int64? = nil) -> TimerReport.Command {
    TimerReport.Command(
      sent: sent, done: done ?? sent, refused: [:], unanswered: sent - (done ?? sent),
      latency: LatencySummary(Histogram()))
  }

  private func text(_ report: TimerReport) -> String {
    report.lines(Ink(isOn: false)).joined(separator: "\n")
  }

  @Test func theRampIsTold() {
    var report = Self.report()
    #expect(text(report).contains("all answered after 1.25 s"))
    report.ramp = TimerReport.Ramp(plannedSeconds: 1, seconds: nil, unanswered: 12_345)
    #expect(text(report).contains("12\u{2009}345 without a reply when measuring started"))
  }

  /// A test without initial meetings shows nothing, whatever was started later.
  @Test func withoutItsMeetingsARunIsUseless() {
    var report = Self.report()
    #expect(!report.isUseless && report.isFlawless)
    report.commands["ramp"] = Self.command(sent: 1000, done: 0)
    #expect(report.isUseless && !report.isFlawless)
  }

  @Test func driftIsToldWithItsRange() {
    var report = Self.report()
    #expect(text(report).contains("drift    too few ticks in every meeting"))
    report.drift = Drift(
      slopes: Array(repeating: LineFit.Slope(slope: 2e-9, error: 1e-9, count: 100), count: 5),
      overall: nil)
    report.drift.range = Drift.Range(usPerHour: 5, lowUsPerHour: -3, highUsPerHour: 12)
    #expect(
      text(report).contains(
        "5.00 µs/h, with 95 % confidence between -3.00 and 12.0: no significant drift"))
    #expect(text(report).contains("of 5 meetings: median 7.20, worst 7.20, spread ± 0"))
    #expect(text(report).contains("by chance ± 3.60 µs/h; more than by chance: 0"))
    report.drift.range = Drift.Range(usPerHour: 5, lowUsPerHour: 3, highUsPerHour: 12)
    #expect(!text(report).contains("no significant drift"))
  }

  /// Starts of the ramp and those during the load are compared separately.
  @Test func commandsWithoutAnAnswerAreComparedByKind() {
    var later = Self.report()
    later.commands["start"] = Self.command(sent: 20, done: 19)
    let comparison = Comparison(Self.report(), later, Comparison.Rule())
    let verdicts = comparison.figures.filter { $0.name.hasSuffix("unanswered") }
      .map { ($0.name, $0.verdict) }
    #expect(verdicts.map(\.0) == ["ramp, unanswered", "start, unanswered"])
    #expect(verdicts.map(\.1) == [.same, .worse])
  }
}

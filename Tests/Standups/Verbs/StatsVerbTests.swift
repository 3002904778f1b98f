import Bus
import Foundation
import Standups
import StandupsAPI
import StandupsDependencies
import Testing

@testable import Command

@Suite("Figures of past meetings on the command line")
struct StatsVerbTests {
  private static let ann = Attendee.PersonID(UUID(number: 0xA0))

  private func figures(_ number: UInt32, spokenMs: Int64) -> AttendeeFigures {
    AttendeeFigures(
      id: Attendee.ID(UUID(number: number)), name: number == 1 ? "=Ann" : "Bob", present: 1,
      late: 1, spoke: 1, spokenMs: spokenMs, plannedMs: 60_000, over: 1, overMs: 5_000)
  }

  private func bench() -> Bench {
    let bench = Bench()
    var summary = Fixture.summary()
    let first = summary.standup.attendees[0]
    summary.standup.attendees[id: first.id]?.person = Self.ann
    let standup = summary
    bench.caller.on(ListStandups.self) { _ in .init(standups: [standup], next: nil) }
    let (one, other) = (figures(1, spokenMs: 65_000), figures(2, spokenMs: 90_000))
    bench.caller.on(GetMeetingStats.self) { command in
      let isFirst = command.after == nil
      return GetMeetingStats.Reply(
        fromMs: command.fromMs ?? 0, toMs: command.toMs ?? 0,
        meetings: [
          MeetingFigures(
            id: Meeting.ID(UUID(number: isFirst ? 8 : 9)),
            date: Date(timeIntervalSince1970: isFirst ? 1_700_000_000 : 1_699_900_000),
            durationMs: isFirst ? 400_000 : 200_000, plannedMs: 300_000, pausedMs: 0, present: 2)
        ],
        attendees: [one, other],
        weeks: [WeekFigures(startMs: 1_699_833_600_000, meetings: 1, present: 2)],
        next: isFirst ? "1 a" : nil)
    }
    return bench
  }

  @Test("All pages are added up")
  func pages() async {
    let bench = bench()
    #expect(await bench.run("stats Daily --since 4w") == .ok)
    let sent = bench.caller.commands(GetMeetingStats.self)
    #expect(sent.map(\.after) == [nil, "1 a"])
    #expect(sent.map { ($0.toMs ?? 0) - ($0.fromMs ?? 0) } == [28, 28].map { $0 * 86_400_000 })
    #expect(
      bench.output.contains(
        "2 meetings, 5 min on average, 5 min planned, 1 longer than planned"))
    #expect(bench.output.contains("Bob") && bench.output.contains("3:00"))
  }

  @Test("A table for a spreadsheet has no formula")
  func csv() async {
    let bench = bench()
    #expect(await bench.run("stats Daily --csv") == .ok)
    #expect(bench.output.hasPrefix("\u{FEFF}meeting,started,duration_ms,planned_ms,paused_ms,"))
    #expect(bench.output.contains(",'=Ann,2,2,0,2,130000,120000,2,10000\r\n"))
  }

  @Test("A person is named by the attendee who is linked to them")
  func person() async {
    let bench = bench()
    #expect(await bench.run("stats --person ann") == .ok)
    #expect(bench.caller.commands(GetMeetingStats.self).first?.person == Self.ann)
    #expect(await bench.run("stats --person Nobody") != .ok)
  }

  @Test(
    "Invalid arguments are rejected",
    arguments: [
      "stats", "stats Daily --since 54w", "stats Daily --since 0d", "stats Daily --since 3y",
      "stats Daily --csv --json",
    ])
  func invalid(line: String) async {
    #expect(await bench().run(line) != .ok)
  }
}

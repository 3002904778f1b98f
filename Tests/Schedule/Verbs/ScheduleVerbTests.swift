import Bus
import Foundation
import ScheduleAPI
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("Schedules on the command line")
struct ScheduleVerbTests {
  private static let next = Date(timeIntervalSince1970: 1_800_000_000)
  private static let rule = ScheduleRule(
    at: "09:30", on: [.mon, .tue, .wed, .thu, .fri], zone: "Europe/Paris")

  private static func schedule(_ command: SetSchedule) -> Schedule {
    Schedule(
      subject: command.subject, rule: command.rule, mode: command.mode ?? .ask,
      remindMs: command.remindMs, closesAfterMs: command.closesAfterMs,
      asksLocally: command.asksLocally,
      holidays: command.holidays.map { _ in ScheduleHolidays(host: "a.test", days: 11, readAt: next)
      },
      breaks: command.breaks, next: [next, next.addingTimeInterval(86_400)])
  }

  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in
      ListStandups.Reply(standups: [Fixture.summary()], next: nil)
    }
    bench.caller.on(GetListStatus.self) { _ in
      GetListStatus.Reply(destination: nil, standups: 1, live: 0)
    }
    bench.caller.on(SetSchedule.self) { Self.schedule($0) }
    return bench
  }

  @Test("A standup in writing is set with the time for its updates")
  func written() async {
    let bench = bench()
    let line = ["schedule", name, "--at", "09:30", "--zone", "Europe/Paris", "--written"]
    #expect(await bench.run(line + ["8h"]) == .ok)
    #expect(
      bench.caller.commands(SetSchedule.self) == [
        SetSchedule(
          subject: daily, rule: Self.rule, mode: .write, closesAfterMs: 28_800_000)
      ])
    #expect(bench.output.contains("Mode       in writing; updates are collected for 8 h\n"))
    #expect(await bench.run(line + ["8h", "--start"]) == .usage)
    #expect(await bench.run(["schedule", name, "--written", "8h"]) == .usage)
  }

  @Test("People of a standup in writing are asked in their own zones")
  func local() async {
    let bench = bench()
    let line = ["schedule", name, "--at", "09:30", "--zone", "Europe/Paris", "--local"]
    #expect(await bench.run(line + ["--written", "8h"]) == .ok)
    #expect(
      bench.caller.commands(SetSchedule.self) == [
        SetSchedule(
          subject: daily, rule: Self.rule, mode: .write, closesAfterMs: 28_800_000,
          asksLocally: true)
      ])
    #expect(bench.output.contains("; people are asked at this time in their own zones\n"))
    #expect(await bench.run(line) == .usage)
    #expect(await bench.run(line + ["--start"]) == .usage)
  }

  @Test("Further times have days of their own")
  func severalTimes() async {
    let bench = bench()
    let line = ["schedule", name, "--at", "09:00", "--on", "mon", "--zone", "Europe/Paris"]
    #expect(await bench.run(line + ["--also", "15:30=thu", "--also", "16:00=sat,sun"]) == .ok)
    #expect(
      bench.caller.commands(SetSchedule.self).map(\.rule.also) == [
        [
          ScheduleTimes(at: "15:30", on: [.thu]), ScheduleTimes(at: "16:00", on: [.sat, .sun]),
        ]
      ])
    #expect(
      bench.output.contains("Time       09:00 mon; 15:30 thu; 16:00 sat,sun, Europe/Paris\n"))
    for wrong in ["15:30", "=thu", "15:30=someday", "15:30="] {
      #expect(await bench.run(line + ["--also", wrong]) == .usage)
    }
    #expect(await bench.run(["schedule", name, "--also", "15:30=thu"]) == .usage)
  }

  @Test("A standup that meets every second week has the week from which they are counted")
  func everySecondWeek() async {
    let bench = bench()
    let line = ["schedule", name, "--at", "09:00", "--on", "mon", "--zone", "Europe/Paris"]
    #expect(await bench.run(line + ["--every", "2", "--week-of", "2026-11-23"]) == .ok)
    #expect(await bench.run(line + ["--every", "3"]) == .ok)
    #expect(await bench.run(line + ["--every", "1"]) == .ok)
    let rules = bench.caller.commands(SetSchedule.self).map(\.rule)
    #expect(rules.map(\.everyWeeks) == [2, 3, nil])
    #expect(rules.map(\.weekOf) == ["2026-11-23", nil, nil])
    #expect(
      bench.output.contains(
        "Time       09:00 mon, every 2 weeks (week of 2026-11-23), Europe/Paris\n"))
    for wrong in ["0", "9", "two", "-1", "2w"] {
      #expect(await bench.run(line + ["--every", wrong]) == .usage)
    }
    for wrong in ["monday", "2026-1-1", "20261123", "2026-11-2x"] {
      #expect(await bench.run(line + ["--every", "2", "--week-of", wrong]) == .usage)
    }
    #expect(await bench.run(line + ["--week-of", "2026-11-23"]) == .usage)
    #expect(await bench.run(line + ["--every", "1", "--week-of", "2026-11-23"]) == .usage)
    #expect(await bench.run(["schedule", name, "--every", "2"]) == .usage)
  }

  private static let summer = ScheduleBreak(
    name: "Summer = off", from: "2026-07-20", to: "2026-08-14")

  @Test("A break is added to the schedule, and the rest of it stays")
  func aBreakIsAdded() async {
    let bench = bench()
    let before = ScheduleBreak(name: "Retreat", from: "2026-05-04", to: "2026-05-04")
    bench.caller.on(GetSchedule.self) { _ in
      Schedule(
        subject: daily, rule: Self.rule, mode: .start, remindMs: 600_000,
        holidays: ScheduleHolidays(days: 3, readAt: Self.next, ignore: ["New Year"]),
        breaks: [before], next: [Self.next])
    }
    let line = ["schedule", name, "--break", "2026-07-20..2026-08-14=Summer = off"]
    #expect(await bench.run(line) == .ok)
    let kept = ScheduleHolidaySource(isKept: true, ignore: ["New Year"])
    #expect(
      bench.caller.commands(SetSchedule.self) == [
        SetSchedule(
          subject: daily, rule: Self.rule, mode: .start, remindMs: 600_000, holidays: kept,
          breaks: [before, Self.summer])
      ])
    #expect(
      bench.output.contains(
        """
        Breaks     2026-05-04 to 2026-05-04 Retreat
                   2026-07-20 to 2026-08-14 Summer = off

        """))
    #expect(await bench.run(["schedule", name, "--no-breaks"]) == .ok)
    #expect(await bench.run(line + ["--no-breaks", "--at", "09:30"]) == .ok)
    #expect(await bench.run(line + ["--at", "09:30"]) == .ok)
    #expect(await bench.run(["schedule", name, "--at", "09:30"]) == .ok)
    #expect(
      bench.caller.commands(SetSchedule.self).dropFirst().map(\.breaks) == [
        [], [Self.summer], [before, Self.summer], nil,
      ])
  }

  @Test("A dry run has the breaks that are named")
  func dryRunWithABreak() async {
    let bench = bench()
    bench.caller.on(GetScheduleTimes.self) { _ in GetScheduleTimes.Reply(times: [Self.next]) }
    #expect(
      await bench.run(
        "schedule --at 09:30 --zone UTC --dry-run --break 2026-12-24=Christmas") == .ok)
    #expect(
      bench.caller.commands(GetScheduleTimes.self).map(\.breaks) == [
        [ScheduleBreak(name: "Christmas", from: "2026-12-24", to: "2026-12-24")]
      ])
  }

  @Test(
    "Invalid breaks are rejected",
    arguments: [
      "2026-07-20..2026-08-14", "2026-07-20..2026-08-14=", "=Summer", "..=Summer",
      "2026-07-20..=Summer", "2026-07-20..2026-08-14..2026-08-15=Summer", "july..august=Summer",
    ])
  func noBreak(text: String) async {
    let bench = bench()
    #expect(await bench.run(["schedule", name, "--break", text]) == .usage)
    #expect(bench.caller.commands(SetSchedule.self).isEmpty)
  }

  @Test("A break of a standup without a schedule")
  func aBreakWithoutASchedule() async {
    let bench = bench()
    bench.caller.on(GetSchedule.self) { _ in throw BusError(.notFound, "It has none.") }
    #expect(
      await bench.run(["schedule", name, "--break", "2026-07-20..2026-08-14=Summer"]) != .ok)
    #expect(bench.errors.contains("has no schedule. Add --at HH:MM"))
    #expect(await bench.run(["schedule", "--no-breaks"]) == .usage)
    #expect(await bench.run(["schedule", "--ics", "--no-breaks"]) == .usage)
  }

  @Test("Lists show until when a standup is on a break")
  func onABreak() async {
    var schedule = Self.schedule(SetSchedule(subject: daily, rule: Self.rule))
    schedule.breaks = [ScheduleBreak(name: "Summer", from: "2027-01-15", to: "2027-01-17")]
    let pause = "on a break until 2027-01-17"
    let now = listing(schedule)
    #expect(await now.run("schedule") == .ok)
    #expect(now.output.contains(pause) && !now.output.contains("2027-01-15"))
    #expect(await now.run("list") == .ok)
    #expect(now.output.hasSuffix("\(pause)\n"))
    // Before its first day, the next time is shown.
    schedule.breaks = [ScheduleBreak(name: "Summer", from: "2027-01-16", to: "2027-01-17")]
    let later = listing(schedule)
    #expect(await later.run("list") == .ok)
    #expect(later.output.hasSuffix("2027-01-15 08:00\n"))
  }

  /// A bench whose list has one schedule.
  private func listing(_ schedule: Schedule) -> Bench {
    let bench = bench()
    bench.caller.on(ListSchedules.self) { _ in ListSchedules.Reply(schedules: [schedule], total: 1)
    }
    return bench
  }

  @Test("Holidays are kept, and chosen again")
  func keptHolidays() async {
    let bench = bench()
    let line = ["schedule", name, "--at", "09:30", "--keep-holidays"]
    #expect(await bench.run(line + ["--ignore", "New Year"]) == .ok)
    #expect(
      bench.caller.commands(SetSchedule.self).map(\.holidays)
        == [ScheduleHolidaySource(isKept: true, ignore: ["New Year"])])
    #expect(await bench.run(line + ["--holidays", "a.ics"]) == .usage)
    #expect(await bench.run(["schedule", name, "--keep-holidays"]) == .usage)
  }

  private var daily: String { "\(Fixture.summary().id)" }
  private var name: String { Fixture.summary().standup.title }

  @Test("A schedule is set, and shows its next times where it is and here")
  func set() async {
    let bench = bench()
    #expect(
      await bench.run([
        "schedule", name, "--at", "09:30", "--on", "mon-fri", "--zone", "Europe/Paris", "--start",
        "--remind", "10m", "--holidays", "https://a.test/x.ics",
      ]) == .ok)
    #expect(
      bench.caller.commands(SetSchedule.self) == [
        SetSchedule(
          subject: daily, rule: Self.rule, mode: .start, remindMs: 600_000,
          holidays: .init(url: "https://a.test/x.ics"))
      ])
    #expect(
      bench.output == """
        Time       09:30 mon-fri, Europe/Paris
        Mode       starts automatically
        Reminder   10 min before
        Holidays   11 days from a.test
        Next       2027-01-15 09:00 (2027-01-15 08:00 here)
                   2027-01-16 09:00 (2027-01-16 08:00 here)

        """)
  }

  @Test("Holidays come from a file or standard input as text")
  func holidays() async {
    let bench = bench()
    #expect(
      await bench.run(
        ["schedule", name, "--at", "09:30", "--holidays", "-"], data: Data("BEGIN:VCALENDAR".utf8))
        == .ok)
    let command = bench.caller.commands(SetSchedule.self).first
    #expect(command?.holidays == .init(ics: "BEGIN:VCALENDAR"))
    // Default: asks on working days, in this machine's zone.
    #expect(
      command?.mode == .ask && command?.rule.on == Self.rule.on && command?.rule.zone == "GMT")
  }

  @Test("Holidays are shown with their names, and chosen by them")
  func chosenHolidays() async {
    let bench = bench()
    bench.caller.on(SetSchedule.self) { command in
      var schedule = Self.schedule(command)
      schedule.holidays?.skipped = [ScheduleDayOff(day: "2026-12-25", name: "Christmas Day")]
      schedule.holidays?.observances = [
        ScheduleDayOff(day: "2026-12-07", name: "A Day"),
        ScheduleDayOff(day: "2027-02-14", name: "Valentine"),
      ]
      return schedule
    }
    #expect(
      await bench.run([
        "schedule", name, "--at", "09:30", "--holidays", "webcal://a.test/x.ics", "--observe",
        "Remembrance Day", "--ignore", "Boxing Day", "--ignore", "May Day",
      ]) == .ok)
    #expect(
      bench.caller.commands(SetSchedule.self).first?.holidays
        == ScheduleHolidaySource(
          url: "webcal://a.test/x.ics", observe: ["Remembrance Day"],
          ignore: ["Boxing Day", "May Day"]))
    #expect(
      bench.output.contains(
        """
        Skipped    2026-12-25 Christmas Day
        Observed   2026-12-07 A Day
                   2027-02-14 Valentine

        """))
  }

  @Test("Where this machine’s zone has no name it is asked for")
  func unknownZone() async {
    let bench = Bench(zone: .unknown("TZ is “CET-1CEST”"))
    #expect(await bench.run("schedule --at 09:30 --dry-run") == .usage)
    #expect(bench.errors.contains("TZ is “CET-1CEST”. Name the time zone"))
    bench.caller.on(GetScheduleTimes.self) { _ in GetScheduleTimes.Reply(times: [Self.next]) }
    #expect(await bench.run("schedule --at 09:30 --zone UTC --dry-run") == .ok)
    let found = Bench(zone: .known("Europe/Paris"))
    found.caller.on(GetScheduleTimes.self) { _ in GetScheduleTimes.Reply(times: []) }
    #expect(await found.run("schedule --at 09:30 --dry-run") == .ok)
    #expect(
      found.caller.commands(GetScheduleTimes.self).map(\.rule?.zone) == ["Europe/Paris"])
  }

  @Test(
    "Days as people write them",
    arguments: [
      ("mon-fri", [ScheduleDay.mon, .tue, .wed, .thu, .fri]), ("daily", ScheduleDay.allCases),
      ("Mon,wed,Friday", [.mon, .wed, .fri]), ("fri-mon", [.mon, .fri, .sat, .sun]),
      ("sun", [.sun]),
      ("sat,mon-tue", [.mon, .tue, .sat]),
    ]) func days(text: String, days: [ScheduleDay]) throws
  {
    #expect(try ScheduleDays(argument: text).days == days)
  }

  @Test(
    "What are no days", arguments: ["", "mo", "mon-", "-fri", "mon-tue-wed", "mon,,tue", "always"])
  func noDays(text: String) {
    #expect(throws: (any Error).self) { try ScheduleDays(argument: text) }
  }

  @Test("Days in few words")
  func fewWords() {
    #expect(ScheduleDays.text(ScheduleDay.allCases) == "daily")
    #expect(ScheduleDays.text([.mon, .tue, .wed, .thu, .fri]) == "mon-fri")
    #expect(ScheduleDays.text([.mon, .wed]) == "mon,wed")
    #expect(ScheduleDays.text([.sat, .sun]) == "sat,sun")
  }

  @Test(
    "Slips are refused before anything is sent",
    arguments: [
      "schedule X --start", "schedule X --on mon", "schedule X --at 09:30 --start --ask",
      "schedule --at 09:30", "schedule X --at 09:30 --ics", "schedule X --remind 5m",
      "schedule X --dry-run", "schedule X --at 09:30 --observe Day",
      "schedule X --at 09:30 --ignore Day",
    ]) func slips(line: String) async
  {
    let bench = bench()
    #expect(await bench.run(line.replacing("X", with: name)) == .usage)
    #expect(bench.caller.commands(SetSchedule.self).isEmpty)
  }

  @Test("A dry run asks for times only")
  func dryRun() async {
    let bench = bench()
    bench.caller.on(GetScheduleTimes.self) { _ in GetScheduleTimes.Reply(times: [Self.next]) }
    #expect(await bench.run("schedule --at 09:30 --zone UTC --dry-run") == .ok)
    #expect(bench.output == "2027-01-15 08:00\n")
  }

  @Test("All schedules, with the titles that another service has")
  func list() async {
    let bench = bench()
    let schedule = Self.schedule(SetSchedule(subject: daily, rule: Self.rule, mode: .start))
    bench.caller.on(ListSchedules.self) { _ in ListSchedules.Reply(schedules: [schedule], total: 1)
    }
    #expect(await bench.run("schedule") == .ok)
    let lines = bench.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("STANDUP"))
    for word in [name, "2027-01-15 08:00", "09:30", "mon-fri", "Europe/Paris", "starts"] {
      #expect(lines[1].contains(word))
    }
    #expect(await bench.run("list") == .ok)
    #expect(bench.output.contains("NEXT") && bench.output.hasSuffix("2027-01-15 08:00\n"))
  }

  @Test("A list does without what is away")
  func away() async {
    let bench = bench()
    bench.caller.on(ListSchedules.self) { _ in throw BusError(.unavailable, "It is away.") }
    #expect(await bench.run("list") == .ok)
    #expect(!bench.output.contains("NEXT"))
  }

  @Test("No schedules, and none of one")
  func none() async {
    let bench = bench()
    #expect(await bench.run("schedule") == .ok)
    #expect(bench.output.hasPrefix("No schedules yet."))
    #expect(await bench.run(["schedule", name]) != .ok)
    #expect(bench.errors.contains("has no schedule. Add --at HH:MM"))
  }

  @Test("A calendar is written as it comes")
  func calendar() async {
    let bench = bench()
    bench.caller.on(MakeScheduleCalendar.self) { command in
      MakeScheduleCalendar.Reply(
        ics: "BEGIN:VCALENDAR\r\nX-ENTRIES:\(command.entries.count)\r\nEND:VCALENDAR\r\n",
        entries: command.entries.count)
    }
    #expect(await bench.run("schedule --ics") == .ok)
    #expect(bench.output == "BEGIN:VCALENDAR\r\nX-ENTRIES:1\r\nEND:VCALENDAR\r\n")
    let entry = bench.caller.commands(MakeScheduleCalendar.self).first?.entries.first
    #expect(entry?.link == "standups:///standups/\(daily)" && entry?.title == name)
  }

  @Test("A schedule is removed")
  func remove() async {
    let bench = bench()
    bench.caller.on(RemoveSchedule.self) { _ in Done() }
    #expect(await bench.run(["unschedule", name, "--json"]) == .ok)
    #expect(bench.caller.commands(RemoveSchedule.self) == [RemoveSchedule(subject: daily)])
    #expect(bench.output == "{\"id\":\"\(daily)\",\"removed\":true}\n")
  }
}

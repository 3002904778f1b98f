import Foundation
import ScheduleAPI

/// Formats schedules as human-readable text.
enum ScheduleText {
  /// The action at the scheduled times.
  private static func mode(_ schedule: Schedule) -> String {
    switch schedule.mode {
    case .ask: "asks people to start it"
    case .start: "starts automatically"
    case .write:
      "in writing"
        + (schedule.closesAfterMs.map { "; updates are collected for \(DurationText.words($0))" }
          ?? "")
        + (schedule.asksLocally == true ? "; people are asked at this time in their own zones" : "")
    }
  }

  /// The action in one word, for a table.
  static func word(_ mode: ScheduleMode) -> String {
    switch mode {
    case .ask: "asks"
    case .start: "starts"
    case .write: "written"
    }
  }

  /// The times with their days, the weeks, and the time zone.
  private static func times(_ rule: ScheduleRule) -> String {
    let times = rule.all.map { "\($0.at) \(ScheduleDays.text($0.on))" }
    let weeks = weeks(rule).map { text in
      ", \(text)" + (rule.weekOf.map { " (week of \(DisplayText.safe($0)))" } ?? "")
    }
    return "\(times.joined(separator: "; "))\(weeks ?? ""), \(DisplayText.safe(rule.zone))"
  }

  /// The weeks of a rule, such as “every 2 weeks”; nil for every week.
  static func weeks(_ rule: ScheduleRule) -> String? {
    rule.everyWeeks.flatMap { $0 > 1 ? "every \($0) weeks" : nil }
  }

  static func lines(_ schedule: Schedule, _ context: CommandContext) -> [String] {
    let rule = schedule.rule
    let rows: [(String, String?)] = [
      ("Time", times(rule)),
      ("Mode", mode(schedule)),
      ("Reminder", schedule.remindMs.map { "\(DurationText.words($0)) before" }),
      (
        "Holidays",
        schedule.holidays.map { holidays in
          DisplayText.count(holidays.days, "day")
            + (holidays.host.map { " from \(DisplayText.safe($0))" } ?? "")
        }
      ),
      ("Problem", (schedule.problem ?? schedule.holidays?.problem).map(DisplayText.safe)),
      ("Next", schedule.next.isEmpty ? "never" : nil),
    ]
    func list(_ name: String, _ lines: [String]) -> [String] {
      lines.enumerated().map { index, line in
        (index == 0 ? name : "").padding(toLength: 11, withPad: " ", startingAt: 0) + line
      }
    }
    func days(_ days: [ScheduleDayOff]?) -> [String] {
      (days ?? []).map { "\(DisplayText.safe($0.day)) \(DisplayText.safe($0.name))" }
    }
    let breaks = (schedule.breaks ?? []).map {
      "\(DisplayText.safe($0.from)) to \(DisplayText.safe($0.to)) \(DisplayText.safe($0.name))"
    }
    return rows.flatMap { name, value in list(name, value.map { [$0] } ?? []) }
      + list("Skipped", days(schedule.holidays?.skipped))
      + list("Observed", days(schedule.holidays?.observances))
      + list("Breaks", breaks)
      + list("Next", schedule.next.map { time($0, rule.zone, context) })
  }

  /// The break in which a schedule is now, in its time zone; nil for none.
  private static func pause(_ schedule: Schedule, _ context: CommandContext) -> ScheduleBreak? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: schedule.rule.zone) ?? context.calendar.timeZone
    let now = calendar.dateComponents(
      [.year, .month, .day], from: Date(timeIntervalSince1970: Double(context.nowMs) / 1000))
    let today = [now.year ?? 0, now.month ?? 0, now.day ?? 0]
    func numbers(_ date: String) -> [Int] { date.split(separator: "-").compactMap { Int($0) } }
    return (schedule.breaks ?? []).first {
      !today.lexicographicallyPrecedes(numbers($0.from))
        && !numbers($0.to).lexicographicallyPrecedes(today)
    }
  }

  /// The next time for a list, or the end of the break in which the schedule is now; nil for neither.
  static func next(_ schedule: Schedule, _ context: CommandContext) -> String? {
    pause(schedule, context).map { "on a break until \(DisplayText.safe($0.to))" }
      ?? schedule.next.first.map(context.page.date)
  }

  /// The date in the schedule's time zone and, if it differs, the reader's local date.
  static func time(_ date: Date, _ zone: String, _ context: CommandContext) -> String {
    var page = context.page
    let here = page.date(date)
    guard let there = TimeZone(identifier: zone) else { return here }
    page.calendar.timeZone = there
    let local = page.date(date)
    return local == here ? local : "\(local) (\(here) here)"
  }

  /// A schedule as one line of a standup's details.
  static func line(_ schedule: Schedule, _ context: CommandContext) -> String {
    let rule = schedule.rule
    let next = schedule.next.first.map { time($0, rule.zone, context) } ?? "never"
    let pause =
      pause(schedule, context).map {
        "on a break until \(DisplayText.safe($0.to)) (\(DisplayText.safe($0.name))); "
      } ?? ""
    return
      "Schedule   \(times(rule)); \(pause)next \(next)"
  }
}

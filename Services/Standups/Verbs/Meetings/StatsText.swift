import Foundation
import Standups
import StandupsAPI

/// Formats figures of past meetings.
enum StatsText {
  /// A summary, and tables of the attendees and the weeks.
  static func lines(
    _ stats: GetMeetingStats.Reply, title: String, _ context: CommandContext
  ) -> [String] {
    let period = [stats.fromMs, stats.toMs].map { day($0, context) }.joined(separator: " to ")
    let head = context.console.ink.bold(DisplayText.title(title)) + "  \(period)"
    guard !stats.meetings.isEmpty else { return [head, "No meetings in this period."] }
    let (width, ink) = (context.console.width, context.console.ink)
    return [head, summary(stats), ""] + attendees(stats).lines(width: width, ink: ink) + [""]
      + weeks(stats, context).lines(width: width, ink: ink)
  }

  private static func summary(_ stats: GetMeetingStats.Reply) -> String {
    let known = stats.meetings.compactMap(\.durationMs)
    let count = stats.meetings.count
    var parts = [count == 1 ? "1 meeting" : "\(count) meetings"]
    if let average = average(known) { parts.append("\(words(average)) on average") }
    if let planned = average(stats.meetings.compactMap(\.plannedMs)) {
      parts.append("\(words(planned)) planned")
    }
    let over = stats.meetings.count { ($0.durationMs ?? 0) > $0.plannedMs ?? .max }
    parts.append("\(over) longer than planned")
    return parts.joined(separator: ", ")
  }

  private static func attendees(_ stats: GetMeetingStats.Reply) -> Table {
    var table = Table(
      header: ["ATTENDEE", "SPEAKING", "AVERAGE", "OVER", "PRESENT", "LATE", "ABSENT"],
      optional: [3, 5, 2])
    table.rows = stats.attendees.sorted { $0.spokenMs > $1.spokenMs }.map { each in
      [
        DisplayText.safe(each.name), DurationText.clock(each.spokenMs),
        each.spoke > 0 ? DurationText.clock(each.spokenMs / Int64(each.spoke)) : "",
        "\(each.over)", "\(each.present)", "\(each.late)", "\(each.absent)",
      ]
    }
    return table
  }

  private static func weeks(_ stats: GetMeetingStats.Reply, _ context: CommandContext) -> Table {
    var table = Table(
      header: ["WEEK OF", "MEETINGS", "LENGTH", "PLANNED", "PRESENT", "LATE", "ABSENT"],
      optional: [5, 3])
    table.rows = stats.weeks.map { week in
      [
        day(week.startMs, context), "\(week.meetings)", DurationText.clock(week.durationMs),
        DurationText.clock(week.plannedMs), "\(week.present)", "\(week.late)", "\(week.absent)",
      ]
    }
    return table
  }

  private static func day(_ ms: Int64, _ context: CommandContext) -> String {
    String(context.page.date(Date(timeIntervalSince1970: Double(ms) / 1000)).prefix(10))
  }

  private static func words(_ ms: Int64) -> String { DurationText.words(ms / 1000 * 1000) }

  private static func average(_ values: [Int64]) -> Int64? {
    values.isEmpty ? nil : values.reduce(0, &+) / Int64(values.count)
  }
}

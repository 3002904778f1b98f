import Foundation
import Spreadsheets
import Standups

extension GetMeetingStats.Reply {
  /// The meetings and, after an empty line, the attendees, as a table for a spreadsheet. Times are in
  /// milliseconds; unknown figures are empty.
  package var csv: String {
    var table = CSVTable()
    table.append(
      header: [
        "meeting", "started", "duration_ms", "planned_ms", "paused_ms", "present", "late", "absent",
        "turns_over",
      ])
    for each in meetings {
      table.append([
        .text("\(each.id)"), .text(each.date.formatted(.iso8601)), .number(each.durationMs),
        .number(each.plannedMs), .number(each.pausedMs), .number(each.present),
        .number(each.late), .number(each.absent), .number(each.over),
      ])
    }
    table.append([])
    table.append(
      header: [
        "attendee", "name", "present", "late", "absent", "spoke", "spoken_ms", "planned_ms",
        "turns_over", "over_ms",
      ])
    for each in attendees {
      table.append([
        .text("\(each.id)"), .line(each.name), .number(each.present), .number(each.late),
        .number(each.absent), .number(each.spoke), .number(each.spokenMs),
        .number(each.plannedMs), .number(each.over), .number(each.overMs),
      ])
    }
    return table.text
  }
}

import Bus
import Foundation
import ScheduleAPI
import Standups
import StandupsAPI
import WebServer

/// Calendar of all meetings, for calendar programs.
extension Gateway {
  /// The schedules of all standups (iCalendar, RFC 5545).
  func calendar(for visitor: Visitor) -> WebAnswer {
    if let refusal = refusal(
      of: MakeScheduleCalendar.target, to: visitor, isDecidedHere: false)
    {
      return refusal
    }
    return download(for: visitor) { download in
      let entries = try await self.entries(download)
      let calendar = try await MakeScheduleCalendar.whole(entries) {
        try await self.send($0, of: download)
      }
      return WebResponse(
        200, [.init("Content-Type", "text/calendar; charset=utf-8")], Array(calendar.utf8))
    }
  }

  /// The standups that have a schedule and are not archived, in the order of their creation.
  private func entries(_ download: Download) async throws -> [ScheduleEntry] {
    var scheduled: Set<String> = []
    var after: String?
    repeat {
      let page = try await send(ListSchedules(after: after, limit: 200), of: download)
      scheduled.formUnion(page.schedules.map(\.subject))
      after = page.next
    } while after != nil
    var entries: [ScheduleEntry] = []
    repeat {
      let page = try await send(ListStandups(after: after), of: download)
      let shown = page.standups.filter {
        scheduled.contains("\($0.id)") && $0.standup.isArchived != true
      }
      entries += shown.map(entry)
      after = page.next
    } while after != nil && entries.count < scheduled.count
    return entries
  }

  private func entry(_ summary: StandupSummary) -> ScheduleEntry {
    let title = summary.standup.title
    return ScheduleEntry(
      subject: "\(summary.id)", title: title.isEmpty ? "Standup" : String(title.prefix(100)),
      durationMs: summary.standup.durationMs, link: "\(address)standups/\(summary.id)")
  }
}

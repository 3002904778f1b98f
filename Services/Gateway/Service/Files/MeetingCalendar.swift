import Bus
import Foundation
import ScheduleAPI
import Standups
import StandupsAPI
import WebServer

/// Calendar of all meetings, for calendar programs.
extension Gateway {
  /// Time limit for a read, in milliseconds.
  private static let readMs = 15_000

  /// The schedules of all standups (iCalendar, RFC 5545).
  func calendar(for visitor: Visitor) -> WebAnswer {
    if let refusal = refusal(
      of: MakeScheduleCalendar.target, to: visitor, isDecidedHere: false)
    {
      return refusal
    }
    let options = CallOptions(timeoutMs: Self.readMs, principal: visitor.principal)
    return .read(most: 0) { _, reply in
      let number = self.keep(reply)
      Task {
        do {
          let entries = try await self.entries(options)
          let calendar = try await MakeScheduleCalendar.whole(entries) {
            try await self.bus.send($0, options: options)
          }
          self.answer(
            number,
            WebResponse(
              200, [.init("Content-Type", "text/calendar; charset=utf-8")],
              Array(calendar.utf8)))
        } catch {
          self.answer(number, WebResponse.error(BusError(any: error)))
        }
      }
    }
  }

  /// The standups that have a schedule, in the order of their creation.
  private func entries(_ options: CallOptions) async throws -> [ScheduleEntry] {
    var scheduled: Set<String> = []
    var after: String?
    repeat {
      let page = try await bus.send(ListSchedules(after: after, limit: 200), options: options)
      scheduled.formUnion(page.schedules.map(\.subject))
      after = page.next
    } while after != nil
    var entries: [ScheduleEntry] = []
    repeat {
      let page = try await bus.send(ListStandups(after: after), options: options)
      entries += page.standups.filter { scheduled.contains("\($0.id)") }.map(entry)
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

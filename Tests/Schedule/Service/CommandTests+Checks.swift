import Bus
import Foundation
import ScheduleAPI
import ServiceCatalog
import TestSupport
import Testing

@testable import ScheduleService

/// Input that is rejected regardless of the saved data.
extension CommandTests {
  @Test(arguments: ["", "a/b", "a\nb", String(repeating: "x", count: 129)]) func wrongSubjects(
    name: String
  ) {
    let error = #expect(throws: BusError.self) { try Subject(name) }
    #expect(error?.detail == ["field": "subject"])
  }

  @Test func wrongCommands() throws {
    let wrong: [(String, () throws -> ScheduleCommand)] = [
      (
        "remindMs",
        { try ScheduleCommand(SetSchedule(subject: "a", rule: Self.rule, remindMs: 59_999)) }
      ),
      (
        "remindMs",
        { try ScheduleCommand(SetSchedule(subject: "a", rule: Self.rule, remindMs: 43_200_001)) }
      ),
      (
        "holidays",
        { try ScheduleCommand(SetSchedule(subject: "a", rule: Self.rule, holidays: .init())) }
      ),
      (
        "holidays",
        {
          try ScheduleCommand(
            SetSchedule(
              subject: "a", rule: Self.rule,
              holidays: .init(
                ics: "x", observe: Array(repeating: "x", count: HolidayChoice.maxNames + 1))))
        }
      ),
      (
        "holidays",
        {
          try ScheduleCommand(
            SetSchedule(subject: "a", rule: Self.rule, holidays: .init(ics: "x", ignore: [""])))
        }
      ),
      (
        "holidays",
        {
          try ScheduleCommand(
            SetSchedule(subject: "a", rule: Self.rule, holidays: .init(url: "file:///etc/passwd")))
        }
      ),
      (
        "holidays",
        {
          try ScheduleCommand(
            SetSchedule(
              subject: "a", rule: Self.rule,
              holidays: .init(ics: String(repeating: "x", count: 262_145))))
        }
      ),
      ("limit", { try ScheduleCommand(ListSchedules(limit: 201)) }),
      ("count", { try ScheduleCommand(GetScheduleTimes(subject: "a", count: 0)) }),
      ("subject", { try ScheduleCommand(GetScheduleTimes()) }),
      ("subject", { try ScheduleCommand(GetScheduleTimes(subject: "a", rule: Self.rule)) }),
      (
        "entries",
        {
          try ScheduleCommand(
            MakeScheduleCalendar(
              entries: Array(
                repeating: ScheduleEntry(subject: "a", title: "", durationMs: 1000), count: 501)))
        }
      ),
      (
        "entries",
        {
          try ScheduleCommand(
            MakeScheduleCalendar(entries: [ScheduleEntry(subject: "a", title: "", durationMs: 0)]))
        }
      ),
    ]
    for (field, make) in wrong {
      let error = #expect(throws: BusError.self) { try make() }
      #expect(error?.code == .invalid && error?.detail == ["field": field])
    }
  }

  @Test func theGraceCanBeSet() throws {
    #expect(try ScheduleSettings.reading([:]).graceMs == 300_000)
    #expect(try ScheduleSettings.reading(["STANDUPS_SCHEDULE_GRACE": "60"]).graceMs == 3_600_000)
    for wrong in ["0", "721", "long"] {
      let problems = ScheduleSettings.problems(["STANDUPS_SCHEDULE_GRACE": wrong])
      #expect(problems == ["STANDUPS_SCHEDULE_GRACE"])
    }
    let known = ServiceCatalog.all.first { $0.name == "schedule" }?.settings
    #expect(ScheduleSettings.variables.map(\.name) == known)
  }

  /// The longest replies still fit one message.
  @Test func theLongestPageFits() throws {
    let schedule = Schedule(
      subject: String(repeating: "\"", count: 128),
      rule: ScheduleRule(
        at: "09:30", on: ScheduleDay.allCases, zone: String(repeating: "z", count: 64)),
      mode: .start, remindMs: .max,
      holidays: ScheduleHolidays(
        host: String(repeating: "h", count: 2048), days: .max, readAt: Date(ms: 1),
        problem: String(repeating: "\"", count: 600)),
      next: [Date(ms: 1)], problem: String(repeating: "p", count: 300))
    let page = ListSchedules.Reply(
      schedules: Array(repeating: schedule, count: ScheduleCommand.limits.upperBound), next: "x",
      total: 1)
    #expect(try BusJSON.encode(page).count < Limits.bytes - Limits.headBytes)
  }
}

#if DEBUG || FUZZING
  import Bus
  import Foundation

  @testable import ScheduleService

  /// Holiday calendars, which come from external sources.
  enum Calendars {
    /// 2026-11-25.
    private static let now: Int64 = 1_795_564_800_000
    /// Maximum CPU time for one calendar, in milliseconds. In addition to the budget, it allows for one call of
    /// libical, which searches for the next day of a rule and cannot be interrupted.
    private static let maxMs = 10_000

    /// Checks that every day is a valid day of the next ten years, and that reading stays within a calendar's
    /// budget.
    static func read(_ bytes: [UInt8]) throws {
      let start = ExpansionBudget.usedMs
      let result = Result {
        try HolidayCalendar.contents(of: String(decoding: bytes, as: UTF8.self), from: now)
      }
      let used = ExpansionBudget.usedMs - start
      try expect(used <= maxMs, "a calendar of \(bytes.count) bytes takes \(used) ms")
      let contents = try result.get()
      // A day can be both a day off and an observance, because it keeps the names of all its events.
      for days in [contents.off.days, contents.observances.days] {
        try expect(days.allSatisfy(\.isReal), "there are days that no calendar has")
        try expect(
          days.allSatisfy { (20_261_124...20_361_210).contains($0) }, "days are out of the window")
        try expect(Set(days).count == days.count, "a day counts twice")
        try expect(days.count <= 3700, "there are \(days.count) days")
      }
    }
  }
#endif

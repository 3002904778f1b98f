import Bus
import Foundation
import ScheduleAPI
import Testing

@testable import ScheduleService

/// Rules for every n-th week.
@Suite struct WeekTests {
  private func rule(
    _ at: String = "09:30", on days: [ScheduleDay] = [.mon, .thu], every weeks: Int? = 2,
    of date: String? = "2026-11-25", also: [ScheduleTimes]? = nil
  ) throws -> Rule {
    try Rule(
      ScheduleRule(
        at: at, on: days, zone: "Europe/Paris", also: also, everyWeeks: weeks, weekOf: date))
  }

  private func times(
    _ rule: Rule, after moment: String = "2026-11-24T00:00:00Z", limit: Int
  ) throws -> [String] {
    rule.times(after: try ms(moment), limit: limit).map { Date(ms: $0).formatted(.iso8601) }
  }

  /// The year 2026 has 53 weeks (ISO 8601): after its week 52, the next one is week 1 of 2027.
  @Test func everySecondWeekIsCountedAcrossAYearWith53Weeks() throws {
    let expected = [
      "2026-11-26T08:30:00Z", "2026-12-07T08:30:00Z", "2026-12-10T08:30:00Z",
      "2026-12-21T08:30:00Z", "2026-12-24T08:30:00Z", "2027-01-04T08:30:00Z",
    ]
    #expect(try times(try rule(), limit: 6) == expected)
    // Weeks are counted in both directions, so a later week is the same one.
    #expect(try times(try rule(of: "2027-01-10"), limit: 6) == expected)
    #expect(try times(try rule(of: "1999-12-27"), limit: 6) == expected)
    #expect(try times(try rule(of: "2026-12-28"), limit: 1) == ["2026-11-30T08:30:00Z"])
  }

  /// The year 2025 has 52 weeks.
  @Test func everySecondWeekIsCountedAcrossAYearWith52Weeks() throws {
    let rule = try rule(on: [.wed], of: "2025-12-17")
    #expect(
      try times(rule, after: "2025-12-10T00:00:00Z", limit: 3) == [
        "2025-12-17T08:30:00Z", "2025-12-31T08:30:00Z", "2026-01-14T08:30:00Z",
      ])
  }

  @Test func aSundayBelongsToTheWeekOfTheMondayBefore() throws {
    let rule = try rule(on: [.mon, .sun], of: "2026-11-29")
    #expect(
      try times(rule, after: "2026-11-20T00:00:00Z", limit: 4) == [
        "2026-11-23T08:30:00Z", "2026-11-29T08:30:00Z", "2026-12-07T08:30:00Z",
        "2026-12-13T08:30:00Z",
      ])
    #expect(rule.meets(on: 20_261_129) && !rule.meets(on: 20_261_130))
  }

  /// Clocks skip 02:30 on 29 March 2026, and repeat it on 25 October.
  @Test func theTimeFollowsTheClocks() throws {
    let spring = try rule("02:30", on: [.sun], every: 3, of: "2026-03-08")
    #expect(
      try times(spring, after: "2026-03-01T12:00:00Z", limit: 3) == [
        "2026-03-08T01:30:00Z", "2026-03-29T01:30:00Z", "2026-04-19T00:30:00Z",
      ])
    let autumn = try rule("02:30", on: [.sun], every: 2, of: "2026-10-11")
    #expect(
      try times(autumn, after: "2026-10-01T12:00:00Z", limit: 3) == [
        "2026-10-11T00:30:00Z", "2026-10-25T00:30:00Z", "2026-11-08T01:30:00Z",
      ])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func eachTimeIsInOneOfTheWeeks(weeks: Int) throws {
    let also = [ScheduleTimes(at: "23:30", on: [.sun])]
    let rule = try rule(every: weeks, of: weeks == 1 ? nil : "2026-11-25", also: also)
    let times = rule.times(after: try ms("2026-11-22T23:00:00Z"), limit: 150)
    #expect(times.count == 150)
    let monday = try #require(Day(text: "2026-11-23")).days
    for (index, time) in times.enumerated() {
      // No clock changes at these times, and an hour does not lead to another day.
      let day = Int((time + 3_600_000) / 86_400_000)
      #expect((day - monday) / 7 == index / 3 * weeks, "\(Date(ms: time))")
    }
  }

  @Test func theWeeksAreWrittenAsTheirMonday() throws {
    let rule = try rule(of: "2026-11-29")
    #expect(rule.written.everyWeeks == 2 && rule.written.weekOf == "2026-11-23")
    #expect(rule.problem == nil)
    let weekly = try self.rule(every: 1, of: nil)
    #expect(weekly.written.everyWeeks == nil && weekly.written.weekOf == nil)
    #expect(weekly == (try self.rule(every: nil, of: nil)))
  }

  @Test func weeksThatAreLeftOpenAreCountedFromTheNextTime() throws {
    let open = try rule(every: 4, of: nil)
    #expect(open.problem != nil)
    let sunday = try ms("2026-11-29T12:00:00Z")
    let counted = open.counted(from: open.times(after: sunday, limit: 1).first)
    #expect(counted.written.weekOf == "2026-11-30" && counted.problem == nil)
    #expect(
      try times(counted, after: "2026-11-29T12:00:00Z", limit: 3) == [
        "2026-11-30T08:30:00Z", "2026-12-03T08:30:00Z", "2026-12-28T08:30:00Z",
      ])
    // Those that are known stay, and a rule without a time has none.
    #expect(counted.counted(from: sunday) == counted && open.counted(from: nil) == open)
  }

  @Test(arguments: [Int.min, -1, 0, 9, .max])
  func wrongNumbersOfWeeks(weeks: Int) {
    let error = #expect(throws: BusError.self) { try rule(every: weeks) }
    #expect(error?.code == .invalid && error?.detail == ["field": "rule.everyWeeks"])
  }

  @Test(arguments: [
    "", "2026-02-30", "2026-11-31", "2026-1-1", "20261123", "2026-11-23T", "2026/11/23",
    "0000-01-01", "２026-11-23", "2026-11-2a", String(repeating: "2", count: 10_000),
  ]) func wrongWeeks(date: String) {
    let error = #expect(throws: BusError.self) { try rule(of: date) }
    #expect(error?.code == .invalid && error?.detail == ["field": "rule.weekOf"])
    #expect((error?.message.utf8.count ?? 0) < 200)
  }

  @Test(arguments: [nil, 1] as [Int?])
  func aWeekWithoutAnIntervalIsRefused(weeks: Int?) {
    let error = #expect(throws: BusError.self) { try rule(every: weeks) }
    #expect(error?.code == .invalid && error?.detail == ["field": "rule.weekOf"])
  }

  /// Documents that no command would have written.
  @Test(
    arguments: [
      (nil, 2026_11_23), (0, 2026_11_23), (1, 2026_11_23), (9, 2026_11_23), (.max, 2026_11_23),
      (.min, 2026_11_23), (2, nil), (2, 2026_11_24), (2, 2026_11_31), (2, 0), (2, .max), (2, .min),
    ] as [(Int?, Int?)])
  func savedWeeksThatNoCommandWrites(every: Int?, monday: Int?) throws {
    var rule = try rule()
    (rule.everyWeeks, rule.firstWeek) = (every, monday)
    #expect(rule.problem != nil)
  }
}

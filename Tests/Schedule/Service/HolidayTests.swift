import Bus
import Foundation
import Testing

@testable import ScheduleService

/// The days that a calendar excludes.
@Suite struct HolidayTests {
  private func days(_ events: String..., from: String = "2026-01-01T00:00:00Z") throws -> [Day] {
    try HolidayCalendar.contents(of: Self.calendar(events), from: try ms(from)).off.days
  }

  /// 562 bytes that name every second of two thousand years.
  static var bomb: String {
    func all(_ count: Int) -> String { (0..<count).map(String.init).joined(separator: ",") }
    return calendar([
      "DTSTART;VALUE=DATE:00010101\r\n"
        + "RRULE:FREQ=DAILY;BYSECOND=\(all(60));BYMINUTE=\(all(60));BYHOUR=\(all(24))"
    ])
  }

  static func calendar(_ events: [String]) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//b//EN"]
      + events.flatMap { ["BEGIN:VEVENT", $0, "END:VEVENT"] } + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }

  @Test func wholeDays() throws {
    #expect(
      try days(
        "DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227\r\nSUMMARY:Two days\r\nTRANSP:TRANSPARENT",
        "DTSTART;VALUE=DATE:20260501\r\nSUMMARY:One, without an end")
        == [20_260_501, 20_261_225, 20_261_226])
  }

  @Test func daysThatComeAgain() throws {
    let days = try days(
      "DTSTART;VALUE=DATE:20200714\r\nRRULE:FREQ=YEARLY\r\nEXDATE;VALUE=DATE:20270714",
      "DTSTART;VALUE=DATE:20260406\r\nRDATE;VALUE=DATE:20270329")
    #expect(days.prefix(4) == [20_260_406, 20_260_714, 20_270_329, 20_280_714])
    #expect(days.last == 20_350_714)
  }

  @Test func whatIsNoHoliday() throws {
    #expect(
      try days(
        "DTSTART:20260501T090000Z\r\nDTEND:20260501T100000Z",
        "DTSTART;VALUE=DATE:20260502\r\nSTATUS:CANCELLED",
        "DTSTART;VALUE=DATE:20260503\r\nRRULE:FREQ=SECONDLY",
        "DTSTART;VALUE=DATE:20200503",
        "SUMMARY:No date",
        "DTSTART;VALUE=DATE:20260504") == [20_260_504])
  }

  /// A file may have several calendars, and time zones.
  @Test func severalCalendars() throws {
    let text =
      Self.calendar(["DTSTART;VALUE=DATE:20260501"])
      + Self.calendar(["DTSTART;VALUE=DATE:20260502"])
    #expect(
      try HolidayCalendar.contents(of: text, from: try ms("2026-01-01T00:00:00Z")).off.days == [
        20_260_501, 20_260_502,
      ])
  }

  @Test(arguments: [
    "", "<html>", "BEGIN:VCALENDAR", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:99999999\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    "BEGIN:VCALENDAR\r\n" + String(repeating: "BEGIN:VEVENT\r\n", count: 5000),
    "BEGIN:VCALENDAR\r\n" + String(repeating: "x", count: 300_000),
    "BEGIN:VCALENDAR\0BEGIN:VEVENT",
  ]) func whatIsNoCalendarOfHolidays(text: String) {
    let error = #expect(throws: BusError.self) { try HolidayCalendar.contents(of: text, from: 0) }
    #expect(error?.code == .invalid && error?.detail == ["field": "holidays"])
  }

  /// Rules that never end or never match are expanded only over the next ten years.
  @Test(arguments: [
    "RRULE:FREQ=DAILY", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2",
    "RRULE:FREQ=DAILY;INTERVAL=32767", "RRULE:FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYSETPOS=366",
  ]) func rulesWithoutAnEnd(rule: String) throws {
    let days = try days(
      "DTSTART;VALUE=DATE:20260101\r\n\(rule)", "DTSTART;VALUE=DATE:20260102")
    #expect(days.count <= 3700)
  }

  @Test func tooManyEvents() throws {
    let text = Self.calendar(Array(repeating: "DTSTART;VALUE=DATE:20260504", count: 2001))
    let error = #expect(throws: BusError.self) { try HolidayCalendar.contents(of: text, from: 0) }
    #expect(error?.message.contains("more than 2000 events") == true)
  }

  // MARK: Bombs

  @Test func rulesWithTimesOfTheDayAreRefused() {
    let used = ExpansionBudget.usedMs
    let error = #expect(throws: BusError.self) {
      try HolidayCalendar.contents(of: Self.bomb, from: 0)
    }
    #expect(error?.message.contains("BYHOUR, BYMINUTE or BYSECOND") == true)
    #expect(ExpansionBudget.usedMs - used < 1000)
  }

  @Test func daysThatNeverComeAreNotLookedFor() throws {
    let rule = "DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
    let used = ExpansionBudget.usedMs
    let text = Self.calendar(Array(repeating: rule, count: 500) + ["DTSTART;VALUE=DATE:20260102"])
    let contents = try HolidayCalendar.contents(of: text, from: try ms("2026-01-01T00:00:00Z"))
    #expect(contents.off.days == [20_260_102])
    #expect(ExpansionBudget.usedMs - used < 1000)
  }

  /// From year 1 on, only the next ten years are expanded; a rule with a count is expanded
  /// completely.
  @Test func aRuleFromLongAgo() throws {
    let days = try days(
      "DTSTART;VALUE=DATE:00010101\r\nRRULE:FREQ=YEARLY", from: "2026-06-01T00:00:00Z")
    #expect(days.first == 20_270_101 && days.count == 10)
  }

  @Test(arguments: [
    "DTSTART;VALUE=DATE:00010101\r\nRRULE:FREQ=DAILY;COUNT=2000000000",
    "DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY\r\nDURATION:P366D",
  ]) func aCalendarBeyondTheBudgetIsRefused(event: String) {
    let error = #expect(throws: BusError.self) { try days(event) }
    #expect(error?.code == .invalid && error?.message.contains("takes too long to read") == true)
  }

  @Test func theBudgetCountsCPUTime() {
    let text = Self.calendar(
      Array(repeating: "DTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY;BYMONTH=2", count: 20))
    let error = #expect(throws: BusError.self) {
      try HolidayCalendar.contents(of: text, from: 0, budget: ExpansionBudget(cpuMs: -1))
    }
    #expect(error?.message.contains("takes too long to read") == true)
  }

  @Test(arguments: ["RSCALE=CHINESE;FREQ=YEARLY", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD"])
  func otherCalendarsAreRefused(rule: String) {
    let error = #expect(throws: BusError.self) {
      try days("DTSTART;VALUE=DATE:20260101\r\nRRULE:\(rule)")
    }
    #expect(error?.message.contains("RSCALE or SKIP") == true)
  }

  // MARK: Changes of single days

  @Test func aDayThatIsMovedOrCancelledIsWhereThatSays() throws {
    #expect(
      try days(
        "UID:1\r\nDTSTART;VALUE=DATE:20261207\r\nRRULE:FREQ=DAILY;COUNT=3",
        "UID:1\r\nRECURRENCE-ID;VALUE=DATE:20261207\r\nDTSTART;VALUE=DATE:20261221",
        "UID:1\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261208T000000\r\nDTSTART;VALUE=DATE:20261208\r\nSTATUS:CANCELLED",
        // Another event on the same day.
        "UID:2\r\nRECURRENCE-ID;VALUE=DATE:20261209\r\nDTSTART;VALUE=DATE:20261223"
      ) == [20_261_209, 20_261_221, 20_261_223])
  }

  /// A day that becomes a meeting with a time is a working day.
  @Test func aDayThatIsMovedToATimeIsNoDayOff() throws {
    #expect(
      try days(
        "UID:1\r\nDTSTART;VALUE=DATE:20261207\r\nRRULE:FREQ=DAILY;COUNT=2",
        "UID:1\r\nRECURRENCE-ID;VALUE=DATE:20261207\r\nDTSTART:20261207T090000Z") == [20_261_208])
  }

  @Test func theLatestVersionOfAChangeCounts() throws {
    #expect(
      try days(
        "UID:1\r\nDTSTART;VALUE=DATE:20261207\r\nRRULE:FREQ=DAILY;COUNT=2",
        "UID:1\r\nSEQUENCE:3\r\nRECURRENCE-ID;VALUE=DATE:20261207\r\nDTSTART;VALUE=DATE:20261222",
        "UID:1\r\nSEQUENCE:2\r\nRECURRENCE-ID;VALUE=DATE:20261207\r\nDTSTART;VALUE=DATE:20261221"
      ) == [20_261_208, 20_261_222])
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20261215", [20_261_207, 20_261_208, 20_261_215, 20_261_216]),
    ("STATUS:CANCELLED", [20_261_207, 20_261_208]),
  ]) func allThatFollowIsMoved(change: String, expected: [Day]) throws {
    #expect(
      try days(
        "UID:1\r\nDTSTART;VALUE=DATE:20261207\r\nRRULE:FREQ=DAILY;COUNT=4",
        "UID:1\r\nRECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261209\r\n\(change)") == expected)
  }

  @Test func anExceptionWithATimeIsTheWholeDay() throws {
    #expect(
      try days(
        "DTSTART;VALUE=DATE:20251208\r\nRRULE:FREQ=YEARLY\r\nEXDATE;TZID=Europe/Berlin:20261208T000000",
        "DTSTART;VALUE=DATE:20261209\r\nRDATE;VALUE=DATE:20261210,20261211"
      ).prefix(4) == [20_261_209, 20_261_210, 20_261_211, 20_271_208])
  }

  // MARK: Names

  private static let named = calendar([
    "DTSTART;VALUE=DATE:20261207\r\nDESCRIPTION:Observance\\nTo hide it\\, see Settings\r\nSUMMARY:Remembrance Day",
    "DTSTART;VALUE=DATE:20261208\r\nCATEGORIES:Observance\r\nSUMMARY:Another Day",
    "DTSTART;VALUE=DATE:20261225\r\nDESCRIPTION:Public holiday\r\nSUMMARY:Christmas Day",
    "DTSTART;VALUE=DATE:20261226\r\nSUMMARY:Boxing\\nDay",
  ])

  private func named(_ choice: HolidayChoice = HolidayChoice()) throws -> HolidayCalendar.Contents {
    try HolidayCalendar.contents(of: Self.named, from: try ms("2026-01-01T00:00:00Z"), choice)
  }

  @Test func observancesAreNoDaysOff() throws {
    let contents = try named()
    #expect(
      contents.off == DaysOff([20_261_225: "Christmas Day", 20_261_226: "Boxing Day"]))
    #expect(
      contents.observances == DaysOff([20_261_207: "Remembrance Day", 20_261_208: "Another Day"]))
  }

  @Test func aDayWithAHolidayAndAnObservanceIsOffAndKeepsBothNames() throws {
    let text = Self.calendar([
      "DTSTART;VALUE=DATE:20261207\r\nDESCRIPTION:Observance\r\nSUMMARY:A Day",
      "DTSTART;VALUE=DATE:20261207\r\nSUMMARY:A Holiday",
      "DTSTART;VALUE=DATE:20261207\r\nSUMMARY:Another Holiday",
    ])
    let contents = try HolidayCalendar.contents(of: text, from: try ms("2026-01-01T00:00:00Z"))
    #expect(contents.off == DaysOff(named: [20_261_207: ["A Holiday", "Another Holiday"]]))
    #expect(contents.observances == DaysOff([20_261_207: "A Day"]))
  }

  @Test func daysAreChosenByTheirNames() throws {
    let contents = try named(
      HolidayChoice(observe: ["remembrance day", "Mardi Gras"], ignore: ["Boxing Day "]))
    #expect(contents.off.days == [20_261_207, 20_261_225])
    // The ignored day is a working day.
    #expect(contents.observances.days == [20_261_208, 20_261_226])
    #expect(contents.missing == ["Mardi Gras"])
  }

  @Test func aCalendarOfObservancesAloneSaysSo() throws {
    let text = Self.calendar([
      "DTSTART;VALUE=DATE:20261207\r\nDESCRIPTION:Observance\r\nSUMMARY:A Day"
    ])
    let error = #expect(throws: BusError.self) {
      try HolidayCalendar.contents(of: text, from: try ms("2026-01-01T00:00:00Z"))
    }
    #expect(error?.message.contains("only observances") == true)
    #expect(error?.message.contains("“A Day”") == true)
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    let text = "\u{FEFF}" + Self.calendar(["DTSTART;VALUE=DATE:20261225"])
    #expect(
      try HolidayCalendar.contents(of: text, from: try ms("2026-01-01T00:00:00Z")).off.days
        == [20_261_225])
  }

  @Test func daysAreCountedAsTheCalendarHasThem() throws {
    for (day, number) in [
      (19_700_101, 0), (20_000_229, 11_016), (20_261_126, 20_783), (19_691_231, -1),
    ] { #expect(Day(days: number) == day && day.days == number) }
    for day in stride(from: -719_162, to: 2_932_897, by: 997) {
      #expect(Day(days: day).days == day)
    }
    #expect(!20_260_230.isReal && !20_261_301.isReal && 20_280_229.isReal && 10_101.isReal)
    #expect(20_261_126.weekday == 3 && 5_010_101.text == "0501-01-01")
  }

  @Test func savedDaysAreChecked() throws {
    let days = DaysOff([
      20_261_225: "Christmas Day", 20_271_225: "Christmas Day", 20_260_501: "May",
    ])
    let data = try BusJSON.encode(days)
    #expect(try BusJSON.decode(DaysOff.self, from: data) == days)
    #expect(days.days == [20_260_501, 20_261_225, 20_271_225])
    #expect(days.contains(20_261_225) && !days.contains(20_261_226) && !days.contains(20_290_101))
    for wrong in ["20261301", "9223372036854775807", "-1"] {
      #expect(throws: (any Error).self) {
        try BusJSON.decode(DaysOff.self, from: Data(#"[{"name":"x","days":[\#(wrong)]}]"#.utf8))
      }
    }
  }
}

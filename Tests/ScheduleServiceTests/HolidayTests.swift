import Bus
import Foundation
import Testing

@testable import ScheduleService

/// Which days a calendar leaves out.
@Suite struct HolidayTests {
  private func days(_ events: String..., from: String = "2026-01-01T00:00:00Z") throws -> [Day] {
    try HolidayCalendar.days(in: Self.calendar(events), from: try ms(from))
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

  /// One file may hold several calendars, and time zones beside them.
  @Test func severalCalendars() throws {
    let text =
      Self.calendar(["DTSTART;VALUE=DATE:20260501"])
      + Self.calendar(["DTSTART;VALUE=DATE:20260502"])
    #expect(
      try HolidayCalendar.days(in: text, from: try ms("2026-01-01T00:00:00Z")) == [
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
    let error = #expect(throws: BusError.self) { try HolidayCalendar.days(in: text, from: 0) }
    #expect(error?.code == .invalid && error?.detail == ["field": "holidays"])
  }

  /// Rules that never end, or never fit, cost no more than the ten years that are looked at.
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
    let error = #expect(throws: BusError.self) { try HolidayCalendar.days(in: text, from: 0) }
    #expect(error?.message.contains("more than 2000 events") == true)
  }
}

import Bus
import Foundation
import ScheduleAPI
import Testing

@testable import ScheduleService

/// The calendar for other programs; the clients' tests read it in another language.
@Suite struct FeedTests {
  private func text(
    _ saved: SavedSchedule, title: String = "Daily", at: String = "2026-11-25T08:00:00Z"
  ) throws
    -> String
  {
    ScheduleCalendar.reply(
      [
        ScheduleCalendar.Item(
          entry: ScheduleEntry(
            subject: "daily", title: title, durationMs: 900_000,
            link: "https://standups.test/standups/daily"),
          saved: saved)
      ], at: try ms(at)
    ).ics
  }

  /// The lines, unfolded.
  private func lines(_ text: String) -> [String] {
    text.replacing("\r\n ", with: "").components(separatedBy: "\r\n")
  }

  @Test func oneSchedule() throws {
    let text = try text(
      try Scenario.working(remindMs: 600_000, holidays: [20_261_126, 20_261_128, 20_261_225]))
    let lines = lines(text)
    for line in [
      "VERSION:2.0", "NAME:Standups", "X-WR-CALNAME:Standups",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H", "TZID:Europe/Paris",
      "UID:schedule-daily@standups", "DTSTAMP:20261125T080000Z",
      "DTSTART;TZID=Europe/Paris:20261125T093000", "DURATION:PT15M",
      "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "EXDATE;TZID=Europe/Paris:20261126T093000",
      "EXDATE;TZID=Europe/Paris:20261225T093000", "SUMMARY:Daily",
      "URL:https://standups.test/standups/daily", "TRIGGER:-PT10M",
    ] { #expect(lines.contains(line), "\(line) in \(text)") }
    // A Saturday is not one of its days.
    #expect(!text.contains("20261128"))
    #expect(text.contains("BEGIN:DAYLIGHT") && !text.contains("DTSTART:1891"))
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
  }

  /// One event for each time, with the days off that it would have.
  @Test func eachTimeIsAnEvent() throws {
    var saved = try Scenario.working(holidays: [20_261_203, 20_261_225])
    saved.rule.also = [WeeklyTime(minute: 930, days: [.thu])]
    let lines = lines(try text(saved))
    #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 2)
    for line in [
      "UID:schedule-daily@standups", "UID:schedule-daily-2@standups",
      "DTSTART;TZID=Europe/Paris:20261125T093000", "DTSTART;TZID=Europe/Paris:20261126T153000",
      "RRULE:FREQ=WEEKLY;BYDAY=TH", "EXDATE;TZID=Europe/Paris:20261203T153000",
    ] { #expect(lines.contains(line), "\(line)") }
    // Christmas is a Friday.
    #expect(!lines.contains("EXDATE;TZID=Europe/Paris:20261225T153000"))
  }

  /// Other programs count the weeks from the first time, which is therefore in one of them.
  @Test func everySecondWeekIsCountedFromTheFirstTime() throws {
    var saved = try Scenario.working(holidays: [20_261_203, 20_261_210])
    // The schedule was set in the week before.
    (saved.rule.everyWeeks, saved.rule.firstWeek) = (2, 20_261_130)
    saved.rule.also = [WeeklyTime(minute: 930, days: [.sun])]
    let text = try text(saved)
    let lines = lines(text)
    for line in [
      "DTSTART;TZID=Europe/Paris:20261130T093000", "DTSTART;TZID=Europe/Paris:20261206T153000",
      "RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=MO,TU,WE,TH,FR",
      "RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=SU", "EXDATE;TZID=Europe/Paris:20261203T093000",
    ] { #expect(lines.contains(line), "\(line) in \(text)") }
    // The standup does not meet in the week of 10 December anyway.
    #expect(lines.filter { $0.hasPrefix("EXDATE") }.count == 1)
  }

  @Test func linesAreFoldedAndTextIsEscaped() throws {
    let title =
      "Täglich; mit, allen\\ und \"Ümläuten\"\nin zwei Zeilen\u{7} "
      + String(repeating: "ß", count: 100)
    let text = try text(try Scenario.working(), title: title)
    #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    #expect(!text.contains("\u{FFFD}"))
    #expect(
      lines(text).contains(
        "SUMMARY:Täglich\\; mit\\, allen\\\\ und \"Ümläuten\"\\nin zwei Zeilen "
          + String(repeating: "ß", count: 100)))
  }

  @Test func theFirstTimeIsOneOfTheRule() throws {
    // Created on a Saturday, after the day's time.
    let text = try text(try Scenario.working(settled: "2026-11-28T12:00:00Z"))
    #expect(text.contains("DTSTART;TZID=Europe/Paris:20261130T093000"))
    let late = try self.text(try Scenario.working(settled: "2026-11-25T08:30:00Z"))
    #expect(late.contains("DTSTART;TZID=Europe/Paris:20261126T093000"))
  }

  @Test func itStaysAsItIs() throws {
    let saved = try Scenario.working()
    #expect(try text(saved) == (try text(saved, at: "2026-11-27T20:00:00Z")))
  }

  @Test func ofNothing() throws {
    #expect(lines(ScheduleCalendar.reply([], at: 0).ics).contains("END:VCALENDAR"))
  }

  /// A calendar with the maximum number of entries fits one message, with as many holidays as a
  /// year has days.
  @Test func aLongCalendarFits() throws {
    var saved = try Scenario.working(remindMs: 600_000)
    let days = saved.rule.times(after: saved.setMs, limit: 15)
    saved.holidays = SavedHolidays(
      days: DaysOff(
        days: days.map {
          Int(Date(ms: $0).formatted(.iso8601.year().month().day().dateSeparator(.omitted))) ?? 0
        }),
      readMs: 0, triedMs: 0)
    let items = (0..<MakeScheduleCalendar.maxEntries).map { number in
      ScheduleCalendar.Item(
        entry: ScheduleEntry(
          subject: "\(UUID())", title: String(repeating: "t", count: 60), durationMs: 900_000,
          link: "standups:///standups/\(UUID())"), saved: saved)
    }
    let reply = ScheduleCalendar.reply(items, at: saved.setMs)
    #expect(reply.ics.utf8.count < ScheduleCalendar.maxBytes && reply.entries == items.count)
    #expect(try BusJSON.encode(reply).count < Limits.bytes - Limits.headBytes)
  }

  /// Entries that do not fit one message are requested again and end up in the same calendar.
  @Test func aCalendarOfAnyNumberOfSchedules() async throws {
    let count = 5000
    var saved = try Scenario.working(remindMs: 600_000)
    saved.holidays = SavedHolidays(
      days: DaysOff(
        days: saved.rule.times(after: saved.setMs, limit: 100).map {
          Int(Date(ms: $0).formatted(.iso8601.year().month().day().dateSeparator(.omitted))) ?? 0
        }), readMs: 0, triedMs: 0)
    var other = try Scenario.working()
    other.rule.zone = "America/New_York"
    let entries = (0..<count).map {
      ScheduleEntry(subject: "s\($0)", title: "Standup \($0)", durationMs: 900_000)
    }
    var calls = 0
    let whole = try await MakeScheduleCalendar.whole(entries) { command in
      calls += 1
      // Those of the second call have so many days off that they do not fit.
      let items = command.entries.map { entry in
        ScheduleCalendar.Item(
          entry: entry, saved: entry.subject.hasSuffix("7") ? other : calls == 2 ? saved : nil)
      }
      return ScheduleCalendar.reply(items, at: saved.setMs)
    }
    let lines = lines(whole)
    #expect(calls > count / MakeScheduleCalendar.maxEntries)
    for (line, number) in [
      ("BEGIN:VCALENDAR", 1), ("END:VCALENDAR", 1), ("TZID:Europe/Paris", 1),
      ("TZID:America/New_York", 1),
    ] { #expect(lines.count { $0 == line } == number, "\(line)") }
    let last = try #require(lines.lastIndex { $0 == "END:VTIMEZONE" })
    let first = try #require(lines.firstIndex { $0 == "BEGIN:VEVENT" })
    #expect(last < first)
    #expect(lines.count { $0.hasPrefix("SUMMARY:Standup") && $0.hasSuffix("7") } == count / 10)
    let uids = lines.filter { $0.hasPrefix("UID:") }
    #expect(Set(uids).count == uids.count)
  }
}

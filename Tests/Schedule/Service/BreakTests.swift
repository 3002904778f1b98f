import Bus
import Documents
import Foundation
import ScheduleAPI
import Testing

@testable import ScheduleService

/// Ranges of dates in which a subject does not meet.
@Suite struct BreakTests {
  private static let summer = ScheduleBreak(
    name: "Summer break", from: "2026-11-26", to: "2026-11-30")
  private static let winter = ScheduleBreak(
    name: "Winter break", from: "2026-12-24", to: "2027-01-03")

  private func breaks(_ given: ScheduleBreak...) throws -> [Break] {
    try #require(try Break.checked(given))
  }

  private func times(
    _ zone: String, _ breaks: [Break], after moment: String = "2026-11-25T08:00:00Z", limit: Int
  ) throws -> [String] {
    let rule = try Rule(ScheduleRule(at: "09:30", on: [.mon, .wed, .thu], zone: zone))
    return rule.times(after: try ms(moment), breaks: breaks, limit: limit).map {
      Date(ms: $0).formatted(.iso8601)
    }
  }

  @Test func theFirstAndTheLastDayAreLeftOut() throws {
    #expect(
      try times("Europe/Paris", try breaks(Self.summer), limit: 2) == [
        "2026-11-25T08:30:00Z", "2026-12-02T08:30:00Z",
      ])
    // In Tokyo, the time is already on the next day.
    let day = ScheduleBreak(name: "A day", from: "2026-11-26", to: "2026-11-26")
    #expect(
      try times("Asia/Tokyo", try breaks(day), limit: 1) == ["2026-11-30T00:30:00Z"])
  }

  @Test func aBreakSpansTheYearAndBreaksMayOverlap() throws {
    let inside = ScheduleBreak(name: "Inside", from: "2026-12-28", to: "2027-01-04")
    #expect(
      try times(
        "Europe/Paris", try breaks(inside, Self.winter), after: "2026-12-23T08:00:00Z", limit: 2)
        == ["2026-12-23T08:30:00Z", "2027-01-06T08:30:00Z"])
  }

  /// The clocks change on 29 March 2026, on the last day of the break.
  @Test func theLastDayOfABreakMayHaveAClockChange() throws {
    let spring = try breaks(ScheduleBreak(name: "Spring", from: "2026-03-23", to: "2026-03-29"))
    let rule = try Rule(ScheduleRule(at: "00:30", on: [.sun, .mon], zone: "Europe/Paris"))
    let times = rule.times(after: try ms("2026-03-22T12:00:00Z"), breaks: spring, limit: 1)
    #expect(times == [try ms("2026-03-29T22:30:00Z")])
  }

  /// The break does not change which weeks count.
  @Test func weeksAreCountedThroughABreak() throws {
    let rule = try Rule(
      ScheduleRule(
        at: "09:30", on: [.mon], zone: "UTC", everyWeeks: 2, weekOf: "2026-11-23"))
    let pause = try breaks(ScheduleBreak(name: "Pause", from: "2026-12-07", to: "2026-12-14"))
    #expect(
      rule.times(after: try ms("2026-11-23T10:00:00Z"), breaks: pause, limit: 1)
        == [try ms("2026-12-21T09:30:00Z")])
  }

  @Test(
    arguments: [
      ("", "2026-07-20", "2026-08-14"), (" \t", "2026-07-20", "2026-08-14"),
      ("a\nb", "2026-07-20", "2026-08-14"),
      (String(repeating: "ß", count: 51), "2026-07-20", "2026-08-14"),
      ("Summer", "2026-08-14", "2026-07-20"), ("Summer", "2026-07-20", "2027-07-21"),
      ("Summer", "2026-07-32", "2026-08-14"), ("Summer", "2026-07-20", "soon"),
      ("Summer", "", "2026-08-14"), ("Summer", "2026-07-20T00:00", "2026-08-14"),
    ]) func wrongBreaks(name: String, from: String, to: String) throws
  {
    let rule = ScheduleRule(at: "09:30", on: [.mon], zone: "UTC")
    let given = [ScheduleBreak(name: name, from: from, to: to)]
    let error = #expect(throws: BusError.self) {
      try ScheduleCommand(SetSchedule(subject: "daily", rule: rule, breaks: given))
    }
    #expect(error?.code == .invalid && error?.detail == ["field": "breaks"])
    #expect(throws: BusError.self) {
      try ScheduleCommand(GetScheduleTimes(rule: rule, breaks: given))
    }
  }

  @Test func aBreakLastsAtMost366Days() throws {
    let year = ScheduleBreak(
      name: String(repeating: "ß", count: 50), from: "2026-07-20", to: "2027-07-20")
    #expect(try breaks(year).map(\.written) == [year])
  }

  @Test func aScheduleHasAtMost20Breaks() throws {
    let many = (1...21).map {
      ScheduleBreak(name: "\($0)", from: "2027-01-01", to: "2027-01-01")
    }
    #expect(try Break.checked(Array(many.dropLast()))?.count == 20)
    let error = #expect(throws: BusError.self) { try Break.checked(many) }
    #expect(error?.detail == ["field": "breaks"])
    #expect(throws: BusError.self) {
      try ScheduleCommand(GetScheduleTimes(subject: "daily", breaks: []))
    }
  }

  /// Breaks stay until a command gives others, and those that are over are dropped.
  @Test func breaksAreSetKeptAndRemoved() throws {
    var scenario = try Scenario()
    let commands = CommandTests()
    let over = ScheduleBreak(name: "Over", from: "2026-11-20", to: "2026-11-24")
    let set = try commands.set(
      &scenario,
      SetSchedule(
        subject: "daily", rule: CommandTests.rule, breaks: [Self.winter, over, Self.summer]))
    #expect(set.breaks == [Self.summer, Self.winter])
    #expect(set.next.first?.formatted(.iso8601) == "2026-11-25T08:30:00Z")
    #expect(set.next.dropFirst().first?.formatted(.iso8601) == "2026-12-01T08:30:00Z")
    // A list has the next one only.
    let list = scenario.send(.list(after: nil, limit: 10))
    let page = try scenario.reply(to: list, ListSchedules.Reply.self)
    #expect(page.schedules.map(\.breaks) == [[Self.summer]])
    let kept = try commands.set(
      &scenario, SetSchedule(subject: "daily", rule: CommandTests.rule, mode: .start))
    #expect(kept.breaks == set.breaks && kept.mode == .start)
    // The first break is over on the day after its last one, in the zone of the schedule.
    let saved = try #require(scenario.store.state.saved[scenario.daily])
    for (moment, current) in [
      ("2026-11-30T22:59:00Z", [Self.summer, Self.winter]),
      ("2026-11-30T23:01:00Z", [Self.winter]),
    ] {
      let shown = saved.schedule(of: scenario.daily, at: try ms(moment), times: 5)
      #expect(shown.breaks == current)
    }
    let none = try commands.set(
      &scenario, SetSchedule(subject: "daily", rule: CommandTests.rule, breaks: []))
    #expect(none.breaks == nil)
    scenario.finish()
  }

  @Test func breaksThatLeaveNoDayAreRefused() throws {
    var scenario = try Scenario()
    let years = (2026...2037).map {
      ScheduleBreak(name: "\($0)", from: "\($0)-01-01", to: "\($0)-12-31")
    }
    let caller = try scenario.set(
      SetSchedule(subject: "daily", rule: CommandTests.rule, breaks: years))
    let error = try scenario.error(to: caller, .invalid)
    #expect(error?.detail?["field"] == "breaks")
    scenario.finish()
  }

  @Test func aRuleIsTriedOutWithItsBreaks() throws {
    var scenario = try Scenario()
    let command = GetScheduleTimes(rule: CommandTests.rule, breaks: [Self.summer], count: 2)
    let caller = scenario.send(try ScheduleCommand(command))
    #expect(
      try scenario.reply(to: caller, GetScheduleTimes.Reply.self).times.map {
        $0.formatted(.iso8601)
      } == ["2026-11-25T08:30:00Z", "2026-12-01T08:30:00Z"])
    scenario.finish()
  }

  // MARK: Times

  private static func resting(settled: String = "2026-11-25T08:30:00Z") throws -> SavedSchedule {
    var saved = try Scenario.working(settled: settled, remindMs: 600_000)
    saved.breaks = try Break.checked([summer])
    return saved
  }

  /// No reminder, no start and no missed time, also if the service starts in the break.
  @Test(arguments: ["2026-11-25T09:00:00Z", "2026-11-28T12:00:00Z", "2026-11-30T20:00:00Z"])
  func nothingIsReportedInABreak(start: String) throws {
    var scenario = try Scenario(now: start, try Self.resting())
    #expect(scenario.first.isEmpty && scenario.alarm == "2026-12-01T08:20:00Z")
    try scenario.look(at: "2026-11-30T22:59:59Z")
    try scenario.look(at: "2026-12-01T08:30:00Z")
    let at = try ms("2026-12-01T08:30:00Z")
    let id = try scenario.due("2026-12-01T08:30:00Z")
    try scenario.answer(id) { ($0.settledMs, $0.told) = (at, [at]) }
    scenario.finish()
  }

  /// Only the time before the break was missed.
  @Test func timesBeforeABreakAreMissed() throws {
    let saved = try Self.resting(settled: "2026-11-24T09:00:00Z")
    let scenario = try Scenario(now: "2026-11-30T12:00:00Z", saved)
    let at = Date(ms: try ms("2026-11-25T08:30:00Z"))
    #expect(
      scenario.first == [
        .reportMissed(
          1, ScheduleTimesPassed(subject: "daily", at: at, since: at, count: 1, mode: .start))
      ])
  }

  @Test func updatesAreCompleteInABreak() throws {
    var saved = try Self.resting()
    let at = try ms("2026-11-25T08:30:00Z")
    (saved.mode, saved.closesAfterMs, saved.remindMs) = (.write, 172_800_000, nil)
    saved.writing = SavedSchedule.Writing(atMs: at, closesMs: at + 172_800_000)
    #expect(saved.closing(of: at) == at + 172_800_000)
    let scenario = try Scenario(now: "2026-11-27T08:30:00Z", saved)
    #expect(
      scenario.first == [
        .reportWritten(1, ScheduleWritingEnded(subject: "daily", at: Date(ms: at)))
      ])
  }

  // MARK: Calendar and documents

  @Test func theDaysOfABreakAreExceptions() throws {
    var saved = try Scenario.working(holidays: [20_261_126, 20_261_225])
    saved.breaks = try Break.checked([Self.summer])
    let item = ScheduleCalendar.Item(
      entry: ScheduleEntry(subject: "daily", title: "Daily", durationMs: 900_000), saved: saved)
    let text = ScheduleCalendar.reply([item], at: try ms("2026-11-25T08:00:00Z")).ics
    let days = text.components(separatedBy: "\r\n").filter { $0.hasPrefix("EXDATE") }
      .map { String($0.suffix(15).prefix(8)) }
    #expect(days == ["20261126", "20261127", "20261130", "20261225"])
  }

  @Test(
    arguments: [
      ("Summer", 2026_07_20, 2026_08_14, true), ("", 2026_07_20, 2026_08_14, false),
      ("Summer", 2026_08_14, 2026_07_20, false), ("Summer", 2026_07_20, 2027_07_21, false),
      ("Summer", 2026_07_32, 2026_08_14, false), ("Summer", 0, .max, false),
      ("Summer", .min, .max, false), ("Summer", 1_01_01, 9999_12_31, false),
    ] as [(String, Int, Int, Bool)])
  func savedBreaksAreChecked(name: String, from: Int, to: Int, isValid: Bool) throws {
    var saved = try Scenario.working()
    saved.breaks = [Break(name: name, from: from, to: to)]
    let document = try saved.document(of: try Subject("daily"))
    #expect((document.problem(as: SavedSchedule.self) == nil) == isValid)
    saved.breaks = Array(
      repeating: Break(name: "A", from: 2026_07_20, to: 2026_08_14), count: 21)
    let many = try saved.document(of: try Subject("daily"))
    #expect(many.problem(as: SavedSchedule.self) != nil)
  }

  /// The time zone was removed from the database: the schedule has no time, and its break is shown.
  @Test func aBreakIsShownWithoutATimeZone() throws {
    var saved = try Self.resting()
    saved.rule.zone = "Nowhere/Atlantis"
    let now = try ms("2026-11-28T12:00:00Z")
    let schedule = saved.schedule(of: try Subject("daily"), at: now, times: 5)
    #expect(schedule.breaks == [Self.summer] && schedule.next.isEmpty && schedule.problem != nil)
  }
}

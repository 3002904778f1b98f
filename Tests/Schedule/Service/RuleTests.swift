import Bus
import Foundation
import ScheduleAPI
import Testing

@testable import ScheduleService

/// The times of a rule; the expected values are from other programs.
@Suite struct RuleTests {
  private func rule(_ at: String, _ zone: String, on days: [ScheduleDay] = ScheduleDay.allCases)
    throws
    -> Rule
  {
    try Rule(ScheduleRule(at: at, on: days, zone: zone))
  }

  /// Times as strings, after a moment as a string.
  private func times(_ rule: Rule, after moment: String, limit: Int = 3) throws -> [String] {
    rule.times(after: try ms(moment), limit: limit).map { Date(ms: $0).formatted(.iso8601) }
  }

  @Test func aWeekOfWorkingDays() throws {
    let rule = try rule("09:30", "Europe/Paris", on: [.fri, .mon, .tue, .wed, .thu])
    #expect(
      try times(rule, after: "2026-11-25T08:30:00Z", limit: 4) == [
        "2026-11-26T08:30:00Z", "2026-11-27T08:30:00Z", "2026-11-30T08:30:00Z",
        "2026-12-01T08:30:00Z",
      ])
    #expect(
      rule.written
        == ScheduleRule(at: "09:30", on: [.mon, .tue, .wed, .thu, .fri], zone: "Europe/Paris"))
    #expect(rule.weekly.map(\.recurrence) == ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"])
  }

  /// Monday at 09:00 and Thursday at 15:30; a moment that two of the times have counts once.
  @Test func severalTimesAreMergedInOrder() throws {
    let also = [
      ScheduleTimes(at: "15:30", on: [.thu]), ScheduleTimes(at: "09:00", on: [.fri, .mon]),
    ]
    let rule = try Rule(
      ScheduleRule(at: "09:00", on: [.mon], zone: "Europe/Paris", also: also))
    #expect(
      try times(rule, after: "2026-11-25T08:30:00Z", limit: 4) == [
        "2026-11-26T14:30:00Z", "2026-11-27T08:00:00Z", "2026-11-30T08:00:00Z",
        "2026-12-03T14:30:00Z",
      ])
    #expect(rule.written.also?.map(\.on) == [[.thu], [.mon, .fri]])
    #expect(rule.meets(on: 20_261_126) && !rule.meets(on: 20_261_125))
    let limited = rule.times(
      after: try ms("2026-11-25T08:30:00Z"), until: try ms("2026-11-27T08:00:00Z"), limit: 9)
    #expect(limited.count == 2)
  }

  @Test func wrongFurtherTimes() throws {
    let many = Array(repeating: ScheduleTimes(at: "10:00", on: [.mon]), count: 8)
    let wrong = [
      many, [ScheduleTimes(at: "24:00", on: [.mon])], [ScheduleTimes(at: "10:00", on: [])],
    ]
    for also in wrong {
      let error = #expect(throws: BusError.self) {
        try Rule(ScheduleRule(at: "09:00", on: [.mon], zone: "UTC", also: also))
      }
      #expect(error?.code == .invalid && error?.detail == ["field": "rule.also"])
    }
    let seven = Array(many.dropLast())
    #expect(
      try Rule(ScheduleRule(at: "09:00", on: [.mon], zone: "UTC", also: seven)).weekly.count == 8)
  }

  /// A rule that was saved before there were several times.
  @Test func anEarlierSavedRuleHasOneTime() throws {
    let saved = Data(#"{"days":["mon"],"minute":570,"zone":"UTC"}"#.utf8)
    let rule = try JSONDecoder().decode(Rule.self, from: saved)
    #expect(rule.written == ScheduleRule(at: "09:30", on: [.mon], zone: "UTC"))
    #expect(rule.problem == nil)
  }

  /// RFC 5545, 3.3.5: a time skipped by a clock change uses the earlier offset; if a time occurs
  /// twice, the first one counts.
  @Test(arguments: [
    // Clocks move forward from 02:00 to 03:00.
    ("Europe/Paris", "02:30", "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z"),
    ("Europe/Paris", "02:00", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
    ("Europe/Paris", "01:59", "2026-03-28T12:00:00Z", "2026-03-29T00:59:00Z"),
    ("Europe/Paris", "03:00", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
    ("Europe/Paris", "09:30", "2026-03-28T12:00:00Z", "2026-03-29T07:30:00Z"),
    // Clocks move back from 03:00 to 02:00.
    ("Europe/Paris", "02:30", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"),
    ("Europe/Paris", "02:00", "2026-10-24T12:00:00Z", "2026-10-25T00:00:00Z"),
    ("Europe/Paris", "03:00", "2026-10-24T12:00:00Z", "2026-10-25T02:00:00Z"),
    ("Europe/Paris", "09:30", "2026-10-24T12:00:00Z", "2026-10-25T08:30:00Z"),
    // By only half an hour: forward from 02:00 to 02:30, back from 02:00 to 01:30.
    ("Australia/Lord_Howe", "02:15", "2026-10-03T12:00:00Z", "2026-10-03T15:45:00Z"),
    ("Australia/Lord_Howe", "02:30", "2026-10-03T12:00:00Z", "2026-10-03T15:30:00Z"),
    ("Australia/Lord_Howe", "01:45", "2026-04-04T12:00:00Z", "2026-04-04T14:45:00Z"),
    ("Australia/Lord_Howe", "02:00", "2026-04-04T12:00:00Z", "2026-04-04T15:30:00Z"),
    ("America/New_York", "02:30", "2026-03-07T12:00:00Z", "2026-03-08T07:30:00Z"),
    ("America/New_York", "01:30", "2026-10-31T12:00:00Z", "2026-11-01T05:30:00Z"),
    // At midnight, so that the day itself starts late.
    ("Africa/Cairo", "00:00", "2026-04-23T12:00:00Z", "2026-04-23T22:00:00Z"),
    // Without a change, with one in Ramadan, in the year 2060, with an old zone name.
    ("Asia/Kolkata", "09:30", "2026-03-07T12:00:00Z", "2026-03-08T04:00:00Z"),
    ("Africa/Casablanca", "09:30", "2026-02-28T12:00:00Z", "2026-03-01T09:30:00Z"),
    ("Africa/Casablanca", "09:30", "2026-06-30T12:00:00Z", "2026-07-01T08:30:00Z"),
    ("Europe/Paris", "09:30", "2060-06-30T12:00:00Z", "2060-07-01T07:30:00Z"),
    ("Europe/Kiev", "09:30", "2026-06-30T12:00:00Z", "2026-07-01T06:30:00Z"),
    ("UTC", "09:30", "2026-06-30T12:00:00Z", "2026-07-01T09:30:00Z"),
  ]) func clocksThatAreChanged(zone: String, at: String, after: String, next: String) throws {
    #expect(try times(try rule(at, zone), after: after, limit: 1) == [next])
  }

  /// Each day has its time once, whatever the clock changes are.
  @Test(arguments: [
    "Europe/Paris", "Australia/Lord_Howe", "America/New_York", "Africa/Casablanca", "Pacific/Apia",
  ])
  func everyDayHasItsTime(zone: String) throws {
    for at in ["00:00", "01:45", "02:15", "02:30", "23:59"] {
      let times = try rule(at, zone).times(after: try ms("2026-01-01T00:00:00Z"), limit: 730)
      #expect(times.count == 730)
      for (one, next) in zip(times, times.dropFirst()) {
        #expect((79_200_000...93_600_000).contains(next - one), "\(zone) \(at) \(Date(ms: one))")
      }
    }
  }

  @Test func daysThatAreLeftOut() throws {
    let rule = try rule("09:30", "Asia/Tokyo", on: [.mon, .fri])
    // The day is that of the zone: in London it is still the previous day.
    let times = rule.times(
      after: try ms("2026-12-20T00:00:00Z"), except: [20_261_221, 20_261_228], limit: 2)
    #expect(times == [try ms("2026-12-25T00:30:00Z"), try ms("2027-01-01T00:30:00Z")])
  }

  @Test(arguments: ["9:30", "24:00", "09:60", "0930", "", "09:30:00", "-1:00", "٠٩:٣٠"])
  func wrongTimes(at: String) {
    let error = #expect(throws: BusError.self) { try rule(at, "UTC") }
    #expect(error?.code == .invalid && error?.detail == ["field": "rule.at"])
  }

  @Test(arguments: [
    ("Europe/Pariss", "Europe/Paris"), ("paris", "Europe/Paris"), ("New York", "America/New_York"),
    ("Europe/Berln", "Europe/Berlin"), ("Tokio", "Asia/Tokyo"),
  ]) func aSlipInAZone(name: String, meant: String) {
    let error = #expect(throws: BusError.self) { try rule("09:30", name) }
    #expect(error?.message.contains("Did you mean \(meant)?") == true, "\(error?.message ?? "")")
    #expect(error?.detail == ["field": "rule.zone"])
  }

  @Test(arguments: [
    "", "/etc/localtime", "../../etc/passwd", "Europe/", "Nowhere/Atlantis", "+01:00",
    "Europe/Paris\n",
    String(repeating: "x", count: 10_000),
  ]) func wrongZones(name: String) {
    let error = #expect(throws: BusError.self) { try rule("09:30", name) }
    #expect(error?.code == .invalid && (error?.message.utf8.count ?? 0) < 400)
  }

  @Test func noDays() {
    let error = #expect(throws: BusError.self) { try rule("09:30", "UTC", on: []) }
    #expect(error?.detail == ["field": "rule.on"])
  }
}

/// Milliseconds since 1970.
func ms(_ text: String) throws -> Int64 {
  Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1000
}

public import Foundation
public import Schema

/// Schedule of a subject, as of the time of the reply.
public struct Schedule: Codable, Hashable, Sendable, Bounded {
  /// Id of the subject that meets. It is opaque to the service; for a standup, its id.
  public var subject: String
  /// Rule that determines the times.
  public var rule: ScheduleRule
  /// Action to take at these times.
  public var mode: ScheduleMode
  /// Time of the reminder before each meeting, in milliseconds, from 1 minute to 12 hours. Absent
  /// for no reminder.
  public var remindMs: Int64?
  /// Time for which updates are collected after each scheduled time, in milliseconds, from 5
  /// minutes to 7 days. Absent unless the standup is held in writing.
  public var closesAfterMs: Int64?
  /// True if the standup is held in writing and each person is asked at the time in their own zone. Absent
  /// otherwise.
  public var asksLocally: Bool?
  /// Days that the schedule leaves out. Absent without holidays.
  public var holidays: ScheduleHolidays?
  /// Breaks that are not over, in the order of their first days: at most one if the schedule is part of a
  /// list. Absent without breaks.
  public var breaks: [ScheduleBreak]?
  /// Next times: one time if the schedule is part of a list, and at most five if a single schedule
  /// is requested. Empty if no time follows within ten years, or if the time zone is no longer
  /// known.
  public var next: [Date]
  /// Problem that keeps the schedule from working, as a sentence. Absent while the schedule works.
  public var problem: String?
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject,
    \.remindMs: .range(60_000...43_200_000),
    \.closesAfterMs: .range(300_000...604_800_000),
    \.asksLocally: .only(true),
    \.breaks: .count(1...ScheduleBreak.maxBreaks),
  ]

  /// Creates a schedule without checking it.
  public init(
    subject: String, rule: ScheduleRule, mode: ScheduleMode, remindMs: Int64? = nil,
    closesAfterMs: Int64? = nil, asksLocally: Bool? = nil, holidays: ScheduleHolidays? = nil,
    breaks: [ScheduleBreak]? = nil, next: [Date], problem: String? = nil
  ) {
    self.subject = subject
    self.rule = rule
    self.mode = mode
    self.remindMs = remindMs
    self.closesAfterMs = closesAfterMs
    self.asksLocally = asksLocally
    self.holidays = holidays
    self.breaks = breaks
    self.next = next
    self.problem = problem
  }
}

/// Times of day on days of the week, in a time zone: one time, or up to eight with days of their own; in
/// every week, or in every n-th one.
///
/// If the clocks skip this time, it moves forward by the same amount; if it occurs twice, the first
/// one counts (RFC 5545, 3.3.5).
public struct ScheduleRule: Codable, Hashable, Sendable, Bounded {
  /// Time of day, such as `09:30`; hours from 00 to 23.
  public var at: String
  /// Days of the week; at least one.
  public var on: [ScheduleDay]
  /// Name of a time zone in the IANA database, such as `Europe/Paris`, at most 64 bytes.
  public var zone: String
  /// Further times, each with its days, at most 7. A moment that several of them have counts once. Absent
  /// for none.
  public var also: [ScheduleTimes]?
  /// Number of weeks from one week with these times to the next one: 1 for every week, 2 for every second
  /// one, at most 8. Default: 1; a reply omits it then.
  public var everyWeeks: Int?
  /// Date in one of the weeks with these times, such as `2026-11-23`, from which weeks are counted in both
  /// directions. A week begins on Monday (ISO 8601), and a reply has the date of that Monday. Default: the
  /// week of the next time. Fails with `invalid` if the times are in every week.
  public var weekOf: String?
  /// Maximum number of further times.
  public static let maxAlso = 7
  /// Valid numbers of weeks from one week with these times to the next one.
  public static let weeks = 1...8
  public static let bounds: MemberBounds<Self> = [
    \.at: .matching(#"^([01]\d|2[0-3]):[0-5]\d$"#),
    \.on: .some,
    \.zone: .text(0...64),
    \.also: .count(0...maxAlso),
    \.everyWeeks: .range(weeks, default: 1),
    \.weekOf: .scheduleDate,
  ]

  /// Creates a rule from its values. The service checks them, and rejects an invalid rule with
  /// `invalid`.
  public init(
    at: String, on: [ScheduleDay], zone: String, also: [ScheduleTimes]? = nil,
    everyWeeks: Int? = nil, weekOf: String? = nil
  ) {
    self.at = at
    self.on = on
    self.zone = zone
    self.also = also
    self.everyWeeks = everyWeeks
    self.weekOf = weekOf
  }
}

extension ScheduleRule {
  /// All times, each with its days; the first one is `at`.
  public var all: [ScheduleTimes] { [ScheduleTimes(at: at, on: on)] + (also ?? []) }
}

/// Another time of day on days of the week, in the time zone of its rule.
public struct ScheduleTimes: Codable, Hashable, Sendable, Bounded {
  /// Time of day, such as `15:30`; hours from 00 to 23.
  public var at: String
  /// Days of the week; at least one.
  public var on: [ScheduleDay]
  public static let bounds: MemberBounds<Self> = [
    \.at: .matching(#"^([01]\d|2[0-3]):[0-5]\d$"#),
    \.on: .some,
  ]

  /// Creates the time from its values, which the service checks.
  public init(at: String, on: [ScheduleDay]) {
    self.at = at
    self.on = on
  }
}

/// A day of the week.
public enum ScheduleDay: String, Codable, CaseIterable, Hashable, Sendable {
  /// Monday.
  case mon
  /// Tuesday.
  case tue
  /// Wednesday.
  case wed
  /// Thursday.
  case thu
  /// Friday.
  case fri
  /// Saturday.
  case sat
  /// Sunday.
  case sun
}

/// Action to take at a scheduled time.
public enum ScheduleMode: String, Codable, CaseIterable, Hashable, Sendable {
  /// People are notified, and start the meeting themselves.
  case ask
  /// The meeting starts automatically.
  case start
  /// The standup is held in writing: people are asked for their updates, which are saved as a past
  /// meeting when the time for them is over.
  case write
}

/// Days that a schedule leaves out.
public struct ScheduleHolidays: Codable, Hashable, Sendable, Bounded {
  /// Host from which the calendar is read again each day. Absent for a file. The rest of the URL is
  /// omitted, because it may be secret.
  public var host: String?
  /// Number of days left out, in the ten years after the calendar was read.
  public var days: Int
  /// Time at which the calendar was read.
  public var readAt: Date
  /// Reason why the calendar could not be read again; the previous days then still apply. Absent
  /// after a successful read.
  public var problem: String?
  /// Next days of the schedule that are left out: at most ten if one schedule is requested, none in
  /// a list.
  public var skipped: [ScheduleDayOff]
  /// Next days of the schedule that are observances or ignored, which are not left out: at most ten if
  /// one schedule is requested, none in a list.
  public var observances: [ScheduleDayOff]
  /// Names of observances that are left out as well, as they were set. Absent for none, and in a list.
  public var observe: [String]?
  /// Names of days that are not left out, as they were set. Absent for none, and in a list.
  public var ignore: [String]?
  public static let bounds: MemberBounds<Self> = [
    \.days: .atLeast(1),
    \.skipped: .count(0...10),
    \.observances: .count(0...10),
    \.observe: .count(0...50).each(.text(1...400)),
    \.ignore: .count(0...50).each(.text(1...400)),
  ]

  /// Creates the description of the days left out.
  public init(
    host: String? = nil, days: Int, readAt: Date, problem: String? = nil,
    skipped: [ScheduleDayOff] = [], observances: [ScheduleDayOff] = [],
    observe: [String]? = nil, ignore: [String]? = nil
  ) {
    self.host = host
    self.days = days
    self.readAt = readAt
    self.problem = problem
    self.skipped = skipped
    self.observances = observances
    self.observe = observe
    self.ignore = ignore
  }
}

/// Range of dates in which a subject does not meet, such as a summer break.
public struct ScheduleBreak: Codable, Hashable, Sendable, Bounded {
  /// Name of the break: 1 to 100 bytes without control characters, not only white space.
  public var name: String
  /// First day without a meeting, in the time zone of the schedule, such as `2026-07-20`.
  public var from: String
  /// Last day without a meeting, at most 366 days including the first one; the same as `from` for one day.
  public var to: String
  /// Maximum number of breaks of a schedule.
  public static let maxBreaks = 20
  public static let bounds: MemberBounds<Self> = [
    \.name: .line(100, isVisible: true), \.from: .scheduleDate, \.to: .scheduleDate,
  ]

  /// Creates a break from its values, which the service checks.
  public init(name: String, from: String, to: String) {
    self.name = name
    self.from = from
    self.to = to
  }
}

/// A day of a holiday calendar.
public struct ScheduleDayOff: Codable, Hashable, Sendable, Bounded {
  /// Date in the time zone of the schedule, such as `2026-12-25`.
  public var day: String
  /// Name of the day in the calendar, cut to 80 characters.
  public var name: String
  public static let bounds: MemberBounds<Self> = [
    \.day: .scheduleDate,
    \.name: .text(0...80),
  ]

  /// Creates a day with its name.
  public init(day: String, name: String) {
    self.day = day
    self.name = name
  }
}

public import Foundation

/// When something meets, as it stands at the moment of the answer.
public struct Schedule: Codable, Hashable, Sendable {
  /// What meets: an id that is opaque to the service, such as that of a standup.
  public var subject: String
  /// At which times.
  public var rule: ScheduleRule
  /// What happens at these times.
  public var mode: ScheduleMode
  /// How long before a time is reminded of it, in milliseconds; nil for never.
  public var remindMs: Int64?
  /// Days that are left out; nil for none.
  public var holidays: ScheduleHolidays?
  /// The next times: one in a list, five at most where one schedule is asked for. Empty if there is none
  /// within ten years, or if the zone is no longer known.
  public var next: [Date]
  /// What keeps it from its work, in a sentence; nil if nothing does.
  public var problem: String?

  /// Takes what a service knows at one moment; nothing is checked here.
  public init(
    subject: String, rule: ScheduleRule, mode: ScheduleMode, remindMs: Int64? = nil,
    holidays: ScheduleHolidays? = nil, next: [Date], problem: String? = nil
  ) {
    self.subject = subject
    self.rule = rule
    self.mode = mode
    self.remindMs = remindMs
    self.holidays = holidays
    self.next = next
    self.problem = problem
  }
}

/// A time of the day on some days of the week, in a time zone.
///
/// Where clocks are put forward over it, it comes as much later as they are; where they are put back over
/// it, the first of the two counts (RFC 5545, 3.3.5).
public struct ScheduleRule: Codable, Hashable, Sendable {
  /// The time of the day, such as `09:30`; hours from 00 to 23.
  public var at: String
  /// The days of the week; at least one.
  public var on: [ScheduleDay]
  /// The name of a time zone in the IANA database, such as `Europe/Paris`.
  public var zone: String

  /// Takes a rule as it is written; the service checks it, and refuses what is wrong as `invalid`.
  public init(at: String, on: [ScheduleDay], zone: String) {
    self.at = at
    self.on = on
    self.zone = zone
  }
}

/// A day of the week.
public enum ScheduleDay: String, Codable, CaseIterable, Hashable, Sendable {
  /// The days, from Monday on.
  case mon, tue, wed, thu, fri, sat, sun
}

/// What happens when it is time.
public enum ScheduleMode: String, Codable, CaseIterable, Hashable, Sendable {
  /// People are told and start it themselves.
  case ask
  /// It starts by itself.
  case start
}

/// The days that a schedule leaves out.
public struct ScheduleHolidays: Codable, Hashable, Sendable {
  /// The host from which they are read again each day; nil for those of a file. The rest of the URL may be a secret.
  public var host: String?
  /// How many days are left out, from the day on which they were read and for ten years.
  public var days: Int
  /// When they were read.
  public var readAt: Date
  /// Why they could not be read again; the last ones that could be read hold on. Nil if they could.
  public var problem: String?
  /// The next days of the schedule that are left out: ten at most where one schedule is asked for, none in a list.
  public var skipped: [ScheduleDayOff]
  /// The next days of the schedule that the calendar only remembers and that are not left out; as many.
  public var observances: [ScheduleDayOff]

  /// Takes what a service knows of them.
  public init(
    host: String? = nil, days: Int, readAt: Date, problem: String? = nil,
    skipped: [ScheduleDayOff] = [], observances: [ScheduleDayOff] = []
  ) {
    self.host = host
    self.days = days
    self.readAt = readAt
    self.problem = problem
    self.skipped = skipped
    self.observances = observances
  }
}

/// A day of a calendar of holidays.
public struct ScheduleDayOff: Codable, Hashable, Sendable {
  /// Such as `2026-12-25`, in the zone of the schedule.
  public var day: String
  /// Its name in the calendar.
  public var name: String

  /// A day and its name.
  public init(day: String, name: String) {
    self.day = day
    self.name = name
  }
}

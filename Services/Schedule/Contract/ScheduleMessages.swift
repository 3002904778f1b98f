public import Bus
public import Documents
public import FastJSON
public import Foundation
public import Schema

/// Sets the schedule of a subject, and replaces the previous one, except its breaks unless they are given.
///
/// The schedule belongs to the team of its subject. Fails with `not_found` for a subject outside the
/// scope of the command, and for an unknown one unless the scope includes all teams; with `conflict`
/// if there are 10,000 schedules already; and with `unavailable` if the service that has the subject
/// is unavailable, or if the holidays of a URL cannot be read.
///
/// ```swift
/// let rule = ScheduleRule(at: "09:30", on: [.mon, .wed], zone: "Europe/Paris")
/// let schedule = try await bus.send(SetSchedule(subject: "\(standup.id)", rule: rule, mode: .start))
/// print(schedule.next[0])
/// ```
public struct SetSchedule: BusCommand, Hashable {
  /// The schedule, with its next times.
  public typealias Reply = Schedule
  public static let target = "schedule.set"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound, .conflict, .moved])
  /// Id of the subject: 1 to 128 bytes without control characters and without `/`.
  public var subject: String
  /// Rule that determines the times.
  public var rule: ScheduleRule
  /// Action to take at these times. Default: `ask`.
  public var mode: ScheduleMode?
  /// Time of the reminder before each meeting, in milliseconds, from 1 minute to 12 hours. Default:
  /// no reminder.
  public var remindMs: Int64?
  /// Time for which updates are collected after each scheduled time, in milliseconds, from 5
  /// minutes to 7 days. Required with the mode `write`; any other mode with it fails with `invalid`.
  public var closesAfterMs: Int64?
  /// True asks each person who is linked to an attendee at the times in their own zone, and everyone else
  /// at those of the schedule. All updates are collected until the same moment. Fails with `invalid`
  /// unless the mode is `write`. Default: false.
  public var asksLocally: Bool?
  /// Source of the days that are left out, one of `ics`, `url` and `isKept`: the all-day events of a calendar
  /// (iCalendar, RFC 5545), without its observances. Default: none.
  public var holidays: ScheduleHolidaySource?
  /// Breaks, at most 20; those that are over are dropped. Breaks may overlap. Absent keeps the breaks of the
  /// present schedule; an empty list removes them.
  public var breaks: [ScheduleBreak]?
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject,
    \.remindMs: .range(60_000...43_200_000),
    \.closesAfterMs: .range(300_000...604_800_000),
    \.breaks: .count(0...ScheduleBreak.maxBreaks),
  ]
  /// Creates the command; the service checks all values.
  public init(
    subject: String, rule: ScheduleRule, mode: ScheduleMode? = nil, remindMs: Int64? = nil,
    closesAfterMs: Int64? = nil, asksLocally: Bool? = nil,
    holidays: ScheduleHolidaySource? = nil, breaks: [ScheduleBreak]? = nil
  ) {
    self.subject = subject
    self.rule = rule
    self.mode = mode
    self.remindMs = remindMs
    self.closesAfterMs = closesAfterMs
    self.asksLocally = asksLocally
    self.holidays = holidays
    self.breaks = breaks
  }
}

/// Source of holidays: one of `ics`, `url` and `isKept`.
public struct ScheduleHolidaySource: Codable, Hashable, Sendable, Bounded {
  /// Calendar as a string (iCalendar, RFC 5545), at most 262,144 bytes. Absent with `url`.
  public var ics: String?
  /// URL of such a calendar (http, https or webcal), which is read now and once a day. Absent with
  /// `ics`.
  public var url: String?
  /// True keeps the days of the present schedule, from which `observe` and `ignore` choose again: they
  /// replace its choice, and names that they do not repeat no longer apply. Fails with `invalid` if it has
  /// no holidays.
  public var isKept: Bool?
  /// Names of observances that are left out as well. Default: none. `observe` and `ignore` together
  /// have at most 50 names, of 1 to 400 bytes each.
  public var observe: [String]?
  /// Names of days that are not left out. Default: none. `observe` and `ignore` together have at most
  /// 50 names, of 1 to 400 bytes each.
  public var ignore: [String]?
  public static let bounds: MemberBounds<Self> = [
    \.isKept: .only(true),
    \.observe: .count(0...50).each(.text(1...400)),
    \.ignore: .count(0...50).each(.text(1...400)),
  ]
  /// Creates the source. Fails with `invalid` unless it has exactly one of `ics`, `url` and `isKept`,
  /// and for a name that is not in the calendar.
  public init(
    ics: String? = nil, url: String? = nil, isKept: Bool? = nil, observe: [String]? = nil,
    ignore: [String]? = nil
  ) {
    self.ics = ics
    self.url = url
    self.isKept = isKept
    self.observe = observe
    self.ignore = ignore
  }
}

/// Reads the schedule of a subject.
///
/// Fails with `not_found` if the subject has none.
public struct GetSchedule: BusCommand, Hashable {
  /// The schedule, with its next five times.
  public typealias Reply = Schedule
  /// Wire name. Read-only.
  public static let target = "schedule.get"
  public static let traits = CommandTraits(access: .observer, in: .any, errors: [.notFound])
  /// Id of the subject: 1 to 128 bytes without control characters and without `/`.
  public var subject: String
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Requests the schedule of one subject.
  public init(subject: String) { self.subject = subject }
}

/// Lists the schedules of the teams in the scope of the command, in the order of their subjects.
public struct ListSchedules: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "schedule.list"
  public static let traits = CommandTraits(access: .observer, in: .any)
  /// Cursor from `next` of the previous page. Default: the first page.
  public var after: String?
  /// Maximum number of schedules per page, from 1 to 200. Default: 100.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [\.limit: .range(1...200, default: 100)]
  /// Requests a page. Default: the first 100.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  /// A page of schedules.
  public struct Reply: Codable, Hashable, Sendable {
    /// Schedules, each with its next time.
    public var schedules: [Schedule]
    /// Cursor to pass as `after` for the next page. Absent on the last page.
    public var next: String?
    /// Total number of schedules of these teams.
    public var total: Int
    /// Creates a page; `next` is nil on the last one.
    public init(schedules: [Schedule], next: String? = nil, total: Int) {
      self.schedules = schedules
      self.next = next
      self.total = total
    }
  }
}

/// Removes the schedule of a subject.
///
/// Fails with `not_found` if the subject has none.
public struct RemoveSchedule: BusCommand, Hashable {
  /// Empty reply once the schedule is removed.
  public typealias Reply = Done
  public static let target = "schedule.remove"
  public static let traits = CommandTraits(
    access: .member, in: .any, isStored: true, errors: [.notFound])
  /// Id of the subject: 1 to 128 bytes without control characters and without `/`.
  public var subject: String
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Removes the schedule of one subject.
  public init(subject: String) { self.subject = subject }
}

/// Returns the next times of a subject's schedule, or of a given rule.
///
/// Without `weekOf`, the weeks of a rule are counted from the week of its next time.
/// Either a subject or a rule is required. Fails with `not_found` for a subject without a schedule.
public struct GetScheduleTimes: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "schedule.next"
  public static let traits = CommandTraits(access: .observer, in: .any, errors: [.notFound])
  /// Id of the subject. Absent if a rule is given.
  public var subject: String?
  /// Rule to evaluate. Absent if a subject is given.
  public var rule: ScheduleRule?
  /// Breaks of the given rule, at most 20. Default: none. Fails with `invalid` with a subject.
  public var breaks: [ScheduleBreak]?
  /// Maximum number of times, from 1 to 100. Default: 10.
  public var count: Int?
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject,
    \.breaks: .count(0...ScheduleBreak.maxBreaks),
    \.count: .range(1...100, default: 10),
  ]
  /// Requests the times of a subject or of a rule. Fails with `invalid` for both or neither.
  public init(
    subject: String? = nil, rule: ScheduleRule? = nil, breaks: [ScheduleBreak]? = nil,
    count: Int? = nil
  ) {
    self.subject = subject
    self.rule = rule
    self.breaks = breaks
    self.count = count
  }
  /// Scheduled times.
  public struct Reply: Codable, Hashable, Sendable {
    /// Times in ascending order. There are fewer than requested if no more follow within ten years.
    public var times: [Date]
    /// Creates the reply from the times.
    public init(times: [Date]) { self.times = times }
  }
}

/// Exports the schedules of some subjects as a calendar for other programs (iCalendar, RFC 5545).
///
/// A subject without a schedule, or with one outside the scope of the command, is omitted. Entries
/// that do not fit into the reply must be requested
/// again. Fails with `busy` while many calendars are being written.
public struct MakeScheduleCalendar: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "schedule.calendar"
  public static let traits = CommandTraits(
    access: .observer, in: .any, isDeferrable: true, errors: [.busy])
  /// Subjects with their titles, which the service does not know, at most 500. A subject without a
  /// schedule is omitted.
  public var entries: [ScheduleEntry]
  /// Maximum number of entries.
  public static let maxEntries = 500
  public static let bounds: MemberBounds<Self> = [\.entries: .count(0...maxEntries)]
  /// Requests a calendar of these subjects, with their titles, which the service does not know.
  public init(entries: [ScheduleEntry]) { self.entries = entries }
  /// A calendar.
  public struct Reply: Codable, Hashable, Sendable {
    /// Text of the calendar: lines of at most 75 bytes that end with CR and LF.
    public var ics: String
    /// Number of leading entries that fit into the calendar; request the remaining ones as another
    /// calendar.
    public var entries: Int
    /// Creates the reply from the text of the calendar.
    public init(ics: String, entries: Int) {
      self.ics = ics
      self.entries = entries
    }
  }
}

/// A subject as an entry of a calendar.
public struct ScheduleEntry: Codable, Hashable, Sendable, Bounded {
  /// Id of the subject: 1 to 128 bytes without control characters and without `/`.
  public var subject: String
  /// Title of the entry, at most 400 bytes.
  public var title: String
  /// Duration of the entry, in milliseconds, from 1 second to 24 hours.
  public var durationMs: Int64
  /// Link of the entry, at most 2048 bytes. Default: none.
  public var link: String?
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject,
    \.durationMs: .range(1000...86_400_000),
  ]
  /// Creates an entry of a calendar.
  public init(subject: String, title: String, durationMs: Int64, link: String? = nil) {
    self.subject = subject
    self.title = title
    self.durationMs = durationMs
    self.link = link
  }
}

// MARK: For the router

/// Reports that a subject no longer exists, so that its schedule is removed.
public struct TellSubjectGone: BusCommand, Hashable {
  /// Empty reply, also if the subject had no schedule.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "schedule.subjectGone"
  public static let traits = CommandTraits(access: .parent)
  /// Id of the subject.
  public var subject: String
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Reports that this subject no longer exists.
  public init(subject: String) { self.subject = subject }
}

/// Reports that a subject belongs to another team now, so that its schedule does, too.
public struct TellSubjectMoved: BusCommand, Hashable {
  /// Empty reply once the change is saved, also if the subject has no schedule.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "schedule.subjectMoved"
  public static let traits = CommandTraits(access: .parent)
  /// Id of the subject.
  public var subject: String
  /// Id of the team to which the subject belongs now.
  public var team: String
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject, \.team: .teamID]
  /// Reports the team of this subject.
  public init(subject: String, team: String) {
    self.subject = subject
    self.team = team
  }
}

/// Reports that a subject arrived from another cell, with its schedule.
public struct TellSubjectCame: BusCommand, Hashable {
  /// Empty reply once the schedule applies.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "schedule.subjectCame"
  public static let traits = CommandTraits(access: .parent)
  /// Id of the subject.
  public var subject: String
  /// Document of the schedule, which only the schedule service reads.
  public var schedule: RawJSON
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Reports that this subject arrived.
  public init(subject: String, schedule: RawJSON) {
    self.subject = subject
    self.schedule = schedule
  }
}

/// Checks whether schedules from an archive or another cell have a form that commands could have
/// written.
public struct CheckSchedules: CheckDocuments, Hashable {
  /// Problems by document.
  public typealias Reply = DocumentProblems
  /// Wire name. Read-only.
  public static let target = "schedule.check"
  public static let traits = CommandTraits(access: .parent)
  /// Documents of schedules.
  public var documents: [Document]
  /// Requests a check of these documents.
  public init(documents: [Document]) { self.documents = documents }
}

public import Bus
public import Documents
public import FastJSON
public import Foundation

/// Makes the schedule of a subject, in the place of the one that it had.
///
/// ```swift
/// let rule = ScheduleRule(at: "09:30", on: [.mon, .wed], zone: "Europe/Paris")
/// let schedule = try await bus.send(SetSchedule(subject: "\(standup.id)", rule: rule, mode: .start))
/// print(schedule.next[0])
/// ```
public struct SetSchedule: BusCommand, Hashable {
  /// The schedule, with its next times.
  public typealias Reply = Schedule
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "schedule.set"
  /// What meets: 1 to 128 bytes without control characters and without “/”; so in all commands.
  public var subject: String
  /// When.
  public var rule: ScheduleRule
  /// What happens then; `ask` unless told.
  public var mode: ScheduleMode?
  /// How long before is reminded, in milliseconds, from one minute to 12 hours; never unless told.
  public var remindMs: Int64?
  /// Days that are left out; none unless told.
  public var holidays: ScheduleHolidaySource?
  /// Says when; all is checked by the service.
  public init(
    subject: String, rule: ScheduleRule, mode: ScheduleMode? = nil, remindMs: Int64? = nil,
    holidays: ScheduleHolidaySource? = nil
  ) {
    self.subject = subject
    self.rule = rule
    self.mode = mode
    self.remindMs = remindMs
    self.holidays = holidays
  }
}

/// Where holidays come from: exactly one of both.
public struct ScheduleHolidaySource: Codable, Hashable, Sendable {
  /// A calendar as text (iCalendar, RFC 5545), at most 262,144 bytes.
  public var ics: String?
  /// An http, https or webcal URL of such a calendar, which is read now and once a day.
  public var url: String?
  /// The names of observances that are left out, too: days that the calendar only remembers. Default: none.
  public var observe: [String]?
  /// The names of days that are not left out. Default: none.
  public var ignore: [String]?
  /// Names one source; both or none is refused as `invalid`, and so is a name that the calendar does not have.
  public init(
    ics: String? = nil, url: String? = nil, observe: [String]? = nil, ignore: [String]? = nil
  ) {
    self.ics = ics
    self.url = url
    self.observe = observe
    self.ignore = ignore
  }
}

/// Reads the schedule of a subject.
public struct GetSchedule: BusCommand, Hashable {
  /// The schedule, with its next five times. A subject without one is refused as `not_found`.
  public typealias Reply = Schedule
  /// The name on the wire; it only reads.
  public static let target = "schedule.get"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Whose schedule, in the form of `SetSchedule.subject`.
  public var subject: String
  /// Asks about one subject.
  public init(subject: String) { self.subject = subject }
}

/// Lists the schedules, in the order of their subjects.
public struct ListSchedules: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "schedule.list"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// The `next` of the page before; nil asks for the first.
  public var after: String?
  /// From 1 to 200; 100 unless told.
  public var limit: Int?
  /// Without arguments it asks for the first 100.
  public init(after: String? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }
  /// A page of schedules.
  public struct Reply: Codable, Hashable, Sendable {
    /// Each with its next time.
    public var schedules: [Schedule]
    /// Pass it as `after` for the next page; nil on the last.
    public var next: String?
    /// How many there are in all.
    public var total: Int
    /// A page; without `next` it is the last one.
    public init(schedules: [Schedule], next: String? = nil, total: Int) {
      self.schedules = schedules
      self.next = next
      self.total = total
    }
  }
}

/// Removes the schedule of a subject.
public struct RemoveSchedule: BusCommand, Hashable {
  /// Only that it was removed. A subject without one is refused as `not_found`.
  public typealias Reply = Done
  /// The name on the wire. The reply is kept under the idempotency key for 24 hours.
  public static let target = "schedule.remove"
  /// Whose schedule, in the form of `SetSchedule.subject`.
  public var subject: String
  /// Removes the schedule of one subject.
  public init(subject: String) { self.subject = subject }
}

/// Tells the next times of a subject's schedule, or those that a rule would have.
public struct GetScheduleTimes: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "schedule.next"
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// Whose schedule; nil where a rule is given.
  public var subject: String?
  /// A rule to be tried out; nil where a subject is given.
  public var rule: ScheduleRule?
  /// How many times, from 1 to 100; 10 unless told.
  public var count: Int?
  /// Asks about a subject or about a rule; both or none is refused as `invalid`.
  public init(subject: String? = nil, rule: ScheduleRule? = nil, count: Int? = nil) {
    self.subject = subject
    self.rule = rule
    self.count = count
  }
  /// Times, in order.
  public struct Reply: Codable, Hashable, Sendable {
    /// Fewer than asked for if there are no more within ten years.
    public var times: [Date]
    /// Takes the times.
    public init(times: [Date]) { self.times = times }
  }
}

/// Writes the schedules of some subjects as a calendar for other programs (iCalendar, RFC 5545).
public struct MakeScheduleCalendar: BusCommand, Hashable {
  /// The name on the wire; it only reads.
  public static let target = "schedule.calendar"
  /// A calendar may come a little later than other answers, so the router gives each client its share of them.
  public static let isDeferrable = true
  /// It changes nothing, and tells what who follows the events may know.
  public static let isForObservers = true
  /// What the subjects are called, at most 500; one without a schedule is left out.
  public var entries: [ScheduleEntry]
  /// Maximum number of entries.
  public static let maxEntries = 500
  /// Names the subjects, as the service does not know what they are called.
  public init(entries: [ScheduleEntry]) { self.entries = entries }
  /// The calendar.
  public struct Reply: Codable, Hashable, Sendable {
    /// Its text: lines of at most 75 bytes that end in CR and LF.
    public var ics: String
    /// Number of entries, from the first one on, that fit in; request the others as another calendar.
    public var entries: Int
    /// Takes the text.
    public init(ics: String, entries: Int) {
      self.ics = ics
      self.entries = entries
    }
  }
}

/// How a subject stands in a calendar.
public struct ScheduleEntry: Codable, Hashable, Sendable {
  /// Whose schedule, in the form of `SetSchedule.subject`.
  public var subject: String
  /// What it is called, at most 400 bytes.
  public var title: String
  /// How long it takes, in milliseconds, from one second to 24 hours.
  public var durationMs: Int64
  /// Where people go for it, at most 2048 bytes; nil for nowhere.
  public var link: String?
  /// An entry of a calendar.
  public init(subject: String, title: String, durationMs: Int64, link: String? = nil) {
    self.subject = subject
    self.title = title
    self.durationMs = durationMs
    self.link = link
  }
}

// MARK: For the parent

/// The parent tells: a subject is gone, and its schedule with it.
public struct TellSubjectGone: BusCommand, Hashable {
  /// Only that it was heard, also where the subject had no schedule.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it, and it may be told twice.
  public static let target = "schedule.subjectGone"
  /// Which subject.
  public var subject: String
  /// Says which subject is gone.
  public init(subject: String) { self.subject = subject }
}

/// The parent tells: a subject came from elsewhere, with its schedule as it was kept there.
public struct TellSubjectCame: BusCommand, Hashable {
  /// Only that it holds.
  public typealias Reply = Done
  /// The name on the wire. Only the router may send it, and it may be told twice.
  public static let target = "schedule.subjectCame"
  /// Which subject.
  public var subject: String
  /// The document of its schedule, which only the schedule service reads.
  public var schedule: RawJSON
  /// Says which subject came.
  public init(subject: String, schedule: RawJSON) {
    self.subject = subject
    self.schedule = schedule
  }
}

/// The parent asks: could commands have written these schedules, which come from an archive or another cell?
public struct CheckSchedules: CheckDocuments, Hashable {
  /// The problems, by document.
  public typealias Reply = DocumentProblems
  /// Wire name. Only the router may send it; it only reads.
  public static let target = "schedule.check"
  /// Documents of schedules.
  public var documents: [Document]
  /// Asks about some of them.
  public init(documents: [Document]) { self.documents = documents }
}

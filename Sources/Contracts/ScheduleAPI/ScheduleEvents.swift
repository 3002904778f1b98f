public import Bus
public import Foundation

/// A schedule was made, or changed. The subject of all these events is that of the schedule.
///
/// The type and the subject are those of CloudEvents 1.0.
public struct ScheduleChanged: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "schedule.changed"
  /// The schedule as it is now, with its next time.
  public var schedule: Schedule
  /// Tells of a schedule that holds from now on.
  public init(schedule: Schedule) { self.schedule = schedule }
}

/// A schedule was removed, or went with its subject.
public struct ScheduleRemoved: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "schedule.removed"
  /// Whose schedule it was; the event's subject too.
  public var subject: String
  /// Tells of a schedule that holds no more.
  public init(subject: String) { self.subject = subject }
}

/// Soon it is time.
public struct MeetingReminder: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "schedule.reminded"
  /// Whose time it is; the event's subject too.
  public var subject: String
  /// What it is called.
  public var title: String
  /// Where people go for it.
  public var link: String
  /// When it is time.
  public var at: Date
  /// What will happen then.
  public var mode: ScheduleMode
  /// Reminds of a time to come.
  public init(subject: String, title: String, link: String, at: Date, mode: ScheduleMode) {
    self.subject = subject
    self.title = title
    self.link = link
    self.at = at
    self.mode = mode
  }
}

/// It is time: a meeting was started, or people are asked to start one.
public struct MeetingDue: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "schedule.due"
  /// Whose time it is; the event's subject too.
  public var subject: String
  /// What it is called.
  public var title: String
  /// Where people go for it.
  public var link: String
  /// When it was to be; the event's own time says when it was.
  public var at: Date
  /// Whether it started by itself.
  public var mode: ScheduleMode
  /// The meeting that was started, or that ran already; nil where people are asked.
  public var meeting: String?
  /// Tells that it is time.
  public init(
    subject: String, title: String, link: String, at: Date, mode: ScheduleMode,
    meeting: String? = nil
  ) {
    self.subject = subject
    self.title = title
    self.link = link
    self.at = at
    self.mode = mode
    self.meeting = meeting
  }
}

/// Times passed, and nothing came of them.
public struct MeetingMissed: EventData, Hashable {
  /// The type as it stands in the event and in its topic.
  public static let type = "schedule.missed"
  /// Whose times they were; the event's subject too.
  public var subject: String
  /// What it is called.
  public var title: String
  /// Where people go for it.
  public var link: String
  /// The last of them.
  public var at: Date
  /// The first of them; the same where it is one.
  public var since: Date
  /// How many there were.
  public var count: Int
  /// Why, in a sentence.
  public var reason: String
  /// Tells of times that passed.
  public init(
    subject: String, title: String, link: String, at: Date, since: Date, count: Int,
    reason: String
  ) {
    self.subject = subject
    self.title = title
    self.link = link
    self.at = at
    self.since = since
    self.count = count
    self.reason = reason
  }
}

/// The types of the events about schedules.
public enum ScheduleEvents {
  /// What the journal keeps.
  public static let durable = [
    ScheduleChanged.type, ScheduleRemoved.type, MeetingReminder.type, MeetingDue.type,
    MeetingMissed.type,
  ]
}

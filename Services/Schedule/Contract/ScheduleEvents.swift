public import Bus
public import Foundation
public import Schema

/// A schedule was created or changed.
///
/// The subject of all schedule events is that of the schedule. Type and subject are those of
/// CloudEvents 1.0.
public struct ScheduleChanged: EventData, Hashable {
  public static let type = "schedule.changed"
  public static let traits = EventTraits(
    subject: "the subject of the schedule", source: "schedule", families: [.team])
  /// The schedule after the change, with its next time.
  public var schedule: Schedule
  /// Creates the event for a schedule that applies from now on.
  public init(schedule: Schedule) { self.schedule = schedule }
}

/// A schedule was removed, possibly together with its subject.
public struct ScheduleRemoved: EventData, Hashable {
  public static let type = "schedule.removed"
  public static let traits = EventTraits(
    subject: "the subject of the schedule", source: "schedule", families: [.team])
  /// Subject of the schedule, which is also the event's subject.
  public var subject: String
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Creates the event for a schedule that no longer applies.
  public init(subject: String) { self.subject = subject }
}

/// A scheduled time is near.
public struct MeetingReminder: EventData, Hashable {
  public static let type = "schedule.reminded"
  public static let traits = EventTraits(
    subject: "the subject of the schedule", source: "router", families: [.standup, .team])
  /// Subject of the schedule, which is also the event's subject.
  public var subject: String
  /// Title of the subject.
  public var title: String
  /// Link to the subject.
  public var link: String
  /// Scheduled time.
  public var at: Date
  /// Action at that time.
  public var mode: ScheduleMode
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Creates the reminder for a scheduled time.
  public init(subject: String, title: String, link: String, at: Date, mode: ScheduleMode) {
    self.subject = subject
    self.title = title
    self.link = link
    self.at = at
    self.mode = mode
  }
}

/// A scheduled time has come, so a meeting was started, or people are asked to start one, or for
/// their written updates.
///
/// If people are asked for their updates in their own zones, each zone has an event of its own, with the same
/// `at`.
public struct MeetingDue: EventData, Hashable {
  public static let type = "schedule.due"
  public static let traits = EventTraits(
    subject: "the subject of the schedule", source: "router", families: [.standup, .team])
  /// Subject of the schedule, which is also the event's subject.
  public var subject: String
  /// Title of the subject.
  public var title: String
  /// Link to the subject.
  public var link: String
  /// Scheduled time. The event's own time is that of the announcement.
  public var at: Date
  /// Action of the schedule: the meeting started automatically, or people are asked to start it, or
  /// for their written updates.
  public var mode: ScheduleMode
  /// Id of the meeting that was started, or that was already live. Absent if people are asked to
  /// start it.
  public var meeting: String?
  /// Time until which people are asked for their updates. Absent unless the standup is held in
  /// writing.
  public var closesAt: Date?
  /// Time zone of the people who are asked, if it is not that of the schedule. Absent otherwise.
  public var zone: String?
  /// Ids of the persons who are asked at the time in their zone. Present if `zone` is.
  public var people: [String]?
  /// Ids of the persons who are asked at another time, in their own zones, and by events of their own.
  /// Absent for none.
  public var except: [String]?
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject, \.meeting: .uuid, \.zone: .scheduleZone, \.people: .each(.uuid),
    \.except: .each(.uuid),
  ]
  /// Creates the event for a time that has come.
  public init(
    subject: String, title: String, link: String, at: Date, mode: ScheduleMode,
    meeting: String? = nil, closesAt: Date? = nil, zone: String? = nil, people: [String]? = nil,
    except: [String]? = nil
  ) {
    self.subject = subject
    self.title = title
    self.link = link
    self.at = at
    self.mode = mode
    self.meeting = meeting
    self.closesAt = closesAt
    self.zone = zone
    self.people = people
    self.except = except
  }
}

/// Scheduled times passed without a meeting.
public struct MeetingMissed: EventData, Hashable {
  public static let type = "schedule.missed"
  public static let traits = EventTraits(
    subject: "the subject of the schedule", source: "router", families: [.standup, .team])
  /// Subject of the schedule, which is also the event's subject.
  public var subject: String
  /// Title of the subject.
  public var title: String
  /// Link to the subject.
  public var link: String
  /// Last of the missed times.
  public var at: Date
  /// First of the missed times; the same as `at` if there is only one.
  public var since: Date
  /// Number of missed times.
  public var count: Int
  /// Reason, as a sentence.
  public var reason: String
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject, \.count: .atLeast(1),
  ]
  /// Creates the event for missed times.
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

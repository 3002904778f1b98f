public import Bus
public import Foundation
public import Schema

/// Asks for the team of a subject whose schedule is about to be set.
///
/// The schedule service sends it for each `schedule.set`, with the scope of that command. Fails with
/// `not_found` for a subject outside the scope, and for an unknown one unless the scope includes all
/// teams; with `moved` for a subject in another cell; and with `unavailable` if the service that has
/// the subject is unavailable.
public struct ScheduleSubjectNamed: DelegateMessage, Hashable {
  /// Wire name. Read-only.
  public static let target = "schedule.subjectNamed"
  public static let errors: [BusError.Code] = [.notFound, .moved]
  /// Id of the subject.
  public var subject: String
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Asks for the team of one subject.
  public init(subject: String) { self.subject = subject }

  /// Team of the subject.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Id of the team to which the subject belongs. Absent for the team `default`, which also has
    /// the schedules of unknown subjects.
    public var team: String?
    public static let bounds: MemberBounds<Self> = [\.team: .teamID]
    /// Creates the reply; nil for the team `default`.
    public init(team: String? = nil) { self.team = team }
  }
}

/// Asks which of these subjects no longer exist, and to which teams the others belong.
///
/// The schedule service asks about all subjects with a schedule when it becomes available again,
/// because it received no notifications while it was unavailable.
public struct ScheduleSubjectsKept: DelegateMessage, Hashable {
  /// Wire name. Read-only.
  public static let target = "schedule.subjectsKept"
  /// Maximum number of subjects per request.
  public static let most = 50
  /// Subjects that have a schedule, at most 50.
  public var subjects: [String]
  public static let bounds: MemberBounds<Self> = [
    \.subjects: .count(0...most).each(.scheduleSubject)
  ]
  /// Asks about these subjects.
  public init(subjects: [String]) { self.subjects = subjects }

  /// Subjects that no longer exist, and the teams of the others.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Subjects that certainly no longer exist, at most 50; their schedules are removed.
    public var gone: [String]
    /// Ids of the teams of subjects that exist, by subject; their schedules then belong to these
    /// teams. A subject whose team is not known is omitted.
    public var teams: [String: String]
    public static let bounds: MemberBounds<Self> = [
      \.gone: .count(0...ScheduleSubjectsKept.most).each(.scheduleSubject),
      \.teams: .each(.teamID),
    ]
    /// Creates the reply; by default all subjects exist, or may exist, and belong to the same teams
    /// as before.
    public init(gone: [String] = [], teams: [String: String] = [:]) {
      self.gone = gone
      self.teams = teams
    }
  }
}

/// Result of reporting a scheduled time to the router.
public struct ScheduleOutcome: Codable, Hashable, Sendable {
  /// True if the subject no longer exists; its schedule is then removed.
  public var isGone: Bool
  /// Time up to which times were announced before, as due or as missed; later ones are not
  /// announced yet. Absent if all of them are announced now.
  public var settledUntil: Date?
  /// Creates a result; by default the times were announced, and the subject exists.
  public init(isGone: Bool = false, settledUntil: Date? = nil) {
    self.isGone = isGone
    self.settledUntil = settledUntil
  }
}

/// Reports that a scheduled time is near.
///
/// The service repeats it until it is answered or the time comes.
public struct ScheduleTimeNear: DelegateMessage, Hashable {
  /// Result, which says whether the subject still exists.
  public typealias Reply = ScheduleOutcome
  /// Wire name. Idempotent: one time has one reminder.
  public static let target = "schedule.timeNear"
  /// Id of the subject.
  public var subject: String
  /// Scheduled time.
  public var at: Date
  /// Action at that time.
  public var mode: ScheduleMode
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Reports that a scheduled time is near.
  public init(subject: String, at: Date, mode: ScheduleMode) {
    self.subject = subject
    self.at = at
    self.mode = mode
  }
}

/// Reports that a scheduled time has come.
///
/// The service repeats it until it is answered, as long as the time is not missed; a repetition for
/// the same time has no effect.
public struct ScheduleTimeCame: DelegateMessage, Hashable {
  /// Result, which says whether the subject still exists.
  public typealias Reply = ScheduleOutcome
  /// Wire name. Idempotent: one time takes effect once.
  public static let target = "schedule.timeCame"
  /// Id of the subject.
  public var subject: String
  /// Scheduled time.
  public var at: Date
  /// Action at that time.
  public var mode: ScheduleMode
  /// Time until which updates are collected. Absent unless the standup is held in writing.
  public var closesAt: Date?
  /// Time zones whose people are asked at another time. Absent for none.
  public var except: [String]?
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject,
    \.except: .count(1...ScheduleZonesNamed.maxZones).each(.scheduleZone),
  ]
  /// Reports that the time has come.
  public init(
    subject: String, at: Date, mode: ScheduleMode, closesAt: Date? = nil, except: [String]? = nil
  ) {
    self.subject = subject
    self.at = at
    self.mode = mode
    self.closesAt = closesAt
    self.except = except
  }
}

/// Requests the time zones of a subject's people.
///
/// The service sends it at most 26 hours before each scheduled time, because two zones differ by no more
/// than that. It repeats the request until it receives a reply or the time comes.
public struct ScheduleZonesNamed: DelegateMessage, Hashable {
  /// Wire name. Read-only.
  public static let target = "schedule.zonesNamed"
  /// Maximum number of time zones of a subject. The people of further zones are asked at the scheduled time.
  public static let maxZones = 32
  /// Id of the subject.
  public var subject: String
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Requests the time zones of one subject's people.
  public init(subject: String) { self.subject = subject }

  /// Time zones of people.
  public struct Reply: Codable, Hashable, Sendable, Bounded {
    /// Names of the different time zones in the IANA database, the ones with the most people first; empty for a
    /// subject that does not exist.
    public var zones: [String]
    public static let bounds: MemberBounds<Self> = [
      \.zones: .count(0...ScheduleZonesNamed.maxZones).each(.scheduleZone)
    ]
    /// Creates the reply.
    public init(zones: [String]) { self.zones = zones }
  }
}

/// Reports that a scheduled time has come in a time zone, whose people are asked for their updates.
///
/// The service repeats it until it is answered, as long as updates are collected.
public struct ScheduleZoneCame: DelegateMessage, Hashable {
  /// Result, which says whether the subject still exists.
  public typealias Reply = ScheduleOutcome
  /// Wire name. Idempotent: one time takes effect once in each zone.
  public static let target = "schedule.zoneCame"
  /// Id of the subject.
  public var subject: String
  /// Scheduled time, in the zone of the schedule.
  public var at: Date
  /// Name of the time zone in the IANA database.
  public var zone: String
  /// Time until which updates are collected.
  public var closesAt: Date
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject, \.zone: .scheduleZone,
  ]
  /// Reports that the time has come in a zone.
  public init(subject: String, at: Date, zone: String, closesAt: Date) {
    self.subject = subject
    self.at = at
    self.zone = zone
    self.closesAt = closesAt
  }
}

/// Reports that the time for the updates of a standup in writing is over.
///
/// The service repeats it until it is answered, also after a restart. It is reported before the
/// next scheduled time, even if that comes earlier than the closing time.
public struct ScheduleWritingEnded: DelegateMessage, Hashable {
  /// Result, which says whether the subject still exists.
  public typealias Reply = ScheduleOutcome
  /// Wire name. Idempotent: the updates of one time are saved once.
  public static let target = "schedule.writingEnded"
  /// Id of the subject.
  public var subject: String
  /// Scheduled time at which people were asked.
  public var at: Date
  public static let bounds: MemberBounds<Self> = [\.subject: .scheduleSubject]
  /// Reports that the updates of this time are complete.
  public init(subject: String, at: Date) {
    self.subject = subject
    self.at = at
  }
}

/// Reports that scheduled times were missed.
///
/// The service repeats the message until it receives a reply.
public struct ScheduleTimesPassed: DelegateMessage, Hashable {
  /// Result, which says whether the subject still exists.
  public typealias Reply = ScheduleOutcome
  /// Wire name. Idempotent: the same times are reported by one event.
  public static let target = "schedule.timesPassed"
  /// Id of the subject.
  public var subject: String
  /// Last of the missed times.
  public var at: Date
  /// First of the missed times; the same as `at` if there is only one.
  public var since: Date
  /// Number of missed times.
  public var count: Int
  /// Action that was scheduled.
  public var mode: ScheduleMode
  public static let bounds: MemberBounds<Self> = [
    \.subject: .scheduleSubject, \.count: .atLeast(1),
  ]
  /// Reports the missed times.
  public init(subject: String, at: Date, since: Date, count: Int, mode: ScheduleMode) {
    self.subject = subject
    self.at = at
    self.since = since
    self.count = count
    self.mode = mode
  }
}

public import Bus
public import Foundation
public import Schema
public import Standups

/// Computes figures of a standup's past meetings: lengths against the plan, speaking times and
/// attendance.
///
/// The reply covers at most `limit` meetings, newest first. All its figures are counts and sums, so
/// the replies for several pages or standups can be added up. Anyone who may read the standup may
/// read its figures.
///
/// ```swift
/// let stats = try await bus.send(GetMeetingStats(standup: standup.id))
/// for week in stats.weeks { print(week.startMs, week.present, week.absent) }
/// ```
public struct GetMeetingStats: BusCommand, Hashable {
  /// Wire name. Read-only.
  public static let target = "meetings.stats"
  public static let traits = CommandTraits(
    access: .observer, in: .any, errors: [.notFound, .invalid, .moved])
  /// Id of the standup. An unknown id fails with `not_found`.
  public var standup: Standup.ID
  /// Restricts the figures to one person: only meetings in which they were an attendee, present or
  /// absent, and only their speaking time and attendance. Default: all attendees.
  public var person: Attendee.PersonID?
  /// Start of the window, in milliseconds since 1970-01-01 UTC, at most 53 weeks before its end.
  /// Default: 12 weeks before its end.
  public var fromMs: Int64?
  /// End of the window, in milliseconds since 1970-01-01 UTC; a meeting that starts at that moment is
  /// outside. Default: now.
  public var toMs: Int64?
  /// Offset of the local time in which weeks begin, on Monday at midnight, in minutes east of UTC.
  /// Default: 0.
  public var zoneMinutes: Int?
  /// Cursor from `next` of the previous reply. Default: the newest meeting of the window.
  public var after: String?
  /// Maximum number of meetings per reply, from 1 to 400. Default: 400.
  public var limit: Int?
  public static let bounds: MemberBounds<Self> = [
    \.fromMs: .range(0...253_402_300_799_999), \.toMs: .range(0...253_402_300_799_999),
    \.zoneMinutes: .range(-840...840, default: 0), \.limit: .range(1...400, default: 400),
  ]

  /// Length of the default window, in milliseconds: 12 weeks.
  public static let usualWindowMs: Int64 = 12 * weekMs
  /// Maximum length of the window, in milliseconds: 53 weeks.
  public static let maxWindowMs: Int64 = 53 * weekMs
  /// Length of a week, in milliseconds.
  public static let weekMs: Int64 = 7 * 86_400_000
  /// Valid numbers of meetings per reply.
  public static let limits: ClosedRange<Int> = 1...400
  /// Valid offsets of the local time, in minutes.
  public static let zones: ClosedRange<Int> = -840...840

  /// Requests the figures of a standup. Default: of all attendees, in the last 12 weeks, with weeks in
  /// UTC.
  public init(
    standup: Standup.ID, person: Attendee.PersonID? = nil, fromMs: Int64? = nil,
    toMs: Int64? = nil, zoneMinutes: Int? = nil, after: String? = nil, limit: Int? = nil
  ) {
    self.standup = standup
    self.person = person
    self.fromMs = fromMs
    self.toMs = toMs
    self.zoneMinutes = zoneMinutes
    self.after = after
    self.limit = limit
  }

  /// Figures of the meetings in a window.
  public struct Reply: Codable, Hashable, Sendable {
    /// Start of the window, in milliseconds since 1970-01-01 UTC.
    public var fromMs: Int64
    /// End of the window, in milliseconds since 1970-01-01 UTC.
    public var toMs: Int64
    /// The meetings, newest first.
    public var meetings: [MeetingFigures]
    /// The attendees of these meetings, those of the newest meeting first.
    public var attendees: [AttendeeFigures]
    /// The weeks that have meetings, newest first.
    public var weeks: [WeekFigures]
    /// Cursor to pass as `after` for older meetings of the window, whose figures are not included.
    /// Absent on the last page.
    public var next: String?

    /// Creates the figures; `next` is nil if they cover the whole window.
    public init(
      fromMs: Int64, toMs: Int64, meetings: [MeetingFigures] = [],
      attendees: [AttendeeFigures] = [], weeks: [WeekFigures] = [], next: String? = nil
    ) {
      self.fromMs = fromMs
      self.toMs = toMs
      self.meetings = meetings
      self.attendees = attendees
      self.weeks = weeks
      self.next = next
    }
  }
}

/// Figures of one past meeting.
public struct MeetingFigures: Codable, Hashable, Sendable, Identifiable {
  /// Id of the meeting.
  public var id: Meeting.ID
  /// Start of the meeting.
  public var date: Date
  /// Real duration without pauses, in milliseconds. Absent if unknown.
  public var durationMs: Int64?
  /// Planned duration at the start, in milliseconds. Absent if unknown.
  public var plannedMs: Int64?
  /// Total time for which it was paused, in milliseconds. Absent if unknown.
  public var pausedMs: Int64?
  /// Number of attendees who were present, late ones included. Absent if unknown.
  public var present: Int?
  /// Number of attendees who arrived late. Absent if unknown.
  public var late: Int?
  /// Number of attendees who were absent. Absent if unknown.
  public var absent: Int?
  /// Number of attendees who spoke longer than planned. Absent if unknown.
  public var over: Int?

  /// Creates the figures of a meeting; nil for those that are unknown.
  public init(
    id: Meeting.ID, date: Date, durationMs: Int64? = nil, plannedMs: Int64? = nil,
    pausedMs: Int64? = nil, present: Int? = nil, late: Int? = nil, absent: Int? = nil,
    over: Int? = nil
  ) {
    self.id = id
    self.date = date
    self.durationMs = durationMs
    self.plannedMs = plannedMs
    self.pausedMs = pausedMs
    self.present = present
    self.late = late
    self.absent = absent
    self.over = over
  }
}

/// Figures of one attendee in several meetings.
public struct AttendeeFigures: Codable, Hashable, Sendable, Identifiable {
  /// Id of the attendee.
  public var id: Attendee.ID
  /// Current name of the attendee, or else the name in the newest of the meetings.
  public var name: String
  /// Person to whom the attendee is linked. Absent for none.
  public var person: Attendee.PersonID?
  /// Number of meetings in which the attendee was present, late ones included.
  public var present: Int
  /// Number of meetings in which the attendee arrived late.
  public var late: Int
  /// Number of meetings in which the attendee was absent.
  public var absent: Int
  /// Number of meetings in which the attendee had the floor.
  public var spoke: Int
  /// Total time for which the attendee had the floor, in milliseconds.
  public var spokenMs: Int64
  /// Total planned length of these turns, in milliseconds, as far as it is known.
  public var plannedMs: Int64
  /// Number of meetings in which the attendee spoke longer than planned.
  public var over: Int
  /// Total time beyond the plan in these meetings, in milliseconds.
  public var overMs: Int64

  /// Creates the figures of an attendee. Default: no meetings.
  public init(
    id: Attendee.ID, name: String, person: Attendee.PersonID? = nil, present: Int = 0,
    late: Int = 0, absent: Int = 0, spoke: Int = 0, spokenMs: Int64 = 0, plannedMs: Int64 = 0,
    over: Int = 0, overMs: Int64 = 0
  ) {
    self.id = id
    self.name = name
    self.person = person
    self.present = present
    self.late = late
    self.absent = absent
    self.spoke = spoke
    self.spokenMs = spokenMs
    self.plannedMs = plannedMs
    self.over = over
    self.overMs = overMs
  }
}

/// Figures of the meetings of one week.
public struct WeekFigures: Codable, Hashable, Sendable {
  /// Start of the week, on Monday at midnight, in milliseconds since 1970-01-01 UTC.
  public var startMs: Int64
  /// Number of meetings.
  public var meetings: Int
  /// Total real duration, in milliseconds, as far as it is known.
  public var durationMs: Int64
  /// Total planned duration, in milliseconds, as far as it is known.
  public var plannedMs: Int64
  /// Total time for which the attendees had the floor, in milliseconds.
  public var spokenMs: Int64
  /// Number of times that an attendee was present in a meeting, late ones included.
  public var present: Int
  /// Number of times that an attendee arrived late.
  public var late: Int
  /// Number of times that an attendee was absent.
  public var absent: Int

  /// Creates the figures of a week. Default: no meetings.
  public init(
    startMs: Int64, meetings: Int = 0, durationMs: Int64 = 0, plannedMs: Int64 = 0,
    spokenMs: Int64 = 0, present: Int = 0, late: Int = 0, absent: Int = 0
  ) {
    self.startMs = startMs
    self.meetings = meetings
    self.durationMs = durationMs
    self.plannedMs = plannedMs
    self.spokenMs = spokenMs
    self.present = present
    self.late = late
    self.absent = absent
  }
}

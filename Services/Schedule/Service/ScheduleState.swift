import Bus
import StandupsCollections
import ServiceShell

typealias Operation = LaneOperation<ScheduleReducer>

/// State of the schedule service: the saved state, and the operations in progress.
struct ScheduleState: LaneState {
  /// Maximum number of schedules.
  static let maxSchedules = 10_000
  /// Maximum number of commands that wait for a calendar, separately for reading and for writing.
  static let maxCalendars = 32
  /// Maximum number of those for one person, or for one tool that is limited to teams.
  static let maxCalendarsPerActor = 4
  /// Maximum number of reports in progress; the others wait, so that the composition root is not
  /// flooded if many meetings are due at once.
  static let maxReporting = 64

  var saved = Saved()
  var commands = CommandBook<ScheduleReducer>()
  /// Time of the next check of each subject, in milliseconds since 1970-01-01 UTC.
  var agenda = DueTimes<Subject>()
  /// Time of the last check of the clock, in milliseconds since 1970-01-01 UTC.
  var lastCheckMs: Int64 = .min
  /// Earliest time of the next attempt for subjects whose report failed, in milliseconds since
  /// 1970-01-01 UTC.
  var retries: [Subject: Int64] = [:]
  /// Number of reports in progress.
  var reporting = 0
  /// Subjects that are being checked for deletion and for another team, with their teams when the
  /// check began; empty if no check is in progress.
  var checking: [Checked] = []
  /// The holiday calendars that are being read again.
  var reading: Set<HolidaySource> = []

  /// True if no operation is in progress that has to end before the process exits.
  var isAtRest: Bool { commands.operations.isEmpty }
}

/// A subject that is being checked.
struct Checked: Hashable, Sendable {
  var subject: Subject
  /// Id of the team of its schedule when the check began; nil if it had none.
  var team: String?
}

/// The durable state.
struct Saved: Hashable, Sendable {
  var schedules: [Subject: SavedSchedule] = [:]
  /// The subjects in order.
  private(set) var subjects = SortedIDs<Subject>()
  /// Ids of unreadable documents, which are left unchanged until the schedule is set or removed.
  var unreadable: Set<Subject> = []
  /// Subjects whose schedule has no next time.
  var stuck: Set<Subject> = []

  subscript(subject: Subject) -> SavedSchedule? {
    get { schedules[subject] }
    set {
      if newValue == nil { subjects.remove(subject) } else { subjects.insert(subject) }
      schedules[subject] = newValue
    }
  }
}

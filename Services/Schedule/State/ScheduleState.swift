import Bus
import Collections
import ServiceShell

typealias Operation = LaneOperation<ScheduleReducer>
typealias Waiting = WaitingCommand<ScheduleCommand>

/// All that the schedule service knows: what is saved, and what is under way.
struct ScheduleState: LaneState {
  /// The most schedules.
  static let maxSchedules = 10_000
  /// Maximum number of calendars that commands wait for, of each kind: to be read, and to be written.
  static let maxCalendars = 32
  /// How many times are told at once; others wait, so that the parent is not flooded where many meet at once.
  static let maxTelling = 64

  var saved = Saved()
  var commands = CommandBook<ScheduleReducer>()
  /// When each subject is to be looked at next, in milliseconds since 1970.
  var agenda = DueTimes<Subject>()
  /// When the clock was last looked at, in milliseconds since 1970.
  var lookedMs: Int64 = .min
  /// Those that could not be told, and when they are tried again.
  var retries: [Subject: Int64] = [:]
  /// How many times are being told.
  var telling = 0
  /// Those of which the parent is being asked whether they are gone; empty while it is not.
  var checking: [Subject] = []
  /// The calendars of holidays that are being read again.
  var reading: Set<HolidaySource> = []

  /// Whether nothing is under way that has to end before the process does.
  var isAtRest: Bool { commands.operations.isEmpty }
}

/// What is durable.
struct Saved: Hashable, Sendable {
  var schedules: [Subject: SavedSchedule] = [:]
  /// The subjects in order.
  private(set) var subjects = SortedIDs<Subject>()
  /// The ids of documents that cannot be read; they are kept as they are until they are set or removed.
  var unreadable: Set<Subject> = []
  /// Those that have no next time.
  var stuck: Set<Subject> = []

  subscript(subject: Subject) -> SavedSchedule? {
    get { schedules[subject] }
    set {
      if newValue == nil { subjects.remove(subject) } else { subjects.insert(subject) }
      schedules[subject] = newValue
    }
  }
}

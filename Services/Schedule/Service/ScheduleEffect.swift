import Bus
import ScheduleAPI
import ServiceShell

/// Work that the reducer requests from the shell.
enum ScheduleEffect: LaneServiceEffect, Hashable {
  case common(LaneEffect<ScheduleAction>)
  /// Asks the composition root for the team of a subject that a command names.
  case findTeam(OperationID, Subject)
  /// Reports to the composition root that a time is near.
  case remind(OperationID, ScheduleTimeNear)
  case reportDue(OperationID, ScheduleTimeCame)
  case reportMissed(OperationID, ScheduleTimesPassed)
  case reportWritten(OperationID, ScheduleWritingEnded)
  /// Asks the composition root for the time zones of the people of a subject.
  case findZones(OperationID, Subject)
  /// Reports to the composition root that a time has come in a zone of people.
  case reportZone(OperationID, ScheduleZoneCame)
  /// Asks the composition root which of these subjects were deleted or moved to another team.
  case findChanged([Subject])
  /// Reads the holidays of a calendar, starting at the given time.
  case read(ReadingPurpose, HolidaySource, from: Int64)
  /// Writes schedules as a calendar.
  case write(OperationID, [ScheduleCalendar.Item], at: Int64)
}

extension ScheduleReducer: LaneLogic {
  typealias Note = DueReport

  /// Result for which a command may wait.
  enum Step: Hashable, Sendable {
    /// The team of the subject. Once the holidays are read, it is requested again: the subject may
    /// have moved in the meantime.
    case asking(SavedHolidays?)
    /// The holiday calendar.
    case reading
    /// The calendar of schedules.
    case writing
    /// The reply of the composition root.
    case reporting(DueReport)
  }

  static var name: String { "schedule" }
  static var collections: [String] { [SavedSchedule.collection] }
  var moment: Int64 { now }

  /// Time limit for replies of the composition root to reports, in milliseconds.
  private static let reportTimeoutMs = 10_000
  /// Time limit for the team of a subject, in milliseconds, while a caller is waiting.
  private static let teamTimeoutMs = 3000

  func work(_ effect: ScheduleEffect, _ state: ScheduleState) -> ShellWork<ScheduleAction> {
    func tell<Message: DelegateMessage>(
      _ id: OperationID, _ message: Message
    ) -> ShellWork<ScheduleAction> where Message.Reply == ScheduleOutcome {
      .tell(message, timeoutMs: Self.reportTimeoutMs) { .reported(id, $0) }
    }
    switch effect {
    case .common(let effect): return work(effect, state)
    case .remind(let id, let message): return tell(id, message)
    case .reportDue(let id, let message): return tell(id, message)
    case .reportMissed(let id, let message): return tell(id, message)
    case .reportWritten(let id, let message): return tell(id, message)
    case .reportZone(let id, let message): return tell(id, message)
    case .findZones(let id, let subject):
      return .tell(
        ScheduleZonesNamed(subject: subject.name), timeoutMs: Self.reportTimeoutMs
      ) { .zonesFound(id, $0.map(\.zones)) }
    case .findTeam(let id, let subject):
      return .tell(
        ScheduleSubjectNamed(subject: subject.name),
        causedBy: state.commands.operations[id]?.header, timeoutMs: Self.teamTimeoutMs
      ) { .teamFound(id, $0.map(\.team)) }
    case .findChanged(let subjects):
      return .tell(
        ScheduleSubjectsKept(subjects: subjects.map(\.name)), timeoutMs: Self.reportTimeoutMs
      ) { .checked($0) }
    case .read(let purpose, let source, let ms):
      return .run { _ in .read(purpose, await calendars.holidays(source, from: ms)) }
    case .write(let id, let items, let ms):
      return .run { _ in .written(id, await calendars.calendar(items, at: ms)) }
    }
  }
}

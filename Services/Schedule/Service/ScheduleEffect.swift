import Bus
import ScheduleAPI
import ServiceShell

/// Work that the reducer requests from the shell.
enum ScheduleEffect: LaneServiceEffect, Hashable {
  case common(LaneEffect<ScheduleAction>)
  /// Reports to the composition root that a time is near.
  case remind(OperationID, ScheduleTimeNear)
  case reportDue(OperationID, ScheduleTimeCame)
  case reportMissed(OperationID, ScheduleTimesPassed)
  /// Asks the composition root which of these subjects were deleted.
  case findDeleted([Subject])
  /// Reads the holidays of a calendar, starting at the given time.
  case read(ReadingPurpose, HolidaySource, from: Int64)
  /// Writes schedules as a calendar.
  case write(OperationID, [ScheduleCalendar.Item], at: Int64)
}

extension ScheduleReducer: LaneLogic {
  typealias Note = DueReport

  /// Result for which a command may wait.
  enum Step: Hashable, Sendable {
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
    case .findDeleted(let subjects):
      return .tell(
        ScheduleSubjectsKept(subjects: subjects.map(\.name)), timeoutMs: Self.reportTimeoutMs
      ) { .checked($0.map(\.gone)) }
    case .read(let purpose, let source, let ms):
      return .run { _ in .read(purpose, await calendars.holidays(source, from: ms)) }
    case .write(let id, let items, let ms):
      return .run { _ in .written(id, await calendars.calendar(items, at: ms)) }
    }
  }
}

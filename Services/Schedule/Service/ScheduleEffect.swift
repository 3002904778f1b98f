import Bus
import Documents
import FastJSON
import StandupsLogging
import ScheduleAPI
import ServiceShell

/// A task for the shell.
enum ScheduleEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of the saved state.
  case loadPage(DocumentQuery)
  /// Sends the action after a delay.
  indirect case wait(ms: Int, then: ScheduleAction)
  case commit(OperationID, ChangesDecided)
  /// Reports to the composition root that a time is near.
  case remind(OperationID, ScheduleTimeNear)
  case reportDue(OperationID, ScheduleTimeCame)
  case reportMissed(OperationID, ScheduleTimesPassed)
  /// Asks the composition root which of these subjects were deleted.
  case findDeleted([Subject])
  /// Reads the holidays of a calendar, from a moment on.
  case read(ReadingPurpose, HolidaySource, from: Int64)
  /// Writes schedules as a calendar.
  case write(OperationID, [ScheduleCalendar.Item], at: Int64)
  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}

extension ScheduleReducer: LaneLogic {
  typealias Note = DueReport

  /// The result that a command may wait for.
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

  /// Time limits for replies of the composition root, in milliseconds.
  private enum Timeouts {
    static let commit = 8000
    static let loading = 5000
    static let report = 10_000
  }

  func work(_ effect: ScheduleEffect, _ state: ScheduleState) -> ShellWork<ScheduleAction> {
    func cause(_ id: OperationID) -> Header? { state.commands.operations[id]?.header }
    func tell<Message: DelegateMessage>(
      _ id: OperationID, _ message: Message
    ) -> ShellWork<ScheduleAction> where Message.Reply == ScheduleOutcome {
      .tell(message, timeoutMs: Timeouts.report) { .reported(id, $0) }
    }
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .loadPage(let query):
      return .tell(DocumentsRequested(query: query), timeoutMs: Timeouts.loading) {
        .loaded($0)
      }
    case .commit(let id, let decided):
      return .save(decided, causedBy: cause(id), timeoutMs: Timeouts.commit) { .committed(id, $0) }
    case .remind(let id, let message): return tell(id, message)
    case .reportDue(let id, let message): return tell(id, message)
    case .reportMissed(let id, let message): return tell(id, message)
    case .findDeleted(let subjects):
      return .tell(
        ScheduleSubjectsKept(subjects: subjects.map(\.name)), timeoutMs: Timeouts.report
      ) { .checked($0.map(\.gone)) }
    case .read(let purpose, let source, let ms):
      return .run { _ in .read(purpose, await calendars.holidays(source, from: ms)) }
    case .write(let id, let items, let ms):
      return .run { _ in .written(id, await calendars.calendar(items, at: ms)) }
    }
  }
}

import Bus
import ScheduleAPI
import ServiceShell

/// Inputs of the schedule service's reducer. Only they change its state.
enum ScheduleAction: LaneServiceAction, Hashable {
  case common(LaneAction<ScheduleCommand>)
  /// Checks the clock.
  case alarm
  /// The team of a command's subject, nil for the team `default`; or the reason why the command
  /// may not refer to the subject.
  case teamFound(OperationID, Result<String?, BusError>)
  /// The result of a report to the composition root.
  case reported(OperationID, Result<ScheduleOutcome, BusError>)
  /// The time zones of the people of a subject.
  case zonesFound(OperationID, Result<[String], BusError>)
  /// The connection is restored: reports of deleted subjects may have been lost.
  case returned
  /// The result of a check: the subjects that were deleted, and the teams of the others.
  case checked(Result<ScheduleSubjectsKept.Reply, BusError>)
  case retryChecking
  /// The result of reading a holiday calendar.
  case read(ReadingPurpose, Result<HolidayCalendar.Contents, BusError>)
  /// A calendar of schedules was written.
  case written(OperationID, MakeScheduleCalendar.Reply)
}

/// The purpose of reading a holiday calendar.
enum ReadingPurpose: Hashable, Sendable {
  case command(OperationID)
  /// The daily update, for all schedules that use the calendar.
  case refresh(HolidaySource)

  /// Name for logs, without the URL, which may contain a token.
  var name: String {
    switch self {
    case .command(let id): "#\(id)"
    case .refresh: "all schedules that use them"
    }
  }
}

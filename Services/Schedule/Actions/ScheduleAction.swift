import Bus
import Documents
import ScheduleAPI
import ServiceShell

/// All that can happen to the schedule service. Only an action changes the state.
enum ScheduleAction: LaneAction, Hashable {
  /// The parent took the hello: load what was saved.
  case start
  case loaded(Result<DocumentPage, BusError>)
  case retryLoading

  case received(CallerID, ScheduleCommand, Header)
  /// Look at the clock.
  case alarm

  case committed(OperationID, Result<CommitOutcome, BusError>)
  /// The same changes once more: whether they were written is not known.
  case retryCommit(OperationID)
  /// The parent was told that it is time, or could not be.
  case told(OperationID, Result<ScheduleOutcome, BusError>)
  /// The parent may have told of what is gone while nobody was here to hear it.
  case returned
  /// Which of the subjects that were asked about are gone.
  case checked(Result<[String], BusError>)
  case retryChecking
  /// A calendar of holidays was read, or could not be.
  case read(ReadingPurpose, Result<HolidayCalendar.Contents, BusError>)
  /// A calendar of schedules was written.
  case written(OperationID, MakeScheduleCalendar.Reply)

  /// No new work; finish the rest.
  case drain
}

/// For what a calendar of holidays is read.
enum ReadingPurpose: Hashable, Sendable {
  case command(OperationID)
  /// It is read again each day, for all that have it.
  case refresh(HolidaySource)

  /// Without the URL, which may hold a token.
  var name: String {
    switch self {
    case .command(let id): "#\(id)"
    case .refresh: "all schedules that use them"
    }
  }
}

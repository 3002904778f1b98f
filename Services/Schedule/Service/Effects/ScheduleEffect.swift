import Bus
import Documents
import FastJSON
import Logging
import ScheduleAPI
import ServiceShell

/// A task for the shell.
enum ScheduleEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of the saved state.
  case loadPage(DocumentQuery)
  /// Sends the action after a delay.
  indirect case wait(ms: Int, then: ScheduleAction)
  case commit(OperationID, ScheduleChangesDecided)
  /// Reports to the composition root that a time is near.
  case remind(OperationID, ScheduleTimeNear)
  case tellDue(OperationID, ScheduleTimeCame)
  case tellMissed(OperationID, ScheduleTimesPassed)
  /// Asks the composition root which of these subjects were deleted.
  case askWhoIsGone([Subject])
  /// Reads the holidays of a calendar, from a moment on.
  case read(ReadingPurpose, HolidaySource, from: Int64)
  /// Writes schedules as a calendar.
  case write(OperationID, [Feed.Item], at: Int64)
  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}

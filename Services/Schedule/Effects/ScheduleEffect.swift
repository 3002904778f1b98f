import Bus
import Documents
import FastJSON
import Logging
import ScheduleAPI
import ServiceShell

/// What the shell has to do.
enum ScheduleEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of what was saved.
  case loadPage(DocumentQuery)
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: ScheduleAction)
  case commit(OperationID, ScheduleChangesDecided)
  /// Tells the parent that it is time.
  case remind(OperationID, ScheduleTimeNear)
  case tellDue(OperationID, ScheduleTimeCame)
  case tellMissed(OperationID, ScheduleTimesPassed)
  /// Asks the parent which of these are gone.
  case askWhoIsGone([Subject])
  /// Reads the holidays of a calendar from a moment on.
  case read(ReadingPurpose, HolidaySource, from: Int64)
  /// Writes schedules as a calendar.
  case write(OperationID, [Feed.Item], at: Int64)
  case log(LogEntry)
  /// Everything is loaded.
  case ready
}

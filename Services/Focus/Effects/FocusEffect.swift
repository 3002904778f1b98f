import Bus
import Documents
import FastJSON
import FocusAPI
import Logging
import ServiceShell

/// What the shell has to do.
enum FocusEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of what was saved.
  case loadPage(DocumentQuery)
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: FocusAction)
  case commit(OperationID, FocusChangesDecided)
  case load(OperationID, DocumentQuery)
  /// Tells the parent of clocks that run, or of one that does not; with the header of the command that
  /// led to it, if one did.
  case needClocks([Person], FocusClocksNeeded, Header?)
  case stopClock(Person, Header?)
  case log(LogEntry)
  /// Everything is loaded.
  case ready
}

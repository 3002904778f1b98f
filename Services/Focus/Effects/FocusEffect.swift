import Bus
import Documents
import FastJSON
import FocusAPI
import Lifecycle
import ServiceShell

/// What the shell has to do.
enum FocusEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of what was saved.
  case loadPage(DocumentQuery)
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: FocusAction)
  case commit(OperationID, FocusChangesDecided)
  case load(OperationID, DocumentQuery)
  /// Tells the parent of clocks that run, and of one that does not.
  case needClocks([Person], FocusClocksNeeded)
  case stopClock(Person)
  case log(LogEntry)
  /// Everything is loaded.
  case ready
}

import Bus
import Documents
import FastJSON
import FocusAPI
import Logging
import ServiceShell

/// A task for the shell.
enum FocusEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of the saved state.
  case loadPage(DocumentQuery)
  /// Sends the action after a delay.
  indirect case wait(ms: Int, then: FocusAction)
  case commit(OperationID, FocusChangesDecided)
  case load(OperationID, DocumentQuery)
  /// Notifies the composition root of clocks that run, or of one that does not; with the header of
  /// the command that caused it, if there was one.
  case needClocks([Person], FocusClocksNeeded, Header?)
  case stopClock(Person, Header?)
  case log(LogEntry)
  /// All saved state is loaded.
  case ready
}

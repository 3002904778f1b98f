import Bus
import Documents
import FastJSON
import GatewayAPI
import Logging
import ServiceShell
import ServiceShell

/// What the shell has to do.
enum GatewayEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of what was saved.
  case loadPage(DocumentQuery)
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: GatewayAction)
  case commit(OperationID, GatewayChangesDecided)
  case log(LogEntry)
  /// Everything is loaded.
  case ready
}

import Bus
import Documents
import FastJSON
import GatewayAPI
import Logging
import ServiceShell
import ServiceShell

/// Work that the reducer requests from the shell.
enum GatewayEffect: LaneEffect, Hashable {
  case reply(CallerID, Result<RawJSON, BusError>)
  /// Loads a page of the saved documents.
  case loadPage(DocumentQuery)
  /// Delivers an action after a delay in milliseconds.
  indirect case wait(ms: Int, then: GatewayAction)
  case commit(OperationID, GatewayChangesDecided)
  case log(LogEntry)
  /// Everything has been loaded.
  case ready
}

import Bus
import Cells
import CellsAPI
import FastJSON
import Logging
import ServiceShell

/// What the shell has to do.
enum CellsEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  case log(LogEntry)
  case ready
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: CellsAction)
  /// Comes back as `read`; what is older than the map that is known is refused.
  case read(Token, known: CellMap?)
  /// Comes back as `added`.
  case add(CallerID, name: String, router: String, known: CellMap?)
  /// Comes back as `told`.
  case tell(CellShare)
  /// Lets go of the database.
  case close
}

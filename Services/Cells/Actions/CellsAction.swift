import Bus
import Cells
import CellsAPI
import ServiceShell

/// All that can happen to the service. Only an action changes the state.
enum CellsAction: Hashable, Sendable {
  /// The service begins.
  case start
  case received(CallerID, CellsCommand)
  /// The map was looked at; nil if it is the one that is known.
  case read(Token, Result<CellMap?, CellsFailure>)
  /// It is time to look again.
  case readAgain
  /// The map as it is afterwards.
  case added(CallerID, Result<CellMap, CellsFailure>)
  /// The parent took the share, or did not.
  case told(CellShare, BusError?)
  /// It is time to tell it again.
  case tellAgain
  /// The database was let go of.
  case closed
  /// No new work.
  case drain

  /// What it is, for `--print-changes`: nothing of what it carries.
  var name: String { String("\(self)".prefix { $0.isLetter }) }
}

/// A command to the service.
enum CellsCommand: Hashable, Sendable {
  case list
  case share
  case add(name: String, router: String)
}

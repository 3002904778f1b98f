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
  case add(CallerID, name: String, router: String, web: String? = nil, known: CellMap?)
  /// Sends slots to a cell; comes back as `moved`.
  case move(CallerID, SlotSet, to: String, known: CellMap?)
  /// Holds, releases or gives a slot; comes back as `changed`.
  case change(SlotChange, known: CellMap?)
  /// Sends what differs of a slot to the cell at that router; comes back as `copied`.
  case copy(Slot, to: String)
  /// Tells the cell at that router that a slot is its own; comes back as `done`.
  case hand(Slot, to: String, version: Int64)
  /// Removes what is here of a slot; comes back as `done`.
  ///
  /// - Parameter router: where its standups are, if they were here.
  case clear(Slot, router: String?)
  /// Looks which slots have documents here; comes back as `looked`.
  case look(SlotSet)
  /// Asks the parent for another cell; comes back as `relayed`.
  case relay(CallerID, Relay)
  /// Tells followers of a slot that came; comes back as `announced`.
  case announce(CallerID, Slot, version: Int64)
  /// Comes back as `told`.
  case tell(CellShare)
  /// Lets go of the database.
  case close
}

/// What another cell asks, and the parent does.
enum Relay: Hashable, Sendable {
  case digests(Slot, after: String?)
  case receive(ReceiveDocuments)
}

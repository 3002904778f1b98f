import Bus
import Cells
import CellsAPI
import FastJSON
import Logging
import ServiceShell

/// A task for the shell.
enum CellsEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  case log(LogEntry)
  case ready
  /// Sends the action after a delay.
  indirect case wait(ms: Int, then: CellsAction)
  /// Reads the map; a map that is older than the known one is rejected. The result is `read`.
  case read(Token, known: CellMap?)
  /// Adds a cell, or changes its address. The result is `added`.
  case add(CallerID, name: String, router: String, web: String? = nil, known: CellMap?)
  /// Assigns slots to a cell. The result is `moved`.
  case move(CallerID, SlotSet, to: String, known: CellMap?)
  /// Holds, releases or gives a slot. The result is `changed`.
  case change(SlotChange, known: CellMap?)
  /// Sends the differing documents of a slot to the cell at that router. The result is `copied`.
  case copy(Slot, to: String)
  /// Notifies the cell at that router that it owns a slot. The result is `done`.
  case hand(Slot, to: String, version: Int64)
  /// Removes the documents of a slot. The result is `done`.
  ///
  /// - Parameter router: router of the cell that now has its standups; nil if they were not here.
  case clear(Slot, router: String?)
  /// Finds which slots have documents here. The result is `looked`.
  case look(SlotSet)
  /// Forwards a request of another cell to the composition root. The result is `relayed`.
  case relay(CallerID, Relay)
  /// Notifies followers of a slot that arrived. The result is `announced`.
  case announce(CallerID, Slot, version: Int64)
  /// Sends the share to the composition root. The result is `told`.
  case tell(CellShare)
  /// Closes the connection to the database.
  case close
}

/// A request of another cell that the composition root handles.
enum Relay: Hashable, Sendable {
  case digests(Slot, after: String?)
  case receive(ReceiveDocuments)
}

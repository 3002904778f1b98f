import Bus
import Cells
import CellsAPI
import FastJSON
import ServiceShell

/// Inputs of the cells service's reducer. Only they change its state.
enum CellsAction: Hashable, Sendable {
  /// Starts the service.
  case start
  /// A command arrived.
  ///
  /// - Parameter via: the service that forwarded the command for a sender outside the bus.
  case received(CallerID, CellsCommand, via: String? = nil)
  /// The map was read; nil if it has not changed.
  case read(Token, Result<CellMap?, CellsFailure>)
  /// Reads the map again.
  case readAgain
  /// The map after a cell was added, or its address changed.
  case added(CallerID, Result<CellMap, CellsFailure>)
  /// The map after slots were assigned to a cell.
  case moved(CallerID, Result<CellMap, CellsFailure>)
  /// The map after a slot was held, released or given.
  case changed(Result<CellMap, CellsFailure>)
  /// The documents of a slot were copied; the value is the number of documents that differed.
  case copied(Result<Int, CopyFailure>)
  /// The other cell has accepted a slot, or the documents of a slot were removed here.
  case done(BusError?)
  /// The slots of other cells that still have documents here.
  case looked(Result<SlotSet, BusError>)
  /// Continues moving slots.
  case goOn
  /// The composition root replied to a request of another cell.
  case relayed(CallerID, Result<RawJSON, BusError>)
  /// Subscribers were notified of a slot that arrived, or could not be notified.
  case announced(CallerID, BusError?)
  /// The composition root accepted the share, or rejected it.
  case told(CellShare, BusError?)
  /// Sends the share again.
  case tellAgain
  /// The connection to the database was closed.
  case closed
  /// Stops accepting new work.
  case drain
}

/// A command of the cells service.
enum CellsCommand: Hashable, Sendable {
  case list
  case share
  case add(name: String, router: String, web: String? = nil)
  case move(SlotSet, to: String)
  /// Another cell requests the digests of the documents of a slot.
  case digests(slot: Int, after: String?)
  /// Another cell sends documents of a slot.
  case receive(ReceiveDocuments)
  /// Another cell has given a slot to this one.
  case take(slot: Int, version: Int64)
}

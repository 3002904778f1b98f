import Bus
import Cells
import CellsAPI
import FastJSON
import ServiceShell

/// All that can happen to the service. Only an action changes the state.
enum CellsAction: Hashable, Sendable {
  /// The service begins.
  case start
  /// - Parameter via: the service that passed the command on for a sender outside the bus.
  case received(CallerID, CellsCommand, via: String? = nil)
  /// The map was looked at; nil if it is the one that is known.
  case read(Token, Result<CellMap?, CellsFailure>)
  /// It is time to look again.
  case readAgain
  /// The map as it is afterwards.
  case added(CallerID, Result<CellMap, CellsFailure>)
  /// Slots were sent to a cell, or not.
  case moved(CallerID, Result<CellMap, CellsFailure>)
  /// The map as it is after a slot was held, released or given.
  case changed(Result<CellMap, CellsFailure>)
  /// So many documents of a slot were other ones, and were sent.
  case copied(Result<Int, CopyFailure>)
  /// The other cell has taken a slot, or what was here of one is gone.
  case done(BusError?)
  /// These slots of others have documents here.
  case looked(Result<SlotSet, BusError>)
  /// It is time to go on with the slots.
  case goOn
  /// What another cell sent or asked was answered by the parent.
  case relayed(CallerID, Result<RawJSON, BusError>)
  /// Followers know of a slot that came, or could not be told.
  case announced(CallerID, BusError?)
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
  case add(name: String, router: String, web: String? = nil)
  case move(SlotSet, to: String)
  /// Another cell asks what is here of a slot.
  case digests(slot: Int, after: String?)
  /// Another cell sends what it has of a slot.
  case receive(ReceiveDocuments)
  /// Another cell has given a slot.
  case take(slot: Int, version: Int64)
}

import BridgeAPI
import Bus
import Documents
import ServiceShell

/// All that can happen to the bridge. Only an action changes the state.
enum BridgeAction: Hashable, Sendable {
  /// The service begins.
  case start
  case received(CallerID, BridgeCommand)

  /// The beat told how far the journal goes.
  case beat(JournalHead)
  /// An event was published.
  case published(type: String, JournalHead)

  /// Something came of the connection, or of what was published.
  case nats(NATSNotice)
  /// There is no connection; the failure says what to do.
  case cannotConnect(NATSFailure)
  /// Time to connect anew, if there is no connection.
  case connectAgain(Token)
  case looked(Token, Result<[StreamFacts], NATSFailure>)
  case journal(Token, Result<BridgeJournal, BusError>)
  case changed(Token, NATSFailure?)
  case page(Token, Result<EventPage, BusError>)
  case erased(Token, Result<Int, NATSFailure>)
  case removed(CallerID, String, NATSFailure?)

  /// It was handed on; what becomes of it is told.
  case handedOn
  /// A pause is over.
  case goOn(Token)
  /// Time to see whether acknowledgements come.
  case check(round: Int, position: Int64)

  /// No new work.
  case drain

  /// What it is, for `--print-changes`: nothing of what it carries.
  var name: String { String("\(self)".prefix { $0.isLetter }) }
}

/// A command to the bridge.
enum BridgeCommand: Hashable, Sendable {
  case status
  case rebuild
  case remove(String)
}

import BridgeAPI
import Bus
import Documents
import ServiceShell

/// Inputs of the bridge's reducer. Only they change its state.
enum BridgeAction: JournalAction, Hashable {
  /// The service starts.
  case start
  case received(CallerID, BridgeCommand)

  /// A heartbeat contained the last sequence of the journal.
  case beat(JournalHead)
  /// An event was published.
  case published(type: String, JournalHead)

  /// A notice about the NATS connection or published messages.
  case nats(NATSNotice)
  /// A connection attempt failed; the failure says what to check.
  case cannotConnect(NATSFailure)
  /// Starts another connection attempt, unless there is a connection by now.
  case connectAgain(Token)
  case looked(Token, Result<[StreamFacts], NATSFailure>)
  case journal(Token, Result<BridgeJournal, BusError>)
  case changed(Token, NATSFailure?)
  case page(Token, Result<EventPage, BusError>)
  case erased(Token, Result<Int, NATSFailure>)
  case removed(CallerID, String, NATSFailure?)

  /// Work was started. Its outcome follows as another action.
  case handedOn
  /// A pause has ended.
  case goOn(Token)
  /// Checks whether acknowledgements arrive.
  case check(round: Int, position: Int64)

  /// Stops accepting new work.
  case drain
}

/// A command to the bridge.
enum BridgeCommand: Hashable, Sendable {
  case status
  case rebuild
  case remove(String)
}

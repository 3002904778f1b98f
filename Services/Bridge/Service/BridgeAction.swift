import BridgeAPI
import Bus
import Documents
import ServiceShell

/// Everything that can happen to the bridge; the state changes only through actions.
enum BridgeAction: Hashable, Sendable {
  /// The service starts.
  case start
  case received(CallerID, BridgeCommand)

  /// A heartbeat reported the last sequence of the journal.
  case beat(JournalHead)
  /// An event was published.
  case published(type: String, JournalHead)

  /// A notice about the NATS connection or published messages.
  case nats(NATSNotice)
  /// The connection failed; the failure says what to do.
  case cannotConnect(NATSFailure)
  /// Time for another connection attempt, unless there is a connection by now.
  case connectAgain(Token)
  case looked(Token, Result<[StreamFacts], NATSFailure>)
  case journal(Token, Result<BridgeJournal, BusError>)
  case changed(Token, NATSFailure?)
  case page(Token, Result<EventPage, BusError>)
  case erased(Token, Result<Int, NATSFailure>)
  case removed(CallerID, String, NATSFailure?)

  /// Work was started; its outcome follows as another action.
  case handedOn
  /// A pause has ended.
  case goOn(Token)
  /// Time to check whether acknowledgements arrive.
  case check(round: Int, position: Int64)

  /// Accepts no new work.
  case drain

  /// Name of the action for `--print-changes`, without its values.
  var name: String { String("\(self)".prefix { $0.isLetter }) }
}

/// A command to the bridge.
enum BridgeCommand: Hashable, Sendable {
  case status
  case rebuild
  case remove(String)
}

extension BridgeAction {
  /// Action for a notification of the journal; nil if it contains no last sequence.
  init?(_ item: Subscriber.Item) {
    switch item {
    case .beat(let head) where head.head >= 0: self = .beat(head)
    case .reconnected(let confirmation):
      self = .beat(JournalHead(epoch: confirmation.epoch, head: confirmation.head))
    case .event(_, let event):
      guard let epoch = event.epoch, let head = event.number else { return nil }
      self = .published(type: event.type, JournalHead(epoch: epoch, head: head))
    case .beat, .unreadable: return nil
    }
  }
}

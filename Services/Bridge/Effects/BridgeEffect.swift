import Bus
import Documents
import FastJSON
import Logging
import ServiceShell

/// What the shell has to do.
enum BridgeEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  case log(LogEntry)
  case ready
  /// Comes back as the action after a time.
  indirect case wait(ms: Int, then: BridgeAction)
  /// Listens to the beat and for events of these types, instead of what was listened for before.
  case listen(Set<String>)
  /// Connects. Comes back as `nats`, again and again, or as `cannotConnect`.
  case connect
  /// Comes back as `looked`; what is at the end of the stream is looked at, and at one more place.
  case look(Token, checking: Int64?)
  /// Comes back as `journal`.
  case askJournal(Token)
  /// Comes back as `changed`.
  case change(Token, StreamChange)
  /// Comes back as `page`.
  case read(Token, JournalQuery)
  /// What becomes of them comes back as `nats`.
  case publish(round: Int, stream: String, [Outgoing])
  /// Comes back as `erased`.
  case erase(Token, stream: String, [Int64])
  /// Comes back as `removed`.
  case remove(CallerID, String)
  /// So many milliseconds after it happened an event was acknowledged.
  case took([Int])
}

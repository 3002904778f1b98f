import Bus
import Documents
import FastJSON
import Logging
import ServiceShell

/// Work that the reducer requests from the shell.
enum BridgeEffect: Hashable, Sendable {
  case reply(CallerID, Result<RawJSON, BusError>)
  case log(LogEntry)
  case ready
  /// Delivers an action after a delay in milliseconds.
  indirect case wait(ms: Int, then: BridgeAction)
  /// Subscribes to heartbeats and to events of these types, replacing the previous subscription.
  case listen(Set<String>)
  /// Connects to NATS. Results in `nats` actions, or in `cannotConnect`.
  case connect
  /// Describes the streams, and verifies the last message of the current one and the one at a
  /// further sequence of the journal, if given. Results in `looked`.
  case look(Token, checking: Int64?)
  /// Requests the range of the journal. Results in `journal`.
  case askJournal(Token)
  /// Changes a stream. Results in `changed`.
  case change(Token, StreamChange)
  /// Reads a page of the journal. Results in `page`.
  case read(Token, JournalQuery)
  /// Publishes messages. Their outcome arrives as `nats` actions.
  case publish(round: Int, stream: String, [Outgoing])
  /// Erases messages. Results in `erased`.
  case erase(Token, stream: String, [Int64])
  /// Removes a stream. Results in `removed`.
  case remove(CallerID, String)
  /// Times from events to their acknowledgement, in milliseconds.
  case took([Int])
}

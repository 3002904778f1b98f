import BridgeAPI
import Bus
import Documents
import FastJSON
import StandupsLogging
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
  /// Describes the streams, and verifies the last message of the current stream and, if given, the
  /// message at another sequence of the journal. Results in `looked`.
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
  /// Delays from events to their acknowledgements, in milliseconds.
  case took([Int])
}

extension BridgeReducer: ServiceLogic {
  static var hasTerm: Bool { false }
  static var initial: BridgeState { BridgeState() }
  static var start: BridgeAction { .start }
  static var drain: BridgeAction { .drain }

  static func received(
    _ caller: CallerID, _ command: BridgeCommand, _ header: Header
  ) -> BridgeAction {
    .received(caller, command)
  }

  func isReady(_ state: BridgeState) -> Bool { state.phase == .running }
  /// Every message is stored at its own position or not at all, so a drain has nothing to wait for.
  func isAtRest(_ state: BridgeState) -> Bool { true }

  /// Timeout of a call to the router, in milliseconds.
  private static let routerTimeoutMs = 5000

  func work(_ effect: BridgeEffect, _ state: BridgeState) -> ShellWork<BridgeAction> {
    let io = io
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .listen(let types): return .listen { io.journal(types) }
    case .connect:
      return .run { _ in await io.connect().map { .cannotConnect($0) } ?? .handedOn }
    case .look(let token, let suspect):
      return .run { _ in .looked(token, await io.streams(suspect)) }
    case .askJournal(let token):
      return .tell(BridgeJournalRequested(), timeoutMs: Self.routerTimeoutMs) {
        .journal(token, $0)
      }
    case .change(let token, let change):
      return .run { _ in .changed(token, await io.change(change)) }
    case .read(let token, let query):
      return .tell(BridgeEventsRequested(query: query), timeoutMs: Self.routerTimeoutMs) {
        .page(token, $0)
      }
    case .publish(let round, let stream, let messages):
      return .run { _ in
        await io.publish(round, stream, messages)
          .map { .nats(.refused(round: round, $0)) } ?? .handedOn
      }
    case .erase(let token, let stream, let sequences):
      return .run { _ in .erased(token, await io.erase(stream, sequences)) }
    case .remove(let caller, let name):
      return .run { _ in .removed(caller, name, await io.change(.drop(name))) }
    case .took(let times):
      return .run { _ in
        for ms in times { metrics?.observe(ms: ms) }
        return .handedOn
      }
    }
  }
}

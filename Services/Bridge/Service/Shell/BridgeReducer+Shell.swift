import BridgeAPI
import Bus
import ServiceShell

extension BridgeReducer: ServiceLogic {
  typealias Term = NoTerm
  typealias Decided = NothingDecided

  static var initial: BridgeState { BridgeState() }
  static var start: BridgeAction { .start }
  static var drain: BridgeAction { .drain }

  static func received(
    _ caller: CallerID, _ command: BridgeCommand, _ header: Header
  ) -> BridgeAction {
    .received(caller, command)
  }

  func isReady(_ state: BridgeState) -> Bool { state.phase == .running }
  /// A message is stored at its own position or not at all, so the drain has nothing to wait for.
  func isAtRest(_ state: BridgeState) -> Bool { true }

  /// Timeout of a call to the router, in milliseconds.
  private static let parentPatienceMs = 5000

  func work(_ effect: BridgeEffect, _ state: BridgeState) -> ShellWork<BridgeAction> {
    let world = world
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .listen(let types): return .listen { world.journal(types) }
    case .connect:
      return .run { _ in await world.connect().map { .cannotConnect($0) } ?? .handedOn }
    case .look(let token, let suspect):
      return .run { _ in .looked(token, await world.look(suspect)) }
    case .askJournal(let token):
      return .tell(BridgeJournalRequested(), timeoutMs: Self.parentPatienceMs) {
        .journal(token, $0)
      }
    case .change(let token, let change):
      return .run { _ in .changed(token, await world.change(change)) }
    case .read(let token, let query):
      return .tell(BridgeEventsRequested(query: query), timeoutMs: Self.parentPatienceMs) {
        .page(token, $0)
      }
    case .publish(let round, let stream, let messages):
      return .run { _ in
        await world.publish(round, stream, messages)
          .map { .nats(.refused(round: round, $0)) } ?? .handedOn
      }
    case .erase(let token, let stream, let sequences):
      return .run { _ in .erased(token, await world.erase(stream, sequences)) }
    case .remove(let caller, let name):
      return .run { _ in .removed(caller, name, await world.change(.drop(name))) }
    case .took(let times):
      return .run { _ in
        for ms in times { metrics?.took(ms: ms) }
        return .handedOn
      }
    }
  }
}

import Bus
import GatewayAPI
import ServiceShell

extension GatewayReducer: ServiceLogic {
  typealias Term = GatewayTermBegun
  static func nothing(in term: String) -> GatewayChangesDecided {
    GatewayChangesDecided(changes: [], term: term)
  }
  static var initial: GatewayState { GatewayState() }
  static var start: GatewayAction { .start }
  static var drain: GatewayAction { .drain }

  static func received(
    _ caller: CallerID, _ command: GatewayCommand, _ header: Header
  ) -> GatewayAction {
    .received(caller, command, header)
  }

  func isReady(_ state: GatewayState) -> Bool { state.phase == .ready }
  func isAtRest(_ state: GatewayState) -> Bool { state.isDraining && state.isAtRest }

  /// How long the parent may take, in milliseconds.
  private enum Patience {
    static let commit = 8000
    static let loading = 5000
  }

  func work(_ effect: GatewayEffect, _ state: GatewayState) -> ShellWork<GatewayAction> {
    switch effect {
    case .reply(let caller, let result): return .reply(caller, result)
    case .wait(let ms, let action): return .wait(ms: ms, then: action)
    case .log(let entry): return .log(entry)
    case .ready: return .ready
    case .loadPage(let query):
      return .tell(GatewayDocumentsRequested(query: query), timeoutMs: Patience.loading) {
        .loaded($0)
      }
    case .commit(let id, let decided):
      return .save(decided, causedBy: state.operation?.header, timeoutMs: Patience.commit) {
        .committed(id, $0)
      }
    }
  }
}

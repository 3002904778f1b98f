import Bus
import GatewayAPI
import ServiceShell

extension GatewayReducer: LaneLogic {
  typealias Term = GatewayTermBegun
  typealias Decided = GatewayChangesDecided
  /// Commands have no steps besides their commit, and need no metrics.
  typealias Step = Never
  typealias Note = Never

  static var name: String { "gateway" }
  static var collections: [String] { [SavedInvite.collection, SavedSession.collection] }
  var moment: Int64 { clock().wallMs }

  /// Timeouts of calls to the router, in milliseconds.
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
      return .save(
        decided, causedBy: state.commands.operations[id]?.header, timeoutMs: Patience.commit
      ) {
        .committed(id, $0)
      }
    }
  }
}
